import type { IncomingMessage, ServerResponse } from 'node:http';

import { visitorNetwork } from '~/server/http/client-ip';
import { mayHoldSession } from '~/server/http/cookies';
import { healthPaths } from '~/server/http/health-checks';
import { metricsPath } from '~/server/http/metrics-routes';
import { webhookPath } from '~/server/http/stripe-webhook';

export const admissionLimits = {
  /**
   * Maximum number of requests that are being processed. Does not count responses being sent, open streams and uploads
   * in progress.
   */
  inFlight: 200,
  /** Maximum number of requests that wait to start. */
  waiting: 500,
  /** Maximum waiting time in milliseconds. A request that waits longer is rejected. */
  waitMs: 2_000,
  /** Number of requests that start in each turn of the event loop, so that cached responses are sent in between. */
  startsPerTurn: 32,
};

/** Paths that are never delayed: Stripe's events are about payments, and metrics are needed most during overload. */
const urgentPaths = new Set([...healthPaths, webhookPath, metricsPath]);

interface Waiting {
  caller: string | undefined;
  start(): void;
}

/**
 * Limits how many requests are processed at a time. Other requests wait for a short time, or are rejected immediately.
 * The next request to start is the oldest one of the caller with the fewest requests in flight. A caller may use as
 * many slots as are still free, both in flight and waiting. A single caller therefore gets at most half, and several
 * callers always leave a slot for another one.
 */
export class Admission {
  private readonly queue: Waiting[] = [];
  private readonly places = new WeakMap<ServerResponse, () => void>();
  private readonly inFlightOf = new Map<string | undefined, number>();
  private inFlight = 0;
  private turnedAway = 0;
  private startedInTurn = 0;

  constructor(private readonly limits = admissionLimits) {}

  /**
   * Starts a request now or later, or rejects it.
   *
   * @param begin processes the request
   * @param turnAway responds that the server is too busy
   */
  admit(
    request: IncomingMessage,
    response: ServerResponse,
    caller: string | undefined,
    begin: () => void,
    turnAway: () => void,
  ): void {
    if (urgentPaths.has(request.url?.split('?', 1)[0] ?? '')) {
      begin();
      return;
    }
    const refuse = () => {
      this.turnedAway += 1;
      turnAway();
    };
    const waitingOfCaller = this.queue.filter((one) => one.caller === caller).length;
    if (!hasRoom(caller, waitingOfCaller, this.limits.waiting - this.queue.length)) {
      refuse();
      return;
    }
    let timer: NodeJS.Timeout | undefined;
    const waiting: Waiting = {
      caller,
      start: () => {
        clearTimeout(timer);
        // Checks the connection too, because a pipelined response emits no event when its connection ends.
        if (response.destroyed || request.socket.destroyed) return;
        this.startedInTurn += 1;
        this.takePlace(request, response, caller);
        begin();
      },
    };
    this.queue.push(waiting);
    this.startNext();
    if (!this.queue.includes(waiting)) return;
    timer = setTimeout(() => {
      this.queue.splice(this.queue.indexOf(waiting), 1);
      refuse();
    }, this.limits.waitMs);
  }

  /** Releases the slot of a request before its response has been sent. */
  leave(response: ServerResponse): void {
    this.places.get(response)?.();
  }

  /** Returns the current load, and the number of requests rejected since startup. */
  load(): { inFlight: number; waiting: number; turnedAway: number } {
    return { inFlight: this.inFlight, waiting: this.queue.length, turnedAway: this.turnedAway };
  }

  private startNext(): void {
    const isTurnPlanned = this.startedInTurn > 0;
    while (this.startedInTurn < this.limits.startsPerTurn) {
      const next = this.next();
      if (!next) break;
      this.queue.splice(this.queue.indexOf(next), 1);
      next.start();
    }
    if (isTurnPlanned || this.startedInTurn === 0) return;
    setImmediate(() => {
      this.startedInTurn = 0;
      this.startNext();
    });
  }

  private next(): Waiting | undefined {
    let best: Waiting | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const one of this.queue) {
      const own = this.inFlightOf.get(one.caller) ?? 0;
      if (own >= fewest || !hasRoom(one.caller, own, this.limits.inFlight - this.inFlight))
        continue;
      best = one;
      fewest = own;
    }
    return best;
  }

  private takePlace(
    request: IncomingMessage,
    response: ServerResponse,
    caller: string | undefined,
  ): void {
    this.count(caller, 1);
    const release = () => {
      if (!this.places.delete(response)) return;
      response.off('close', release);
      request.socket.off('close', release);
      this.count(caller, -1);
      this.startNext();
    };
    this.places.set(response, release);
    response.on('close', release);
    request.socket.on('close', release);
  }

  private count(caller: string | undefined, by: 1 | -1): void {
    this.inFlight += by;
    const count = (this.inFlightOf.get(caller) ?? 0) + by;
    if (count > 0) this.inFlightOf.set(caller, count);
    else this.inFlightOf.delete(caller);
  }
}

function hasRoom(caller: string | undefined, own: number, free: number): boolean {
  return free > 0 && (caller === undefined || own === 0 || own < free);
}

/**
 * Returns the caller whose share of the server is limited: an IPv4 address or IPv6 /48. For requests from this machine,
 * which may come through an untrusted proxy, the session counts as the caller; undefined without a session.
 *
 * @param trustedProxies number of proxies whose `X-Forwarded-For` is trusted
 */
export function callerOf(request: IncomingMessage, trustedProxies: number): string | undefined {
  const { cookie } = request.headers;
  return networkOfRequest(request, trustedProxies) ?? (mayHoldSession(cookie) ? cookie : undefined);
}

/** Returns the caller's network; undefined for this machine. */
export function networkOfRequest(
  { headers, socket }: IncomingMessage,
  trustedProxies: number,
): string | undefined {
  const forwarded = headers['x-forwarded-for'];
  return visitorNetwork(
    socket.remoteAddress,
    Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    trustedProxies,
  );
}
