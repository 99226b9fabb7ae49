import { errorMessageOf } from '~/web/lib/api-error';
import { toast } from '~/web/ui/toast-store';

/** The panel's toasts: what was done, and what could not be. */
export function notifyDone(description: string): void {
  toast({ title: 'Success', description });
}

/** @param said in place of the server's own words */
export function notifyFailed(error: unknown, fallback: string, said?: string): void {
  const description = said ?? errorMessageOf(error) ?? fallback;
  toast({ title: 'Error', description, variant: 'destructive' });
}

export function notifyDeleted(description: string, onUndo: () => void): void {
  toast({
    title: 'Success',
    description,
    action: (
      <button type="button" className="toast-action" onClick={onUndo}>
        Undo
      </button>
    ),
  });
}
