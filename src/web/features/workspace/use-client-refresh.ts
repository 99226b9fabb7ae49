import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import type { ThreadEvent } from '~/contract/workspace/workspace-schema';

/** Changes that come together are read together. */
const gatherMs = 150;

/**
 * Reads again what a client's screens show beside a thread, soon after something has happened.
 *
 * @param openRequestId the request on the screen
 */
export function useClientRefresh(openRequestId?: number) {
  const { api } = useRouter().options.context;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isRequestChanged = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  function soon() {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void api.workspace.unread.invalidate();
      void api.workspace.files.invalidate();
      void api.dashboard.waiting.invalidate();
      if (openRequestId !== undefined) void api.workspace.get.invalidate({ id: openRequestId });
      if (!isRequestChanged.current) return;
      isRequestChanged.current = false;
      void api.requests.invalidate();
      void api.dashboard.invalidate();
    }, gatherMs);
  }

  return {
    soon,
    onEvent({ kind }: ThreadEvent) {
      if (kind === 'request_changed' || kind === 'file_decided' || kind === 'reset') {
        isRequestChanged.current = true;
      }
      soon();
    },
    /** The session may have ended: the screen then takes its viewer to sign in. */
    onRefused: () => void api.identity.viewer.invalidate(),
  };
}
