import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { errorMessageOf, errorStatusOf, fieldErrorsOf } from '~/web/lib/api-error';
import { dropDraft, saveDraft, takeDraft } from '~/web/lib/draft';
import type { FieldErrors } from '~/web/lib/form-errors';
import { isConflict } from './record-errors';

const saveAfterMs = 800;
/** After a lost connection or a failure of the server. */
const againAfterMs = 5_000;

export type SaveState =
  | { kind: 'saved' | 'changed' | 'saving' | 'conflict' }
  | { kind: 'failed'; message: string };

const unreachable = 'The site cannot be reached right now. It is tried again.';

/**
 * Input that is saved while it is typed. One save is under way at a time, each names the version that it was typed on, and leaving the
 * screen waits for the last one.
 */
export function useAutosave<Draft extends object>(options: {
  /** The key under which input is kept while it is saved, should the session have ended. */
  name: string;
  initial: Draft;
  updatedAt: string;
  /** Saved by a button where not. */
  isAutomatic: boolean;
  validate(draft: Draft): FieldErrors;
  /** Whether `save` leaves out what has an error at this path, so that the rest is saved meanwhile. */
  canWait?(path: string): boolean;
  /** @param expectedUpdatedAt left out to overwrite */
  save(draft: Draft, expectedUpdatedAt: string | undefined): Promise<{ updatedAt: string }>;
}) {
  const { name, updatedAt, isAutomatic } = options;
  const [draft, setDraft] = useState(options.initial);
  const [state, setState] = useState<SaveState>({ kind: 'saved' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const latest = useRef(draft);
  const saved = useRef(draft);
  const version = useRef(updatedAt);
  const running = useRef<Promise<boolean>>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasConflict = useRef(false);
  const current = useRef(options);
  current.current = options;

  const fail = (error: unknown) => {
    setErrors(fieldErrorsOf(error));
    hasConflict.current = isConflict(error);
    if (hasConflict.current) return setState({ kind: 'conflict' });
    const status = errorStatusOf(error);
    const isPassing = status === undefined || status >= 500;
    setState({ kind: 'failed', message: errorMessageOf(error) ?? unreachable });
    if (isPassing && isAutomatic) timer.current = setTimeout(() => void flush(), againAfterMs);
  };

  /** @param isWhole whether nothing of it waits */
  const send = async (given: Draft, isOverwriting: boolean, isWhole: boolean): Promise<boolean> => {
    const key = `${name}:${version.current}`;
    saveDraft(key, { values: given });
    try {
      const { save } = current.current;
      const { updatedAt: next } = await save(given, isOverwriting ? undefined : version.current);
      version.current = next;
      if (isWhole) saved.current = given;
      hasConflict.current = false;
      setErrors({});
      return true;
    } catch (error) {
      if (isOverwriting && isConflict(error)) {
        // Not another admin's change: it can no longer be changed at all.
        setState({ kind: 'failed', message: errorMessageOf(error) ?? unreachable });
      } else {
        fail(error);
      }
      return false;
    } finally {
      dropDraft(key);
    }
  };

  /** Saves what has not been saved. @returns whether all of it is */
  const flush = async (isOverwriting = false): Promise<boolean> => {
    clearTimeout(timer.current);
    while (running.current) await running.current;
    if (hasConflict.current && !isOverwriting) return false;
    const given = latest.current;
    if (given === saved.current && !isOverwriting) return true;
    const problems = current.current.validate(given);
    const [problem] = Object.values(problems);
    const refuse = (isRestSaved: boolean) => {
      setErrors(problems);
      const message = `${problem ?? ''}${isRestSaved ? '. All else is saved' : ''}`;
      setState({ kind: 'failed', message });
      return false;
    };
    const { canWait = () => false } = current.current;
    if (!Object.keys(problems).every(canWait)) return refuse(false);
    setState({ kind: 'saving' });
    running.current = send(given, isOverwriting, problem === undefined);
    const isSaved = await running.current;
    running.current = undefined;
    if (!isSaved) return false;
    if (latest.current !== given) return flush();
    if (problem !== undefined) return refuse(true);
    setState({ kind: 'saved' });
    return true;
  };

  const change = (next: (before: Draft) => Draft) => {
    latest.current = next(latest.current);
    setDraft(latest.current);
    if (hasConflict.current) return;
    setState((before) => (before.kind === 'failed' && isAutomatic ? before : { kind: 'changed' }));
    clearTimeout(timer.current);
    if (current.current.isAutomatic) timer.current = setTimeout(() => void flush(), saveAfterMs);
  };

  // What was typed before the session ended.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    const kept = takeDraft<Draft>(`${name}:${updatedAt}`);
    if (kept) change(() => kept);
    return () => clearTimeout(timer.current);
  }, []);

  const isDirty = () => latest.current !== saved.current;
  const leaving = useBlocker({
    shouldBlockFn: async () => isDirty() && !(isAutomatic && (await flush())),
    // While it is saved, the transport may go to sign in: what was typed is kept for the way back.
    enableBeforeUnload: () => isDirty() && !running.current,
    withResolver: true,
  });

  const set = <Key extends keyof Draft>(key: Key, value: Draft[Key]) =>
    change((before) => ({ ...before, [key]: value }));

  return { draft, set, change, state, errors, setErrors, flush, leaving };
}
