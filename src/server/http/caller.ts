import type { IncomingMessage } from 'node:http';

import { visitorNetwork } from './client-ip';

/** By what the share of one caller is bounded. */
export interface Caller {
  /** Undefined where it has no share: all visitors may come through it. */
  network: string | undefined;
  /** Undefined for one that was not checked: it may be invented. */
  session: string | undefined;
}

/** @param trustedProxies number of proxies whose `X-Forwarded-For` is believed */
export function networkOfRequest(
  { headers, socket }: IncomingMessage,
  trustedProxies: number,
): Caller['network'] {
  const forwarded = headers['x-forwarded-for'];
  return visitorNetwork(
    socket.remoteAddress,
    Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    trustedProxies,
  );
}

export const callerOf = (
  request: IncomingMessage,
  options: { trustedProxies: number; sessionOf(cookies: string | undefined): string | undefined },
): Caller => ({
  network: networkOfRequest(request, options.trustedProxies),
  session: options.sessionOf(request.headers.cookie),
});

/** How many of something each key has. */
export class Counts {
  private readonly counts = new Map<string, number>();

  of(key: string | undefined): number {
    return key === undefined ? 0 : (this.counts.get(key) ?? 0);
  }

  /** @param by +1 or -1; a missing key is not counted */
  add(key: string | undefined, by: 1 | -1): void {
    if (key === undefined) return;
    const count = this.of(key) + by;
    if (count > 0) this.counts.set(key, count);
    else this.counts.delete(key);
  }

  /** The key that has the most. */
  most(): string | undefined {
    let most: string | undefined;
    for (const [key, count] of this.counts) if (count > this.of(most)) most = key;
    return most;
  }
}
