import { setTimeout as wait } from 'node:timers/promises';

import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { Database } from '~/server/platform/db/client';
import { requestKeys } from '~/server/platform/db/schema/request-keys';
import { deleteInBatches } from '~/server/platform/jobs/clean-up';
import { digestOf, rejectOtherSubmission } from '~/server/platform/submission-digest';
import { createEncryption } from './encryption';
import { sha256 } from './tokens';

/** Hours for which a response is stored. */
const keptHours = 24;
/**
 * Seconds after which the process that claimed a key, without storing a response, is assumed to have ended. No request
 * takes this long.
 */
const claimSeconds = 60;
const pollMs = 200;
const waitMs = 5_000;

interface KeyedRequest {
  userId: string;
  key: string;
  /** Path and input, which identify a request. */
  request: object;
}

const isOlder = (seconds: number) =>
  lt(requestKeys.claimedAt, sql`now() - make_interval(secs => ${seconds})`);

/** Runs requests with an Idempotency-Key once. */
export function createRequestKeys(db: Database, options: { secret: string }) {
  const { encrypt, decrypt } = createEncryption(options.secret, 'request keys');

  async function claim(userId: string, keyHash: string, digest: string): Promise<boolean> {
    const claimed = await db
      .insert(requestKeys)
      .values({ userId, keyHash, digest })
      .onConflictDoUpdate({
        target: [requestKeys.userId, requestKeys.keyHash],
        set: { digest, sealedAnswer: null, claimedAt: sql`now()` },
        setWhere: or(
          isOlder(keptHours * 3600),
          and(
            isNull(requestKeys.sealedAnswer),
            eq(requestKeys.digest, digest),
            isOlder(claimSeconds),
          ),
        ),
      })
      .returning({ keyHash: requestKeys.keyHash });
    return claimed.length > 0;
  }

  return {
    /**
     * Runs a request, or returns the stored response of the same request with this key in the last 24 hours. A failed
     * request releases its key.
     *
     * @throws UNPROCESSABLE_CONTENT if another request has used the key
     * @throws CONFLICT while the same request is still running
     */
    async once({ userId, key, request }: KeyedRequest, run: () => Promise<unknown>) {
      const keyHash = sha256(key);
      const digest = digestOf(request);
      const owner = `${userId} ${keyHash}`;
      const row = and(eq(requestKeys.userId, userId), eq(requestKeys.keyHash, keyHash));
      for (const until = Date.now() + waitMs; !(await claim(userId, keyHash, digest)); ) {
        const [first] = await db.select().from(requestKeys).where(row);
        // The key was released in the meantime.
        if (!first) continue;
        rejectOtherSubmission(first.digest, digest);
        const text = first.sealedAnswer && decrypt(first.sealedAnswer, owner);
        if (text) return JSON.parse(text) as unknown;
        if (Date.now() > until) {
          throw new AppError(
            'CONFLICT',
            'A request with this Idempotency-Key is still being carried out. Please repeat it in a moment.',
          );
        }
        await wait(pollMs);
      }
      let answer: unknown;
      try {
        answer = await run();
      } catch (error) {
        await db.delete(requestKeys).where(row);
        throw error;
      }
      const sealedAnswer = encrypt(JSON.stringify(answer ?? null), owner);
      await db.update(requestKeys).set({ sealedAnswer }).where(row);
      return answer;
    },

    /** Deletes responses older than 24 hours. */
    async sweep(): Promise<void> {
      const where = isOlder(keptHours * 3600);
      await deleteInBatches(db, requestKeys, { where, oldest: requestKeys.claimedAt });
    },
  };
}

export type RequestKeys = ReturnType<typeof createRequestKeys>;
