import { randomInt } from 'node:crypto';

import { and, desc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import {
  type CodePurpose,
  codeLength,
  codeMinutes,
  resendSeconds,
} from '~/contract/identity/identity';
import type { Database } from '~/server/platform/db/client';
import { oneTimeCodes } from '~/server/platform/db/schema/identity';
import { deleteInBatches } from '~/server/platform/jobs/clean-up';
import {
  type RateLimitName,
  type RateLimits,
  tooMany,
} from '~/server/platform/rate-limit/rate-limits';
import { createSigner, randomId } from './tokens';

const guessesMax = 5;
/** Length in characters of five bits each; 26 characters have more than 128 bits. */
const proofLength = 26;

/** A database or a transaction. */
type Executor = Pick<Database, 'insert' | 'update' | 'select' | 'delete'>;

/**
 * Email and purpose of a code, and the browser that requested the code; `browser` is undefined for a caller without the
 * cookie.
 */
export interface CodeOwner {
  email: string;
  purpose: CodePurpose;
  browser: string | undefined;
}

/** A group of callers who share a limited number of guesses. */
interface Guesser {
  /** Condition that selects the code that the callers guess. */
  code: ReturnType<typeof and>;
  counter: 'guesses' | 'guessesOfOthers';
  rateLimit: RateLimitName;
  rateLimitKey: string;
}

const keyOf = ({ purpose, email }: Pick<CodeOwner, 'purpose' | 'email'>) => `${purpose} ${email}`;

const withProof = (code: string, proof: string | undefined): string =>
  proof === undefined ? code : `${code}.${proof}`;
const isLink = (code: string): boolean => code.includes('.');

const wrongCode = () => new AppError('UNAUTHORIZED', 'Invalid OTP. Please try again.');

/**
 * Manages one-time codes: six digits, valid for ten minutes and one use, for one email and purpose. The browser that
 * requested a code has five guesses and a daily limit of wrong ones. All other callers (another device, REST without
 * cookies) share five guesses of the email's newest code and a separate daily limit, so they cannot use up the guesses of
 * the requesting browser. After many wrong guesses by all callers in a day, codes are sent as links with a proof that
 * cannot be guessed.
 */
export function createCodes(
  db: Database,
  options: { secret: string; rateLimits: RateLimits; fixedCode: string | undefined },
) {
  const { rateLimits, fixedCode } = options;
  const signer = createSigner(options.secret, 'one-time codes');

  /** Counts a guess. @returns the HMAC of the code; undefined if there is no code with guesses left */
  async function countGuess({ code, counter }: Guesser): Promise<string | undefined> {
    const [guessed] = await db
      .update(oneTimeCodes)
      .set({ [counter]: sql`${oneTimeCodes[counter]} + 1` })
      .where(and(code, isLive(), lt(oneTimeCodes[counter], guessesMax)))
      .returning({ codeHmac: oneTimeCodes.codeHmac });
    return guessed?.codeHmac;
  }

  /** Returns when a code without guesses left was created; undefined if there is none. */
  async function exhaustedSince({ code, counter }: Guesser): Promise<Date | undefined> {
    const [row] = await db
      .select({ createdAt: oneTimeCodes.createdAt })
      .from(oneTimeCodes)
      .where(and(code, isLive(), gt(oneTimeCodes[counter], guessesMax - 1)));
    return row?.createdAt;
  }

  async function redeemAs(guesser: Guesser, owner: CodeOwner, code: string): Promise<boolean> {
    const { email, purpose } = owner;
    const codeHmac = await countGuess(guesser);
    if (codeHmac === undefined) {
      const since = await exhaustedSince(guesser);
      if (!since) return false;
      // Reports that no guesses are left, because requesting a new code helps. All other failures are reported as a
      // wrong code.
      const wait = since.getTime() + resendSeconds * 1000 - Date.now();
      const seconds = Math.max(1, Math.ceil(wait / 1000));
      throw tooMany(seconds, 'Too many wrong codes. Ask for a new one.');
    }
    await rateLimits.consume(guesser.rateLimit, guesser.rateLimitKey, 'Too many wrong codes.');
    if (isBounded(code)) await consumeOfEmail(owner);
    if (!signer.verifies(codeHmac, email, purpose, code)) throw wrongCode();
    const [used] = await db
      .update(oneTimeCodes)
      .set({ usedAt: new Date() })
      .where(and(guesser.code, isLive(), eq(oneTimeCodes.codeHmac, codeHmac)))
      .returning({ email: oneTimeCodes.email });
    if (!used) throw wrongCode();
    await rateLimits.reward(guesser.rateLimit, guesser.rateLimitKey);
    if (isBounded(code)) await rateLimits.reward('wrongGuessesOfEmail', keyOf(owner));
    return true;
  }

  /**
   * Returns whether guesses are limited. They are unlimited for a link, which cannot be guessed, and for the code of
   * demo mode, which is shown on the screen.
   */
  const isBounded = (code: string) => fixedCode === undefined && !isLink(code);

  async function consumeOfEmail(owner: CodeOwner): Promise<void> {
    const key = keyOf(owner);
    if (await rateLimits.isUsedUp('wrongGuessesOfEmail', key)) {
      throw tooMany(resendSeconds, 'Too many wrong codes. Ask for a new one: it comes as a link.');
    }
    await rateLimits.consume('wrongGuessesOfEmail', key, 'Too many wrong codes.');
  }

  return {
    /**
     * Returns whether so many wrong codes were tried for an email that the next code must be sent as a link. Call this
     * before the transaction of `issue`, which must not wait for a second connection.
     */
    needsLink: async (owner: Pick<CodeOwner, 'email' | 'purpose'>): Promise<boolean> =>
      fixedCode === undefined && (await rateLimits.isUsedUp('wrongGuessesOfEmail', keyOf(owner))),

    /**
     * Creates a code for a browser, an email and a purpose, which invalidates the previous code.
     *
     * @param isDud true for an email that may not use the code, which is then stored but never sent
     * @param isByLink true to create a proof, which the code then requires
     * @returns the code and its proof
     */
    async issue(
      tx: Executor,
      owner: CodeOwner & { browser: string },
      { isDud, isByLink }: { isDud: boolean; isByLink: boolean },
    ): Promise<{ code: string; proof: string | undefined }> {
      const { email, purpose, browser } = owner;
      const proof = isByLink ? randomId(proofLength) : undefined;
      const code = fixedCode ?? String(randomInt(10 ** codeLength)).padStart(codeLength, '0');
      const now = new Date();
      const row = {
        codeHmac: isDud
          ? signer.sign('dud', crypto.randomUUID())
          : signer.sign(email, purpose, withProof(code, proof)),
        guesses: 0,
        guessesOfOthers: 0,
        createdAt: now,
        expiresAt: new Date(now.getTime() + codeMinutes * 60_000),
        usedAt: null,
      };
      await tx
        .insert(oneTimeCodes)
        .values({ email, purpose, browser, ...row })
        .onConflictDoUpdate({
          target: [oneTimeCodes.email, oneTimeCodes.purpose, oneTimeCodes.browser],
          set: row,
        });
      return { code, proof };
    },

    /**
     * Counts a guess and, if it is correct, uses up the code. A guess is counted in one statement before it is
     * compared, so that concurrent guesses cannot exceed the limit.
     *
     * @throws UNAUTHORIZED for a wrong code, TOO_MANY_REQUESTS if no guesses are left
     */
    async redeem(owner: CodeOwner, typed: string, proof?: string): Promise<void> {
      const code = withProof(typed, proof);
      const { email, browser } = owner;
      const ofThese = and(eq(oneTimeCodes.email, email), eq(oneTimeCodes.purpose, owner.purpose));
      if (browser) {
        const sameBrowser: Guesser = {
          code: and(ofThese, eq(oneTimeCodes.browser, browser)),
          counter: 'guesses',
          rateLimit: 'wrongGuessesOfBrowser',
          rateLimitKey: `${email} ${browser}`,
        };
        if (await redeemAs(sameBrowser, owner, code)) return;
      }
      const newest = db
        .select({ browser: oneTimeCodes.browser })
        .from(oneTimeCodes)
        .where(ofThese)
        .orderBy(desc(oneTimeCodes.createdAt), oneTimeCodes.browser)
        .limit(1);
      const others: Guesser = {
        code: and(ofThese, eq(oneTimeCodes.browser, sql`(${newest})`)),
        counter: 'guessesOfOthers',
        rateLimit: 'wrongGuesses',
        rateLimitKey: email,
      };
      if (!(await redeemAs(others, owner, code))) throw wrongCode();
    },

    async sweep(): Promise<void> {
      const { expiresAt } = oneTimeCodes;
      await deleteInBatches(db, oneTimeCodes, {
        where: lte(expiresAt, new Date()),
        oldest: expiresAt,
      });
    },
  };
}

const isLive = () => and(isNull(oneTimeCodes.usedAt), gt(oneTimeCodes.expiresAt, new Date()));

export type Codes = ReturnType<typeof createCodes>;
