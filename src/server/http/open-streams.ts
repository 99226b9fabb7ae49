import type { ServerResponse } from 'node:http';

import { type Caller, CallerCounts } from './caller';

/** Open event streams. A browser has one for each tab. */
export const streamLimits = { perSession: 30, perNetwork: 300, max: 2_000 };

interface OpenStream {
  caller: Caller;
  response: ServerResponse;
}

/**
 * Bounds how many event streams one session, one network and all of them together keep open. One that goes beyond a bound ends the
 * oldest within it: a browser tab that is still open reconnects.
 */
export function createOpenStreams(limits: typeof streamLimits = streamLimits) {
  /** In the order of their opening. */
  const open = new Set<OpenStream>();
  const counts = new CallerCounts();

  function close(stream: OpenStream): void {
    if (!open.delete(stream)) return;
    counts.remove(stream.caller);
  }

  function endOldest(isMeant: (caller: Caller) => boolean): void {
    for (const stream of open) {
      if (!isMeant(stream.caller)) continue;
      close(stream);
      stream.response.destroy();
      return;
    }
  }

  return (caller: Caller, response: ServerResponse): void => {
    const { session, network } = caller;
    const none = Number.POSITIVE_INFINITY;
    if (!counts.allows(caller, { session: limits.perSession, network: none }))
      endOldest((other) => other.session === session);
    if (!counts.allows(caller, { session: none, network: limits.perNetwork }))
      endOldest((other) => other.network === network);
    if (open.size >= limits.max) endOldest(() => true);
    const stream = { caller, response };
    open.add(stream);
    counts.add(caller);
    response.once('close', () => close(stream));
  };
}
