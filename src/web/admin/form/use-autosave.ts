import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { errorMessageOf, errorStatusOf } from '~/web/lib/api-error';
import type { FieldErrors } from '~/web/lib/form-errors';
import { usePanelForm } from './use-panel-form';

const saveAfterMs = 800;
/** Milliseconds until the next attempt after a lost connection or a failure of the server. */
const againAfterMs = 5_000;

export type SaveState =
  | { kind: 'saved' | 'changed' | 'saving' | 'conflict' }
  | { kind: 'failed'; message: string };

const unreachable = 'The site can’t be reached right now. Retrying…';

/**
 * Form that is saved while typing. Only one save runs at a time, and each save states the version
 * that was edited. Leaving the screen waits for the last save.
 */
export function useAutosave<Draft extends object>(options: {
  /** Name under which unsaved input is stored. */
  name: string;
  initial: Draft;
  updatedAt: string;
  /** False for forms with a save button. */
  isAutomatic: boolean;
  validate(draft: Draft): FieldErrors;
  /** Returns whether `save` omits fields with an error at this path, so that all others are saved. */
  canWait?(path: string): boolean;
  /** Saves the input. @param expectedUpdatedAt omitted to overwrite */
  save(draft: Draft, expectedUpdatedAt: string | undefined): Promise<{ updatedAt: string }>;
}) {
  const { name, initial, updatedAt, isAutomatic, validate } = options;
  const [state, setState] = useState<SaveState>({ kind: 'saved' });
  const version = useRef(updatedAt);
  const running = useRef<Promise<boolean>>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Refs with current values, for callbacks that run later. */
  const isConflict = useRef(false);
  const current = useRef(options);
  current.current = options;

  const onChange = () => {
    if (isConflict.current) return;
    setState((before) => (before.kind === 'failed' && isAutomatic ? before : { kind: 'changed' }));
    clearTimeout(timer.current);
    if (current.current.isAutomatic) timer.current = setTimeout(() => void flush(), saveAfterMs);
  };
  const edited = usePanelForm<Draft>({ keeping: name, initial, validate, onChange });
  const { form } = edited;

  const fail = (message: string | undefined) =>
    setState({ kind: 'failed', message: message ?? unreachable });

  /** Sends the input. @param isPart true if parts of the input cannot be saved yet */
  const send = async (given: Draft, isOverwriting: boolean, isPart: boolean): Promise<boolean> => {
    const save = async () => {
      const expected = isOverwriting ? undefined : version.current;
      version.current = (await current.current.save(given, expected)).updatedAt;
    };
    const result = await edited.send(given, save, { isOverwriting, isPart });
    isConflict.current = !result.isSaved && result.isConflict;
    if (result.isSaved) return true;
    if (result.isConflict) {
      setState({ kind: 'conflict' });
      return false;
    }
    fail(errorMessageOf(result.error));
    const status = errorStatusOf(result.error);
    const isPassing = status === undefined || status >= 500;
    if (isPassing && isAutomatic) timer.current = setTimeout(() => void flush(), againAfterMs);
    return false;
  };

  /** Saves pending changes. @returns whether everything is saved */
  const flush = async (isOverwriting = false): Promise<boolean> => {
    clearTimeout(timer.current);
    while (running.current) await running.current;
    if (isConflict.current && !isOverwriting) return false;
    const given = form.getValues();
    if (!form.isDirty() && !isOverwriting) {
      setState({ kind: 'saved' });
      return true;
    }
    const problems = current.current.validate(given);
    const [problem] = Object.values(problems);
    const showProblems = (isRestSaved: boolean) => {
      form.setErrors(problems);
      fail(`${problem ?? ''}${isRestSaved ? '. Everything else is saved' : ''}`);
      return false;
    };
    const { canWait = () => false } = current.current;
    if (!Object.keys(problems).every(canWait)) return showProblems(false);
    setState({ kind: 'saving' });
    running.current = send(given, isOverwriting, problem !== undefined);
    const isSaved = await running.current;
    running.current = undefined;
    if (!isSaved) return false;
    if (form.getValues() !== given) return flush();
    if (problem !== undefined) return showProblems(true);
    setState({ kind: 'saved' });
    return true;
  };

  useEffect(() => () => clearTimeout(timer.current), []);

  const leaving = useBlocker({
    shouldBlockFn: async () => form.isDirty() && !(isAutomatic && (await flush())),
    enableBeforeUnload: () => form.isDirty() && !edited.unsaved.isStored(),
    withResolver: true,
  });

  const { draft, set, change, errors, element, focusFirstError, unsaved } = edited;
  const { setErrors } = form;
  return {
    draft,
    set,
    change,
    state,
    errors,
    setErrors,
    /** Ref of the element around the fields. */
    element,
    focusFirstError,
    flush,
    unsaved,
    leaving: {
      ...leaving,
      proceed: () => {
        unsaved.forget();
        leaving.proceed?.();
      },
    },
  };
}
