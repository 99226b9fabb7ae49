import { useRouter } from '@tanstack/react-router';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';

import { useQueryClient } from '~/web/lib/queries';
import { createLiveConnection, type LiveConnection } from './live-connection';

const LiveContext = createContext<LiveConnection | undefined>(undefined);

/** Keeps its content up to date with one live stream, in the client area and the panel. */
export function Live(props: { isPanel?: boolean; isEnabled?: boolean; children: ReactNode }) {
  const { isPanel = false, isEnabled = true, children } = props;
  const { api } = useRouter().options.context;
  const client = useQueryClient();
  const [connection] = useState(() =>
    createLiveConnection(client, {
      isPanel,
      onEnded: () => void api.identity.viewer.invalidate(),
    }),
  );
  useEffect(() => (isEnabled ? connection.start() : undefined), [connection, isEnabled]);
  return <LiveContext value={connection}>{children}</LiveContext>;
}

const nothing = () => () => {};

/** Reports that the thread of a request is on the screen. @returns false while the stream is disconnected */
export function usePresence(requestId: number | undefined): boolean {
  const connection = useContext(LiveContext);
  useEffect(
    () => (requestId === undefined ? undefined : connection?.present(requestId)),
    [connection, requestId],
  );
  const isConnected = () => connection?.isConnected() ?? true;
  return useSyncExternalStore(connection?.subscribe ?? nothing, isConnected, isConnected);
}

/**
 * Returns a function that refetches everything on screen. Used after mutations without an
 * `outcome`.
 */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  const connection = useContext(LiveContext);
  return connection?.refresh ?? (() => client.invalidateQueries());
}
