import { undoSeconds } from '~/contract/common/limits';
import { failureToast } from '~/web/ui/failure-toast';
import { type ToastContent, toast } from '~/web/ui/toast-store';

/** The panel's notice of something done. */
export const success = (description: string): ToastContent => ({ title: 'Success', description });

/** The same with a button that takes it back. */
export const deleted = (description: string, onUndo: () => void): ToastContent => ({
  ...success(description),
  action: (
    <button type="button" className="toast-action" onClick={onUndo}>
      Undo
    </button>
  ),
});

/** The same for a change that can be taken back for as long as its email waits. */
export const undoable = (description: string, onUndo: () => void): ToastContent => ({
  ...deleted(description, onUndo),
  durationMs: undoSeconds * 1000,
});

export function notifyDone(description: string): void {
  toast(success(description));
}

/** @param text in place of the server's message */
export function notifyFailed(error: unknown, fallback: string, text?: string): void {
  if (text) toast({ title: 'Error', description: text, variant: 'destructive' });
  else failureToast(error, fallback);
}
