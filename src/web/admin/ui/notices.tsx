import { undoSeconds } from '~/contract/common/limits';
import { failureToast } from '~/web/ui/failure-toast';
import { type ToastContent, toast } from '~/web/ui/toast-store';

/** The panel's notice of something done. */
export const success = (description: string): ToastContent => ({ title: 'Success', description });

/** The same with a button for what is usually done next. */
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

/** The same with a button that takes it back. */
export const deleted = (description: string, onUndo: () => void): ToastContent =>
  withAction(description, 'Undo', onUndo);

/** The same for a change that can be taken back for as long as its email waits. */
export const undoable = (description: string, onUndo: () => void): ToastContent => ({
  ...deleted(description, onUndo),
  durationMs: undoSeconds * 1000,
});

interface Undoable {
  until: number;
  undo(): Promise<void>;
}
let waiting: readonly Undoable[] = [];

/** Nothing that was offered can be taken back any more. */
export const forgetUndos = (): void => {
  waiting = [];
};

/** Says what was changed, with Undo. A notice replaces the one before, so its Undo takes back what that one offered as well. */
export function offerUndo(description: string, undo: () => Promise<void>): void {
  const now = Date.now();
  const all = [
    ...waiting.filter(({ until }) => until > now),
    { until: now + undoSeconds * 1000, undo },
  ];
  waiting = all;
  const takeBack = async () => {
    waiting = [];
    // What is too old was mailed by now.
    for (const one of all.filter(({ until }) => until > Date.now()).reverse()) await one.undo();
  };
  const text =
    all.length > 1 ? `${description}. Undo takes back ${all.length} changes` : description;
  toast(undoable(text, () => void takeBack()));
}

export function notifyDone(description: string): void {
  toast(success(description));
}

/** @param text in place of the server's message */
export function notifyFailed(error: unknown, fallback: string, text?: string): void {
  if (text) toast({ title: 'Error', description: text, variant: 'destructive' });
  else failureToast(error, fallback);
}
