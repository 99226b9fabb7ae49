import { useCallback, useEffect, useState } from 'react';

import { completeSelection, defaultSelection } from '~/contract/documents/choices';
import type { ClientProposal } from '~/contract/proposals/proposals-schema';

/** Loads the code for drafts together with the forms, which load late. */
const loadDrafts = () => import('~/web/lib/draft');

type Picked = readonly number[];
type Change = Picked | ((before: Picked) => Picked);

/**
 * Returns the indexes of the selected options, which are the defaults until the client selects
 * others, and a function that changes them. The selection survives a reload, unless the content of
 * the proposal has changed: another version may have other options at these indexes.
 */
export function useChosenOptions({
  number,
  contentHash,
  items,
}: Pick<ClientProposal, 'number' | 'contentHash' | 'items'>) {
  const name = `options-${number}`;
  const [picked, setPicked] = useState<Picked>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once; a new version carries over the selection
  useEffect(() => {
    void loadDrafts().then(({ loadDraft }) => {
      const { values } = loadDraft(name);
      if (values.contentHash !== contentHash || values.picked === undefined) return;
      const kept = values.picked.split(' ').filter(Boolean).map(Number);
      // A selection that was made before the stored one was read takes precedence.
      setPicked((now) => now ?? completeSelection(items, kept));
    });
  }, [name]);

  const change = useCallback(
    (next: Change) => {
      setPicked((before) => {
        const initial = defaultSelection(items);
        const now = typeof next === 'function' ? next(before ?? initial) : next;
        const isDefault = now.join() === initial.join();
        void loadDrafts().then(({ saveDraft }) => {
          saveDraft(name, { values: isDefault ? {} : { contentHash, picked: now.join(' ') } });
        });
        return now;
      });
    },
    [name, contentHash, items],
  );
  return [picked ?? defaultSelection(items), change] as const;
}
