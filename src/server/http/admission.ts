import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Caller } from './caller';
import { FairQueue, type Queued } from './fair-queue';
import { healthPaths } from './health-checks';
import { metricsPath } from './metrics-routes';
import { webhookPath } from './stripe-webhook';

export interface AdmissionLimits {
  /** Requests whose answer is worked on; an answer that is only sent, such as an open stream, does not count, nor a file that arrives. */
  inFlight: number;
  /** Requests that wait for their start. */
  waiting: number;
  /** A request that has waited so long is turned away. */
  waitMs: number;
  /** Requests that start in one turn of the event loop, at most. */
  startsPerTurn: number;
  /** Of the places and of those that wait, what one session may take; a network may take as many as are free. */
  sessionShare: number;
}

export const admissionLimits: AdmissionLimits = {
  inFlight: 200,
  waiting: 500,
  waitMs: 2_000,
  startsPerTurn: 32,
  sessionShare: 1 / 4,
};

/** A turn of the event loop that takes longer means that what it does is expensive: fewer requests start in the next. */
const longTurnMs = 8;
const shortTurnMs = 3;

/** So many are in flight even then: some of them may wait for Stripe. */
const roomMin = 8;

/** To turn many away takes time, too. */
const awayPerTurn = 16;

interface Waiting extends Queued {
  /** Whether its client has closed the connection. */
  isGone(): boolean;
  start(): void;
  turnAway(): void;
}

/** Stripe's events are money, and overload is when the metrics are needed. */
const urgentPaths = new Set([...healthPaths, webhookPath, metricsPath]);

const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD';

/**
 * Starts requests only as fast as the process can answer them. What was cached is sent before this and never waits longer than a
 * turn of the event loop, which stays short; requests past the bounds are turned away at once, instead of all of them becoming slow.
 * Who waits for the next place is a matter of fairness (`fair-queue.ts`).
 */
export class Admission {
  private readonly queue: FairQueue<Waiting>;
  private readonly places = new WeakMap<ServerResponse, () => void>();
  private turnedAway = 0;
  private endedSinceLook = 0;
  /** How many may be in flight now: those that wait for the database together become expensive together. */
  private room: number;
  /** How many may start in one turn now. */
  private allowed: number;
  private startedInTurn = 0;
  private turnBegan = 0;
  private isTurnPlanned = false;
  private isLookPlanned = false;

  constructor(private readonly limits: AdmissionLimits = admissionLimits) {
    this.queue = new FairQueue(limits.sessionShare);
    this.room = limits.inFlight;
    this.allowed = limits.startsPerTurn;
  }

  /**
   * @param begin answers the request
   * @param turnAway answers that the server is too busy
   */
  admit(
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller,
    begin: () => void,
    turnAway: () => void,
  ): void {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (urgentPaths.has(path)) {
      begin();
      return;
    }
    const start = () => {
      this.takePlace(request, response, caller);
      begin();
    };
    if (this.queue.size === 0 && !this.isFull && this.queue.mayTake(caller, this.room)) {
      this.startedInTurn += 1;
      this.planTurn();
      start();
      return;
    }
    const refuse = () => {
      this.turnedAway += 1;
      turnAway();
    };
    if (!this.queue.mayWait(caller, this.limits.waiting)) {
      refuse();
      return;
    }
    // A response that waits behind another one of its connection is not told of its end.
    const isGone = () => response.destroyed || request.socket.destroyed;
    const isWrite = !isRead(request.method);
    const since = performance.now();
    this.queue.add({ caller, isWrite, isGone, start, turnAway: refuse, since });
    this.planTurn();
  }

  /** Gives the place of a request back, once its answer is known; the end of its connection gives it back as well. */
  leave(response: ServerResponse): void {
    this.places.get(response)?.();
  }

  /** What it holds now, and how many it has turned away since the start. */
  load(): { inFlight: number; waiting: number; turnedAway: number } {
    return { inFlight: this.queue.places, waiting: this.queue.size, turnedAway: this.turnedAway };
  }

  private takePlace(request: IncomingMessage, response: ServerResponse, caller: Caller): void {
    const { socket } = request;
    this.queue.take(caller);
    const giveBack = () => {
      if (!this.places.delete(response)) return;
      response.off('close', giveBack);
      socket.off('close', giveBack);
      this.queue.giveBack(caller);
      this.endedSinceLook += 1;
      if (this.queue.size > 0) this.planTurn();
    };
    this.places.set(response, giveBack);
    response.on('close', giveBack);
    socket.on('close', giveBack);
  }

  private get isFull(): boolean {
    return this.startedInTurn >= this.allowed || this.queue.places >= this.room;
  }

  private planTurn(): void {
    if (this.isTurnPlanned) return;
    this.isTurnPlanned = true;
    this.turnBegan = performance.now();
    setImmediate(() => this.turn());
  }

  private turn(): void {
    this.isTurnPlanned = false;
    const now = performance.now();
    this.adapt(now - this.turnBegan);
    this.startedInTurn = 0;
    for (const late of this.queue.olderThan(now - this.limits.waitMs, awayPerTurn)) {
      this.queue.remove(late);
      late.turnAway();
    }
    while (!this.isFull) {
      const next = this.queue.next(this.room);
      if (!next) break;
      this.queue.remove(next);
      if (next.isGone()) continue;
      this.startedInTurn += 1;
      next.start();
    }
    // With every place taken, the end of an answer plans the next turn; those that wait are looked at now and then.
    if (this.queue.size === 0) return;
    if (this.queue.places < this.room && this.startedInTurn > 0) this.planTurn();
    else this.look();
  }

  /** Halves what may begin after a long turn of the event loop, and gives a little more after a short one. */
  private adapt(turnMs: number): void {
    const { inFlight, startsPerTurn } = this.limits;
    if (turnMs > longTurnMs) {
      this.allowed = Math.max(1, this.allowed >> 1);
      this.room = Math.max(
        Math.min(roomMin, inFlight),
        Math.min(this.room, this.queue.places) >> 1,
      );
    } else if (turnMs < shortTurnMs && this.startedInTurn > 0) {
      // A turn that began nothing says nothing of how expensive requests are.
      this.allowed = Math.min(startsPerTurn, this.allowed + 1);
      this.room = Math.min(inFlight, this.room + 1);
    }
  }

  /**
   * Turns away those that have waited too long while nothing ends. What is in flight then waits for something else than this process,
   * which has room for more: without it, requests that hang would keep the room as small as the last long turn has made it.
   */
  private look(): void {
    if (this.isLookPlanned) return;
    this.isLookPlanned = true;
    setTimeout(() => {
      this.isLookPlanned = false;
      if (this.queue.size === 0) return;
      if (this.endedSinceLook === 0)
        this.room = Math.min(this.limits.inFlight, Math.max(1, this.room * 2));
      this.endedSinceLook = 0;
      this.planTurn();
    }, this.limits.waitMs / 10).unref();
  }
}
