import { useEffect, useRef } from 'react';

import { clientStreamUrl } from './client-source';
import { followStream } from './live-stream';
import { useClientRefresh } from './use-client-refresh';

/** Keeps a screen with several requests current. Shows nothing. */
export function LiveRequests() {
  const refresh = useRef(useClientRefresh());
  useEffect(
    () =>
      followStream({
        url: clientStreamUrl,
        onEvent: refresh.current.onEvent,
        onConnected: () => {},
        onRefused: refresh.current.onRefused,
      }),
    [],
  );
  return null;
}
