import { useEffect, useRef, useState } from 'react';

import { useViewer } from '~/web/shell/settings';
import { forgetTyping, type KeptTyping, keepTyping, readTyping } from './kept-typing';

/** Under what a form keeps what is typed into it. */
export interface Keeping {
  /** Of the record, such as `post:12`, or `post:new`. */
  name: string;
  /** Of the record as it was opened; empty for a new one. */
  version: string;
}

/** What an admin finds again: it is back in the form, or it waits since the record is another by now. */
interface Found {
  at: string;
  isBack: boolean;
}

/**
 * Keeps what is typed until it is saved or discarded, and brings it back. What was typed on another version is only offered: it would
 * replace what others saved since.
 * @param keeping undefined for a form that keeps nothing
 */
export function useKeptTyping<Draft extends object>(
  keeping: Keeping | undefined,
  form: { draft: Draft; isDirty: boolean; initial: Draft; change(to: () => Draft): void },
) {
  // Each admin their own: a computer can have several.
  const name = `${useViewer()?.id ?? ''}:${keeping?.name ?? ''}`;
  const { draft, isDirty, initial, change } = form;
  const [kept] = useState<KeptTyping<Draft> | undefined>(() =>
    keeping ? readTyping<Draft>(name) : undefined,
  );
  const [found, setFound] = useState<Found | undefined>(
    () => kept && { at: kept.at, isBack: kept.version === keeping?.version },
  );
  const isKept = useRef(false);
  // A field that is new since has its first value.
  const asNow = (values: Draft): Draft => ({ ...initial, ...values });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form
  useEffect(() => {
    if (kept && found?.isBack) change(() => asNow(kept.values));
  }, []);

  const isOffered = found?.isBack === false;
  const version = keeping?.version;
  useEffect(() => {
    if (version === undefined) return;
    if (isDirty)
      isKept.current = keepTyping(name, { values: draft, version, at: new Date().toISOString() });
    // What is only offered waits until it is taken or discarded.
    else if (!isOffered) forgetTyping(name);
  }, [name, version, draft, isDirty, isOffered]);

  return {
    found,
    /** Whether what is typed outlives this tab. */
    isKept: () => isKept.current,
    /** Once it was saved, or is not wanted. */
    forget: () => {
      if (keeping) forgetTyping(name);
      setFound(undefined);
    },
    /** Takes what was typed on another version. */
    take: () => {
      if (!kept) return;
      change(() => asNow(kept.values));
      setFound({ at: kept.at, isBack: true });
    },
    /** @returns a function that brings it back */
    discard: () => {
      const before = found?.isBack === false && kept ? asNow(kept.values) : draft;
      if (keeping) forgetTyping(name);
      setFound(undefined);
      if (found?.isBack) change(() => initial);
      return () => change(() => before);
    },
  };
}

export type KeptTypingState = ReturnType<typeof useKeptTyping>;
