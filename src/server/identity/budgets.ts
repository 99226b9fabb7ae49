import { lt } from 'drizzle-orm';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';

import { Refusal } from '~/contract/errors';
import type { Database } from '../db/client';
import { rateLimits } from '../db/schema/identity';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How often what may be done, in how many seconds. */
const limits = {
  quoteForm: { points: 20, seconds: 10 * minute },
  contactForm: { points: 20, seconds: 10 * minute },
  requestForm: { points: 20, seconds: 10 * minute },
  /** Changes of one person's own picture. */
  pictureOfUser: { points: 10, seconds: hour },
  uploadsOfAdmin: { points: 200, seconds: 10 * minute },
  codeGap: { points: 1, seconds: minute },
  codesAnHour: { points: 5, seconds: hour },
  /** No single address asks for codes for half the world. */
  codesFromAddress: { points: 100, seconds: 10 * minute },
  wrongGuesses: { points: 20, seconds: day },
  adminByUsername: { points: 20, seconds: 15 * minute },
  adminByAddress: { points: 20, seconds: 15 * minute },
  adminByBrowser: { points: 20, seconds: 15 * minute },
} as const;

export type Budget = keyof typeof limits;

/** Seconds as a person says them. */
function inWords(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 90) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / minute);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

export function tooMany(seconds: number, what = 'Too many requests.'): Refusal {
  return new Refusal('TOO_MANY_REQUESTS', `${what} Please try again in ${inWords(seconds)}.`, {
    retryAfterSeconds: seconds,
    reason: what,
  });
}

/** Budgets that all instances share. */
export function createBudgets(db: Database, changes: Partial<Record<Budget, number>> = {}) {
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterDrizzle({
        storeClient: db,
        schema: rateLimits,
        keyPrefix: name,
        points: changes[name as Budget] ?? points,
        duration: seconds,
        clearExpiredByTimeout: false,
      }),
    ]),
  ) as Record<Budget, RateLimiterDrizzle>;

  return {
    /** Takes one; refuses with the time to wait where none is left. */
    async spend(budget: Budget, key: string, what?: string): Promise<void> {
      try {
        await limiters[budget].consume(key);
      } catch (spent) {
        if (!(spent instanceof RateLimiterRes)) throw spent;
        throw tooMany(Math.max(1, Math.ceil(spent.msBeforeNext / 1000)), what);
      }
    },

    /** Gives back what was taken for something that turned out well. */
    async giveBack(budget: Budget, key: string): Promise<void> {
      await limiters[budget].reward(key);
    },

    /** Budgets that have run out are full again, and their rows of no use. */
    async sweep(): Promise<void> {
      await db.delete(rateLimits).where(lt(rateLimits.expire, new Date()));
    },
  };
}

export type Budgets = ReturnType<typeof createBudgets>;
