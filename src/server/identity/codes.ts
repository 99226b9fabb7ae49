import { randomInt } from 'node:crypto';

import { and, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';

import { Refusal } from '~/contract/errors';
import { type CodePurpose, codeLength, codeMinutes, resendSeconds } from '~/contract/identity';
import type { Database } from '../db/client';
import { oneTimeCodes } from '../db/schema/identity';
import { type Budgets, tooMany } from './budgets';
import { createSigner } from './tokens';

const guessesMax = 5;

/** Both a database and a transaction in it. */
type Executor = Pick<Database, 'insert' | 'update' | 'select' | 'delete'>;

const wrongCode = () => new Refusal('UNAUTHORIZED', 'Invalid OTP. Please try again.');

/** One-time codes: six digits, ten minutes, one use, five guesses, for one address and purpose. */
export function createCodes(
  db: Database,
  options: { secret: string; budgets: Budgets; fixedCode: string | undefined },
) {
  const { budgets, fixedCode } = options;
  const signer = createSigner(options.secret, 'one-time codes');

  return {
    /**
     * Makes the address's code for a purpose; the one before is void.
     *
     * @param isDud of an address that may not use it: there is one all the same, which nobody is told
     */
    async issue(
      tx: Executor,
      email: string,
      purpose: CodePurpose,
      { isDud }: { isDud: boolean },
    ): Promise<string> {
      const code = fixedCode ?? String(randomInt(10 ** codeLength)).padStart(codeLength, '0');
      const now = new Date();
      const row = {
        codeHmac: isDud
          ? signer.sign('dud', crypto.randomUUID())
          : signer.sign(email, purpose, code),
        guesses: 0,
        createdAt: now,
        expiresAt: new Date(now.getTime() + codeMinutes * 60_000),
        usedAt: null,
      };
      await tx
        .insert(oneTimeCodes)
        .values({ email, purpose, ...row })
        .onConflictDoUpdate({ target: [oneTimeCodes.email, oneTimeCodes.purpose], set: row });
      return code;
    },

    /**
     * Takes one guess and, where it is right, the code itself; refuses otherwise. A guess is counted
     * before it is compared, in one statement, so that none slips by however many come at once.
     */
    async redeem(email: string, purpose: CodePurpose, code: string): Promise<void> {
      const now = new Date();
      const ofThis = and(eq(oneTimeCodes.email, email), eq(oneTimeCodes.purpose, purpose));
      const live = and(ofThis, isNull(oneTimeCodes.usedAt), gt(oneTimeCodes.expiresAt, now));
      const [guessed] = await db
        .update(oneTimeCodes)
        .set({ guesses: sql`${oneTimeCodes.guesses} + 1` })
        .where(and(live, lt(oneTimeCodes.guesses, guessesMax)))
        .returning({ codeHmac: oneTimeCodes.codeHmac });
      if (!guessed) throw await spentOrWrong(and(live, gt(oneTimeCodes.guesses, guessesMax - 1)));
      await budgets.spend('wrongGuesses', email, 'Too many wrong codes.');
      if (!signer.verifies(guessed.codeHmac, email, purpose, code)) throw wrongCode();
      const [used] = await db
        .update(oneTimeCodes)
        .set({ usedAt: now })
        .where(and(live, eq(oneTimeCodes.codeHmac, guessed.codeHmac)))
        .returning({ email: oneTimeCodes.email });
      if (!used) throw wrongCode();
      await budgets.giveBack('wrongGuesses', email);
    },

    async sweep(): Promise<void> {
      await db.delete(oneTimeCodes).where(lte(oneTimeCodes.expiresAt, new Date()));
    },
  };

  /** Whether guesses ran out is told, since a new code helps; all else is a wrong code. */
  async function spentOrWrong(isSpent: ReturnType<typeof and>): Promise<Refusal> {
    const [spent] = await db
      .select({ createdAt: oneTimeCodes.createdAt })
      .from(oneTimeCodes)
      .where(isSpent);
    if (!spent) return wrongCode();
    const wait = spent.createdAt.getTime() + resendSeconds * 1000 - Date.now();
    return tooMany(Math.max(1, Math.ceil(wait / 1000)), 'Too many wrong codes. Ask for a new one.');
  }
}

export type Codes = ReturnType<typeof createCodes>;
