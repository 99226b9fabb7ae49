import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Changes that come together are shown together. */
const gatherMs = 250;

/**
 * Shows what arrives while the panel is open: whatever changes, the lists that are shown are read again.
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
      }, gatherMs);
    };
    let isFirst = true;
    const stream = new EventSource('/api/trpc/admin.live.changes');
    stream.addEventListener('message', refresh);
    // What changed while the line was down is not told again.
    stream.addEventListener('connected', () => {
      if (!isFirst) refresh();
      isFirst = false;
    });
    // Nothing more is to come: the browser would ask again and again.
    stream.addEventListener('return', () => stream.close());
    return () => {
      clearTimeout(timer);
      stream.close();
    };
  }, [api]);
}
