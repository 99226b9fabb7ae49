import { limits, type RateLimits, tooMany } from '~/server/platform/rate-limit/rate-limits';

/**
 * Maximum number of requests that are reserved for a key in the database at a time, so that most requests write
 * nothing.
 */
const reservedMax = 20;
/** Minimum number of reservations per period, for keys with a low limit. */
const reservationsMin = 30;

interface Reservation {
  left: number;
  /** Number of unreserved requests in the period. */
  beyond: number;
  /** End of the period, in the time of `performance.now()`. */
  endsAt: number;
}

/** Remaining requests of a key. */
export interface KeyBudget {
  limit: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
}

/** Counts the requests of API keys in the database, so that all instances share the limit. */
export function createKeyBudgets(rateLimits: Pick<RateLimits, 'reserve' | 'pointsOf'>) {
  const name = 'apiKeyRequests';
  const limit = rateLimits.pointsOf(name);
  const size = Math.min(reservedMax, Math.max(1, Math.floor(limit / reservationsMin)));
  const reservations = new Map<number, Promise<Reservation>>();

  async function reserve(id: number): Promise<Reservation> {
    const { granted, remaining, ms } = await rateLimits.reserve(name, String(id), size);
    return { left: granted, beyond: remaining, endsAt: performance.now() + ms };
  }

  return {
    /** Consumes one request of a key. @returns its budget, with an error if none is left */
    async take(id: number): Promise<KeyBudget & { refusal?: ReturnType<typeof tooMany> }> {
      for (;;) {
        const pending = reservations.get(id) ?? reserve(id);
        reservations.set(id, pending);
        const forget = () => {
          if (reservations.get(id) === pending) reservations.delete(id);
        };
        const reservation = await pending.catch((error: unknown) => {
          forget();
          throw error;
        });
        const ms = reservation.endsAt - performance.now();
        const resetSeconds = Math.max(1, Math.ceil(ms / 1000));
        const budget = { limit, windowSeconds: limits[name].seconds, resetSeconds };
        if (ms > 0 && reservation.left > 0) {
          reservation.left -= 1;
          return { ...budget, remaining: reservation.left + reservation.beyond };
        }
        if (ms > 0 && reservation.beyond === 0) {
          const refusal = tooMany(resetSeconds, 'Too many requests with this API key.');
          return { ...budget, remaining: 0, refusal };
        }
        forget();
      }
    },
  };
}

export type KeyBudgets = ReturnType<typeof createKeyBudgets>;
