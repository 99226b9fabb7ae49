import { useEffect, useState, useSyncExternalStore } from 'react';

import type { Message } from '~/contract/threads/threads-schema';
import { usePresence } from '~/web/shell/live';
import type { MessagePage, ThreadSource } from './thread-source';
import { createThreadStore, type ThreadState, type ThreadStore } from './thread-store';

/** Newest messages of a thread, as read by their query. */
export interface NewestMessages<Row extends Message> {
  data: MessagePage<Row>;
  dataUpdatedAt: number;
  /** True if the last attempt to fetch them has failed. */
  isError: boolean;
}

interface Thread<Row extends Message> {
  store: ThreadStore<Row>;
  state: ThreadState<Row>;
  /** False while the displayed messages may be outdated. */
  isLive: boolean;
}

/**
 * Returns one thread, and keeps it up to date while it is on screen. The React key of the component
 * that uses it must be the record.
 */
export function useThread<Row extends Message>(
  source: ThreadSource<Row>,
  { data, dataUpdatedAt, isError }: NewestMessages<Row>,
): Thread<Row> {
  const [store] = useState(() => createThreadStore(source, data));
  const isConnected = usePresence(source.requestId);
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState);

  useEffect(() => store.takeUp(), [store]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refetch with the same newest messages may include changed older ones
  useEffect(() => store.take(data), [store, data, dataUpdatedAt]);

  return { store, state, isLive: isConnected && !isError && !state.isBehind };
}
