import { useCallback, useEffect, useState } from 'react';

import type { ClientProposal } from '~/contract/proposals/proposals-schema';

/** Comes with the forms that the page loads late. */
const loadDrafts = () => import('~/web/lib/draft');

type Picked = readonly number[];
type Change = Picked | ((before: Picked) => Picked);

/**
 * The options that are ticked, by their places, kept over a reload for as long as the proposal says the same: another version may have
 * others in these places.
 */
export function useChosenOptions({
  number,
  contentHash,
  items,
}: Pick<ClientProposal, 'number' | 'contentHash' | 'items'>) {
  const name = `options-${number}`;
  const [picked, setPicked] = useState<Picked>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once; a version that comes meanwhile carries over what is ticked
  useEffect(() => {
    void loadDrafts().then(({ loadDraft }) => {
      const { values } = loadDraft(name);
      if (values.contentHash !== contentHash || !values.picked) return;
      const kept = values.picked.split(' ').map(Number);
      // What was ticked before this was read counts.
      setPicked((now) => (now.length > 0 ? now : kept.filter((index) => items[index]?.optional)));
    });
  }, [name]);

  const change = useCallback(
    (next: Change) => {
      setPicked((before) => {
        const now = typeof next === 'function' ? next(before) : next;
        void loadDrafts().then(({ saveDraft }) => {
          saveDraft(name, { values: now.length > 0 ? { contentHash, picked: now.join(' ') } : {} });
        });
        return now;
      });
    },
    [name, contentHash],
  );
  return [picked, change] as const;
}
