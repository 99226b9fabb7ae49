import { useEffect, useState, useSyncExternalStore } from 'react';

import type { Message } from '~/contract/workspace/workspace-schema';
import { usePresence } from '~/web/shell/live';
import type { MessagePage, ThreadSource } from './thread-source';
import { createThreadStore, type ThreadState, type ThreadStore } from './thread-store';

/** The newest messages of a thread, as their query has them. */
export interface NewestMessages<Row extends Message> {
  data: MessagePage<Row>;
  dataUpdatedAt: number;
  /** Whether the last attempt to read them has failed. */
  isError: boolean;
}

interface Thread<Row extends Message> {
  store: ThreadStore<Row>;
  state: ThreadState<Row>;
  /** False while what is shown may be out of date. */
  isLive: boolean;
}

/** One thread, kept current while it is on the screen. The component that uses it is keyed by the request. */
export function useThread<Row extends Message>(
  source: ThreadSource<Row>,
  { data, dataUpdatedAt, isError }: NewestMessages<Row>,
): Thread<Row> {
  const [store] = useState(() => createThreadStore(source, data));
  const isConnected = usePresence(source.requestId);
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState);

  useEffect(() => store.takeUp(), [store]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same newest messages read again may come with older ones that changed
  useEffect(() => store.take(data), [store, data, dataUpdatedAt]);

  return { store, state, isLive: isConnected && !isError && !state.isBehind };
}
