import { useState } from 'react';

import { dropDraft, loadDraft, saveDraft } from '~/web/lib/draft';

/** The fields of a short form, kept in this tab while they are typed: closing it, Back and a reload lose nothing. */
export function useKeptFields<Fields extends Record<string, string>>(name: string, empty: Fields) {
  const [fields, setFields] = useState<Fields>(() => ({ ...empty, ...loadDraft(name).values }));
  return {
    fields,
    setFields(next: Fields) {
      setFields(next);
      const isEmpty = Object.entries(next).every(([key, value]) => value === empty[key]);
      if (isEmpty) dropDraft(name);
      else saveDraft(name, { values: next });
    },
    /** Once it was sent, or discarded. */
    forget: () => dropDraft(name),
  };
}
