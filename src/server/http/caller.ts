import type { IncomingMessage } from 'node:http';

import { isLoopback } from '~/server/platform/env';
import { clientIp, networkOf } from './client-ip';

/** By what the share of one caller is bounded. */
export interface Caller {
  /** Undefined for a program on this machine, such as a proxy that is not trusted: all visitors may come through it. */
  network: string | undefined;
  /** The session cookie as it was sent; it is not checked here. */
  session: string | undefined;
}

const sessionIn = /(?:^|;\s*)(?:__Host-)?session=([^;]+)/;

/** @param trustedProxies number of proxies whose `X-Forwarded-For` is believed */
export function callerOf(request: IncomingMessage, trustedProxies: number): Caller {
  const { headers, socket } = request;
  const forwarded = headers['x-forwarded-for'];
  const ip = clientIp(
    socket.remoteAddress,
    Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    trustedProxies,
  );
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  return {
    network: isLoopback(plain) ? undefined : networkOf(plain),
    session: sessionIn.exec(headers.cookie ?? '')?.[1],
  };
}

/** Counts what each network and each session holds; a caller without either is not counted. */
export class CallerCounts {
  private readonly counts = new Map<string, number>();

  add(caller: Caller): void {
    for (const key of keysOf(caller)) this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  remove(caller: Caller): void {
    for (const key of keysOf(caller)) {
      const left = (this.counts.get(key) ?? 1) - 1;
      if (left > 0) this.counts.set(key, left);
      else this.counts.delete(key);
    }
  }

  /** Whether the caller may hold one more within both bounds. */
  allows({ network, session }: Caller, bounds: { network: number; session: number }): boolean {
    return (
      (network === undefined || this.of(`network ${network}`) < bounds.network) &&
      (session === undefined || this.of(`session ${session}`) < bounds.session)
    );
  }

  private of(key: string): number {
    return this.counts.get(key) ?? 0;
  }
}

function keysOf({ network, session }: Caller): string[] {
  const keys: string[] = [];
  if (network !== undefined) keys.push(`network ${network}`);
  if (session !== undefined) keys.push(`session ${session}`);
  return keys;
}
