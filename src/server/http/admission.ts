import type { IncomingMessage, ServerResponse } from 'node:http';

import { isFilePath } from './file-paths';
import { healthPaths } from './health-checks';
import { metricsPath } from './metrics-routes';

export interface AdmissionLimits {
  /** Requests being answered; streams do not count, those of files included. */
  inFlight: number;
  /** Requests that wait for their start. */
  waiting: number;
  /** A request that has waited so long is turned away. */
  waitMs: number;
  /** Requests that start in one turn of the event loop, at most. */
  startsPerTurn: number;
}

export const admissionLimits: AdmissionLimits = {
  inFlight: 200,
  waiting: 500,
  waitMs: 2_000,
  startsPerTurn: 32,
};

/** A turn of the event loop that takes longer means that what it does is expensive: fewer requests start in the next. */
const longTurnMs = 8;
const shortTurnMs = 3;

/** So many are in flight even then: some of them may wait for Stripe. */
const roomMin = 8;

/** To turn many away takes time, too. */
const awayPerTurn = 16;

interface Waiting {
  /** Whether its client has closed the connection. */
  isGone(): boolean;
  start(): void;
  turnAway(): void;
  since: number;
}

/** Stripe's events are money, and overload is when the metrics are needed. */
const urgentPaths = new Set([...healthPaths, '/api/webhooks/stripe', metricsPath]);

const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD';

/**
 * Starts requests only as fast as the process can answer them. What was cached is sent before this and never waits longer than a
 * turn of the event loop, which stays short; requests past the bounds are turned away at once, instead of all of them becoming slow.
 * Writes go first: they hold what a person has typed.
 */
export class Admission {
  private readonly writes: Waiting[] = [];
  private readonly reads: Waiting[] = [];
  private inFlight = 0;
  private turnedAway = 0;
  /** How many may be in flight now: those that wait for the database together become expensive together. */
  private room: number;
  /** How many may start in one turn now. */
  private allowed: number;
  private startedInTurn = 0;
  private turnBegan = 0;
  private isTurnPlanned = false;
  private isLookPlanned = false;

  constructor(private readonly limits: AdmissionLimits = admissionLimits) {
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
    begin: () => void,
    turnAway: () => void,
  ): void {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (urgentPaths.has(path) || isFilePath(path)) {
      begin();
      return;
    }
    const start = () => {
      this.inFlight += 1;
      response.once('close', () => {
        this.inFlight -= 1;
        if (this.waitingCount > 0) this.planTurn();
      });
      begin();
    };
    if (this.waitingCount === 0 && this.mayStart()) {
      this.startedInTurn += 1;
      this.planTurn();
      start();
      return;
    }
    const refuse = () => {
      this.turnedAway += 1;
      turnAway();
    };
    if (this.waitingCount >= this.limits.waiting) {
      refuse();
      return;
    }
    const isGone = () => response.destroyed;
    const waiting = { isGone, start, turnAway: refuse, since: performance.now() };
    (isRead(request.method) ? this.reads : this.writes).push(waiting);
    this.planTurn();
  }

  /** What it holds now, and how many it has turned away since the start. */
  load(): { inFlight: number; waiting: number; turnedAway: number } {
    return { inFlight: this.inFlight, waiting: this.waitingCount, turnedAway: this.turnedAway };
  }

  private get waitingCount() {
    return this.reads.length + this.writes.length;
  }

  private mayStart(): boolean {
    return this.startedInTurn < this.allowed && this.inFlight < this.room;
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
    let turnedAway = 0;
    for (const queue of [this.writes, this.reads]) {
      // The oldest is first.
      while (queue[0] && now - queue[0].since > this.limits.waitMs && turnedAway < awayPerTurn) {
        queue.shift()?.turnAway();
        turnedAway += 1;
      }
      while (this.mayStart()) {
        const next = queue.shift();
        if (!next) break;
        if (next.isGone()) continue;
        this.startedInTurn += 1;
        next.start();
      }
    }
    // With every place taken, the end of an answer plans the next turn; those that wait are looked at now and then.
    if (this.waitingCount === 0) return;
    if (this.inFlight < this.room) this.planTurn();
    else this.look();
  }

  /** Halves what may begin after a long turn of the event loop, and gives a little more after a short one. */
  private adapt(turnMs: number): void {
    const { inFlight, startsPerTurn } = this.limits;
    if (turnMs > longTurnMs) {
      this.allowed = Math.max(1, this.allowed >> 1);
      this.room = Math.max(Math.min(roomMin, inFlight), Math.min(this.room, this.inFlight) >> 1);
    } else if (turnMs < shortTurnMs && this.startedInTurn > 0) {
      // A turn that began nothing says nothing of how expensive requests are.
      this.allowed = Math.min(startsPerTurn, this.allowed + 1);
      this.room = Math.min(inFlight, this.room + 1);
    }
  }

  /** Turns away those that have waited too long while nothing ends. */
  private look(): void {
    if (this.isLookPlanned) return;
    this.isLookPlanned = true;
    setTimeout(() => {
      this.isLookPlanned = false;
      if (this.waitingCount > 0) this.planTurn();
    }, this.limits.waitMs / 10).unref();
  }
}
