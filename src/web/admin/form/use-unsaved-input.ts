import { useEffect, useRef, useState } from 'react';

import { useViewer } from '~/web/shell/settings';
import { deleteInput, mergeInput, readInput, storeInput } from './unsaved-input';

/** Returns the name under which the unsaved input of a record, or of a new record, is stored. */
export const keepingOf = (noun: string, opened?: { id: number }): string =>
  `${noun}:${opened?.id ?? 'new'}`;

/**
 * Unsaved input that was found in the browser. If others have changed the same fields since, it is
 * only offered; otherwise, it is restored.
 */
interface Found {
  at: string;
  isRestored: boolean;
}

/**
 * Stores the input of a form until it is saved or discarded, and restores it when the form opens.
 * Fields that were not typed get their current values. If others have changed a typed field, the
 * input is only offered, because it would overwrite their change.
 *
 * @param keeping name of the form and its record, such as `post:12`; undefined for a form whose
 * input must not be stored
 * @param adapt adapts restored values to the fields that were not typed
 */
export function useUnsavedInput<Draft extends object>(
  keeping: string | undefined,
  form: { draft: Draft; isDirty: boolean; initial: Draft; change(to: () => Draft): void },
  adapt: (restored: Draft, typed: Draft) => Draft = (restored) => restored,
) {
  const { draft, isDirty, initial, change } = form;
  // Input is stored separately for each admin, because several may use the same computer.
  const viewer = useViewer()?.id ?? '';
  const name = keeping && `${viewer}:${keeping}`;
  const [stored] = useState(() => {
    const input = name === undefined ? undefined : readInput<Draft>(name);
    if (!input) return undefined;
    let isRestored = true;
    const merged = mergeInput(input, initial, () => {
      isRestored = false;
    });
    return { at: input.at, values: adapt(merged, input.values), isRestored };
  });
  const [found, setFound] = useState<Found | undefined>(stored);
  const isStored = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form
  useEffect(() => {
    if (stored?.isRestored) change(() => stored.values);
  }, []);

  const isOffered = found?.isRestored === false;
  useEffect(() => {
    if (name === undefined) return;
    if (isDirty) isStored.current = storeInput(name, { values: draft, initial });
    // Keeps offered input until it is used or discarded.
    else if (!isOffered) deleteInput(name);
  }, [name, initial, draft, isDirty, isOffered]);

  const forget = () => {
    if (name) deleteInput(name);
    setFound(undefined);
  };
  return {
    found,
    /** Returns whether the input is stored beyond this tab. */
    isStored: () => isStored.current,
    /** Deletes the stored input, because it was saved or discarded. */
    forget,
    /** Applies the offered input. */
    use: () => {
      if (!stored) return;
      change(() => stored.values);
      setFound({ at: stored.at, isRestored: true });
    },
    /**
     * Resets the form to the initial values.
     *
     * @returns a function that restores the input, even after the form was left
     */
    discard: () => {
      const before = isOffered && stored ? stored.values : draft;
      forget();
      if (!isOffered) change(() => initial);
      return () => {
        if (name) storeInput(name, { values: before, initial });
        change(() => before);
      };
    },
  };
}

export type UnsavedInputState = ReturnType<typeof useUnsavedInput>;
