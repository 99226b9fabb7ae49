import { undoSeconds } from '~/contract/common/limits';
import { failureToast } from '~/web/ui/failure-toast';
import { type ToastContent, toast } from '~/web/ui/toast-store';

/** Returns the content of a toast about a completed action. */
export const success = (description: string): ToastContent => ({ title: 'Success', description });

/** Returns a success toast with a button for the usual next action. */
export const withAction = (
  description: string,
  label: string,
  onAction: () => void,
): ToastContent => ({
  ...success(description),
  action: (
    <button type="button" className="toast-action" onClick={onAction}>
      {label}
    </button>
  ),
});

/** Returns a success toast with an Undo button. */
export const deleted = (description: string, onUndo: () => void): ToastContent =>
  withAction(description, 'Undo', onUndo);

/** Returns a success toast for a change that can be undone until its email is sent. */
export const undoable = (description: string, onUndo: () => void): ToastContent => ({
  ...deleted(description, onUndo),
  durationMs: undoSeconds * 1000,
});

interface Undoable {
  until: number;
  description: string;
  undo(): Promise<void>;
}
let waiting: readonly Undoable[] = [];

/** Withdraws all offers to undo changes. */
export const forgetUndos = (): void => {
  waiting = [];
};

/**
 * Shows a toast that offers to undo the last change. After Undo, another toast offers the change
 * before it, unless it is too late to undo that change.
 */
export function offerUndo(description: string, undo: () => Promise<void>): void {
  const now = Date.now();
  waiting = [
    ...waiting.filter(({ until }) => until > now),
    { until: now + undoSeconds * 1000, description, undo },
  ];
  toast(undoable(description, () => void undoLast()));
}

async function undoLast(): Promise<void> {
  const last = waiting.at(-1);
  waiting = waiting.slice(0, -1);
  // It is too late to undo older changes, because their emails have been sent.
  if (!last || last.until <= Date.now()) return;
  await last.undo();
  const before = waiting.at(-1);
  if (!before || before.until <= Date.now()) return;
  toast(undoable(`Undone. Before: ${before.description}`, () => void undoLast()));
}

export function notifyDone(description: string): void {
  toast(success(description));
}

/** Shows a toast about an action that was completed differently than requested. */
export function notifyPartlyDone(title: string, description: string): void {
  toast({ title, description, variant: 'destructive' });
}

/** Shows a toast about a failure. @param text replaces the server's message */
export function notifyFailed(error: unknown, fallback: string, text?: string): void {
  if (text) toast({ title: 'Error', description: text, variant: 'destructive' });
  else failureToast(error, fallback);
}
