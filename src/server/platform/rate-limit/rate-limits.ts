import { lt } from 'drizzle-orm';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';

import { AppError } from '~/contract/common/errors';
import type { Database } from '~/server/platform/db/client';
import { rateLimits } from '~/server/platform/db/schema/identity';
import { deleteInBatches } from '~/server/platform/jobs/clean-up';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Maximum number of requests per number of seconds. docs/limits.md has a row for each. */
export const limits = {
  quoteForm: { points: 20, seconds: 10 * minute },
  contactForm: { points: 20, seconds: 10 * minute },
  /**
   * Per network: repeated submissions, and briefs. Separate from the limit for new leads, so that neither limit uses up
   * the other.
   */
  leadRepeats: { points: 200, seconds: 10 * minute },
  briefs: { points: 30, seconds: 10 * minute },
  /** Per network: files that visitors send with a form. */
  formFiles: { points: 40, seconds: 10 * minute },
  /** Per network: MiB of files that visitors send with a form, each rounded up. */
  formFileMib: { points: 512, seconds: day },
  /** Confirmations of leads: per mailbox, per network of the sender, and for the whole site. */
  confirmationsToMailbox: { points: 3, seconds: day },
  confirmationsFromNetwork: { points: 60, seconds: hour },
  confirmations: { points: 200, seconds: hour },

  /** Per user, as all following limits up to those of codes: writes of a client that have no more specific limit. */
  clientWrites: { points: 120, seconds: 10 * minute },
  requestForm: { points: 20, seconds: 10 * minute },
  requestChanges: { points: 60, seconds: 10 * minute },
  messages: { points: 60, seconds: 10 * minute },
  /** Read marks and drafts, which the browser sends while a person reads and types. */
  threadMarks: { points: 600, seconds: 10 * minute },
  fileUploads: { points: 100, seconds: 10 * minute },
  /** Chunks of resumable uploads. */
  filePieces: { points: 2_000, seconds: 10 * minute },
  fileReads: { points: 600, seconds: 10 * minute },
  /** Calls that make Stripe change or calculate something. */
  billingChanges: { points: 60, seconds: hour },
  billingPreviews: { points: 60, seconds: 10 * minute },
  /** ZIP exports of a client's personal data. */
  dataExports: { points: 5, seconds: day },
  pictureOfUser: { points: 10, seconds: hour },
  /** Per admin: ZIP exports of the documents of a period. */
  accountingExports: { points: 20, seconds: hour },
  uploadsOfAdmin: { points: 200, seconds: 10 * minute },

  /** Per network: private links to proposals and invoices, which need no account. */
  linkReads: { points: 300, seconds: 10 * minute },
  unsubscribes: { points: 60, seconds: 10 * minute },
  linkWrites: { points: 30, seconds: 10 * minute },
  /** Per quote: messages at its private link. */
  linkMessages: { points: 60, seconds: hour },
  /** Messages by email: per address of the sender, and per record. */
  mailsFromSender: { points: 60, seconds: hour },
  mailsToRecord: { points: 60, seconds: hour },
  invoicePayments: { points: 30, seconds: 10 * minute },

  /** Codes per mailbox and requesting browser; without a cookie, per network. */
  codeGap: { points: 1, seconds: minute },
  codesFromNetworkToMailbox: { points: 5, seconds: hour },
  codesToMailbox: { points: 20, seconds: hour },
  /** Codes that one network requests for any mailboxes. */
  codesFromNetwork: { points: 100, seconds: 10 * minute },
  /** Wrong codes per browser that requested the code, and by all other callers together. */
  wrongGuessesOfBrowser: { points: 20, seconds: day },
  wrongGuesses: { points: 20, seconds: day },
  /**
   * Wrong codes per email and purpose, by all browsers together. Beyond this limit, emails contain a link instead of a
   * code. A link cannot be guessed, so the owner of the mailbox is not locked out.
   */
  wrongGuessesOfEmail: { points: 60, seconds: day },
  /**
   * Wrong codes per network, for all emails together, so that a network cannot try a few codes for each of many
   * accounts.
   */
  wrongGuessesOfNetwork: { points: 300, seconds: hour },

  adminByUsername: { points: 20, seconds: 15 * minute },
  adminByNetwork: { points: 20, seconds: 15 * minute },
  adminByBrowser: { points: 20, seconds: 15 * minute },
  /**
   * Wrong codes after a correct password, per admin and network, so that one network cannot lock out another; and per
   * admin.
   */
  secondFactors: { points: 10, seconds: 15 * minute },
  secondFactorsOfAdmin: { points: 50, seconds: 15 * minute },
  /**
   * Wrong passwords of a signed-in admin. Separate from wrong passwords at sign-in, because a stranger may use up that
   * limit.
   */
  ownPasswords: { points: 10, seconds: 15 * minute },
  /** Per client: emails that invite people to a company. */
  companyInvitations: { points: 20, seconds: hour },
  /**
   * Per company: rights that managers remove from members, because this revokes links that colleagues have received.
   */
  companyLinks: { points: 10, seconds: hour },
  /**
   * Per company or client: changes of the email for invoices, because each of them emails new links to an unverified
   * address.
   */
  billingEmails: { points: 10, seconds: hour },
  adminInvitations: { points: 30, seconds: hour },
  invitationsFromNetwork: { points: 30, seconds: 10 * minute },
  /** Requests per API key. Each instance reserves several at a time. */
  apiKeyRequests: { points: 600, seconds: minute },
  /** Requests about VAT numbers, by all instances together, because VIES accepts only few. */
  vatChecks: { points: 1, seconds: 1 },
  /** Per owner: emails that test the mail server. */
  testMails: { points: 10, seconds: hour },
} as const;

export type RateLimitName = keyof typeof limits;

/** Formats seconds as text. */
export function inWords(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 90) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / minute);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

export function tooMany(seconds: number, what = 'Too many requests.'): AppError {
  return new AppError('TOO_MANY_REQUESTS', `${what} Please try again in ${inWords(seconds)}.`, {
    retryAfterSeconds: seconds,
    reason: what,
  });
}

/** Manages rate limits. Counts in the database, so that all instances share the limits. */
export function createRateLimits(
  db: Database,
  changes: Partial<Record<RateLimitName, number>> = {},
) {
  const limiterOf = (name: RateLimitName, storeClient: Pick<Database, 'insert'>) =>
    new RateLimiterDrizzle({
      storeClient,
      schema: rateLimits,
      keyPrefix: name,
      points: changes[name] ?? limits[name].points,
      duration: limits[name].seconds,
      clearExpiredByTimeout: false,
    });
  const limiters = Object.fromEntries(
    Object.keys(limits).map((name) => [name, limiterOf(name as RateLimitName, db)]),
  ) as Record<RateLimitName, RateLimiterDrizzle>;

  async function consume(limiter: RateLimiterDrizzle, key: string, what?: string): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw tooMany(Math.max(1, Math.ceil(error.msBeforeNext / 1000)), what);
    }
  }

  return {
    /** Consumes one point. @throws TOO_MANY_REQUESTS with the time to wait if no point is left */
    consume: (name: RateLimitName, key: string, what?: string) =>
      consume(limiters[name], key, what),

    /** Returns the points per period. */
    pointsOf: (name: RateLimitName): number => changes[name] ?? limits[name].points,

    /**
     * Consumes several points at once.
     *
     * @returns the number of consumed points, which is 0 if fewer are left, the remaining points, and the milliseconds
     *   until the period ends
     */
    async reserve(
      name: RateLimitName,
      key: string,
      points: number,
    ): Promise<{ granted: number; remaining: number; ms: number }> {
      try {
        const { remainingPoints, msBeforeNext } = await limiters[name].consume(key, points);
        return { granted: points, remaining: remainingPoints, ms: msBeforeNext };
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        return { granted: 0, remaining: 0, ms: Math.max(1, error.msBeforeNext) };
      }
    },

    /** Returns whether no point is left. */
    async isUsedUp(name: RateLimitName, key: string): Promise<boolean> {
      const used = await limiters[name].get(key);
      return used !== null && used.remainingPoints <= 0;
    },

    /** Consumes one point in a transaction. A rollback restores the point. */
    consumeIn: (tx: Pick<Database, 'insert'>, name: RateLimitName, key: string) =>
      consume(limiterOf(name, tx), key),

    /** Consumes one point in a transaction. @returns false if no point is left */
    async tryConsume(
      tx: Pick<Database, 'insert'>,
      name: RateLimitName,
      key: string,
    ): Promise<boolean> {
      try {
        await limiterOf(name, tx).consume(key);
        return true;
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        return false;
      }
    },

    /** Restores a point, because a successful sign-in does not count. */
    async reward(name: RateLimitName, key: string): Promise<void> {
      await limiters[name].reward(key);
    },

    /** Deletes the rows of expired periods. */
    async sweep(): Promise<void> {
      const { expire } = rateLimits;
      await deleteInBatches(db, rateLimits, { where: lt(expire, new Date()), oldest: expire });
    },
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;
