import { useEffect, useState, useSyncExternalStore } from 'react';

import type { Message, ThreadEvent } from '~/contract/workspace/workspace-schema';
import { followStream } from './live-stream';
import type { MessagePage, ThreadSource } from './thread-source';
import { createThreadStore, type ThreadState, type ThreadStore } from './thread-store';

export interface Thread<Row extends Message> {
  store: ThreadStore<Row>;
  state: ThreadState<Row>;
  /** False while what is shown may be out of date. */
  isLive: boolean;
}

/**
 * One thread, kept current while it is on the screen. The component that uses it is keyed by the request.
 *
 * @param onEvent for what stands beside the thread
 */
export function useThread<Row extends Message>(
  source: ThreadSource<Row>,
  first: MessagePage<Row>,
  { onEvent, onRefused }: { onEvent(event: ThreadEvent): void; onRefused(): void },
): Thread<Row> {
  const [store] = useState(() => createThreadStore(source, first));
  const [follow] = useState(() => ({ source, onEvent, onRefused }));
  const [isConnected, setConnected] = useState(true);
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState);

  useEffect(() => {
    store.takeUp();
    const end = followStream({
      url: follow.source.streamUrl,
      onEvent: (event) => {
        // A client's stream tells of all of their requests.
        const isHere = event.requestId === null || event.requestId === follow.source.requestId;
        if (isHere) store.apply(event);
        follow.onEvent(event);
      },
      onConnected: setConnected,
      onRefused: follow.onRefused,
    });
    return () => {
      end();
      store.stop();
    };
  }, [store, follow]);

  return { store, state, isLive: isConnected && !state.isBehind };
}
