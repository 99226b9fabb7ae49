import { useEffect, useRef, useState } from 'react';

import { useViewer } from '~/web/shell/settings';
import { deleteInput, readInput, storeInput, type UnsavedInput } from './unsaved-input';

/** Place where the unsaved input of a form is stored. */
export interface Keeping {
  /** Name of the form and its record, such as `post:12`, or `post:new`. */
  name: string;
  /** Version of the record as opened. Defaults to the form's initial values. */
  version?: string | undefined;
}

/** Returns the name of the unsaved input of a record, or of a new one. */
export const keepingOf = (noun: string, opened?: { id: number; updatedAt: string }): Keeping => ({
  name: `${noun}:${opened?.id ?? 'new'}`,
  version: opened?.updatedAt,
});

/** Input that was found in the browser. It is restored, or only offered if the record has changed. */
interface Found {
  at: string;
  isRestored: boolean;
}

/**
 * Stores the input of a form until it is saved or discarded, and restores it. Input based on an older version is only
 * offered, because it would replace changes that others have saved since.
 *
 * @param keeping undefined for a form whose input must not be stored
 */
export function useUnsavedInput<Draft extends object>(
  keeping: Keeping | undefined,
  form: { draft: Draft; isDirty: boolean; initial: Draft; change(to: () => Draft): void },
) {
  const { draft, isDirty, initial, change } = form;
  // Input is stored separately for each admin, because several may use the same computer.
  const viewer = useViewer()?.id ?? '';
  const name = keeping && `${viewer}:${keeping.name}`;
  const [asOpened] = useState(() => JSON.stringify(initial));
  const version = keeping?.version ?? asOpened;
  const [stored] = useState<UnsavedInput<Draft> | undefined>(() =>
    name ? readInput<Draft>(name) : undefined,
  );
  const [found, setFound] = useState<Found | undefined>(
    () => stored && { at: stored.at, isRestored: stored.version === version },
  );
  const isStored = useRef(false);
  // A field that the form did not have at that time gets its initial value.
  const complete = (values: Draft): Draft => ({ ...initial, ...values });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form
  useEffect(() => {
    if (stored && found?.isRestored) change(() => complete(stored.values));
  }, []);

  const isOffered = found?.isRestored === false;
  useEffect(() => {
    if (name === undefined) return;
    if (isDirty) isStored.current = storeInput(name, { values: draft, version });
    // Offered input is kept until it is used or discarded.
    else if (!isOffered) deleteInput(name);
  }, [name, version, draft, isDirty, isOffered]);

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
    /** Replaces the form's values with the offered input. */
    use: () => {
      if (!stored) return;
      change(() => complete(stored.values));
      setFound({ at: stored.at, isRestored: true });
    },
    /** Returns to the initial values. @returns a function that restores the input, even after the form was left */
    discard: () => {
      const before = isOffered && stored ? complete(stored.values) : draft;
      forget();
      if (!isOffered) change(() => initial);
      return () => {
        if (name) storeInput(name, { values: before, version });
        change(() => before);
      };
    },
  };
}

export type UnsavedInputState = ReturnType<typeof useUnsavedInput>;
