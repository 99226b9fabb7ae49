import { useRouter } from '@tanstack/react-router';
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { useEffect } from 'react';

import type { AppRouter } from '~/web/lib/trpc';

/** Changes that come together are shown together. */
const gatherMs = 250;

/** Shows what arrives while the panel is open: whatever changes, the lists that are shown are read again. */
export function useLive(): void {
  const { api } = useRouter().options.context;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void api.admin.invalidate();
      }, gatherMs);
    };
    let isFirst = true;
    const client = createTRPCClient<AppRouter>({
      links: [httpSubscriptionLink({ url: '/api/trpc' })],
    });
    const stream = client.admin.live.changes.subscribe(undefined, {
      onData: refresh,
      // What changed while the line was down is not told again.
      onStarted: () => {
        if (!isFirst) refresh();
        isFirst = false;
      },
    });
    return () => {
      clearTimeout(timer);
      stream.unsubscribe();
    };
  }, [api]);
}
