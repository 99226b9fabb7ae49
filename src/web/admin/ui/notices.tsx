import { refusalMessageOf } from '~/web/lib/api-error';
import { toast } from '~/web/ui/toast-store';

/** The panel's toasts: what was done, and what could not be. */
export function tellDone(description: string): void {
  toast({ title: 'Success', description });
}

/** @param said in place of the server's own words */
export function tellFailed(error: unknown, fallback: string, said?: string): void {
  const description = said ?? refusalMessageOf(error) ?? fallback;
  toast({ title: 'Error', description, variant: 'destructive' });
}

export function tellDeleted(description: string, onUndo: () => void): void {
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
