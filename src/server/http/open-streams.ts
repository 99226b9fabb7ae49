import type { ServerResponse } from 'node:http';

import { type Caller, Counts } from './caller';

/** Open event streams. A browser has one for each tab. */
export const streamLimits = { perSession: 30, perNetwork: 300, max: 2_000 };

/** Event streams that one session opens within a minute: each tab opens one, and again at each reload. */
export const streamsOpenedMax = 120;
const openedWithinMs = 60_000;

interface OpenStream {
  caller: Caller;
  response: ServerResponse;
}

/** Callers through a program on this machine count as one network, which has no bound of its own. */
const networkOf = ({ network }: Caller): string => network ?? 'this machine';

/**
 * Bounds how many event streams one session, one network and all of them together keep open. One that goes beyond a bound ends the
 * oldest within it, of all of them the oldest of the network that has the most: a browser tab that is still open reconnects.
 */
export function createOpenStreams(limits: typeof streamLimits = streamLimits) {
  /** In the order of their opening. */
  const open = new Set<OpenStream>();
  const bySession = new Counts();
  const byNetwork = new Counts();
  let openedBySession = new Counts();
  let countedSince = performance.now();

  /** @returns whether the session may open one more; counts it */
  function mayOpen({ session }: Caller): boolean {
    const now = performance.now();
    if (now - countedSince > openedWithinMs) {
      openedBySession = new Counts();
      countedSince = now;
    }
    if (openedBySession.of(session) >= streamsOpenedMax) return false;
    openedBySession.add(session, 1);
    return true;
  }

  function count(caller: Caller, by: 1 | -1): void {
    bySession.add(caller.session, by);
    byNetwork.add(networkOf(caller), by);
  }

  function close(stream: OpenStream): void {
    if (open.delete(stream)) count(stream.caller, -1);
  }

  function endOldest(isMeant: (caller: Caller) => boolean): void {
    for (const stream of open) {
      if (!isMeant(stream.caller)) continue;
      close(stream);
      stream.response.destroy();
      return;
    }
  }

  function keep(caller: Caller, response: ServerResponse): void {
    const { session, network } = caller;
    if (bySession.of(session) >= limits.perSession) endOldest((other) => other.session === session);
    if (network !== undefined && byNetwork.of(network) >= limits.perNetwork)
      endOldest((other) => other.network === network);
    if (open.size >= limits.max) {
      const most = byNetwork.most();
      endOldest((other) => networkOf(other) === most);
    }
    const stream = { caller, response };
    open.add(stream);
    count(caller, 1);
    response.once('close', () => close(stream));
  }

  return { mayOpen, keep };
}
