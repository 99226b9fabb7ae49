import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Changes that come together are shown together. */
const gatherMs = 250;
/** A server that is just starting answers that it is not there yet. */
const againAfterMs = 5_000;

/**
 * Keeps the open panel current: a change announced by the server refetches the lists that show it.
 * (The browser's own stream will do, since what arrives is of no matter: tRPC's would lie in the scripts
 * of every visitor, as it cannot be parted from the rest of its client.)
 */
export function useLive(): void {
  const { api } = useRouter().options.context;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void api.admin.invalidate();
        // The role may have changed, and with it what is offered.
        void api.identity.viewer.invalidate();
      }, gatherMs);
    };
    let isFirst = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    let stream: EventSource;
    const open = () => {
      stream = new EventSource('/api/trpc/admin.live.changes');
      stream.addEventListener('message', refresh);
      // Changes during a lost connection are not announced again.
      stream.addEventListener('connected', () => {
        if (!isFirst) refresh();
        isFirst = false;
      });
      // Refused: the session has ended, and the next query says so.
      stream.addEventListener('serialized-error', () => {
        stream.close();
        refresh();
      });
      // The browser reconnects on its own, except after an answer that is no stream.
      stream.addEventListener('error', () => {
        if (stream.readyState === EventSource.CLOSED) again = setTimeout(open, againAfterMs);
      });
    };
    open();
    return () => {
      clearTimeout(timer);
      clearTimeout(again);
      stream.close();
    };
  }, [api]);
}
