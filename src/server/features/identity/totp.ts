import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';

import { AppError } from '~/contract/common/errors';
import { totpDigits, totpSeconds } from '~/contract/identity/second-factors';
import type { TotpSetup } from '~/contract/identity/second-factors-schema';
import type { Database } from '~/server/platform/db/client';
import { totpSecrets } from '~/server/platform/db/schema/second-factors';
import { createEncryption } from './encryption';

type Executor = Pick<Database, 'insert' | 'update' | 'select' | 'delete'>;

/** Number of bytes: 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;
/** Number of earlier and later time steps whose codes are also accepted, because clocks differ. */
const stepsAround = 1;

const totpOf = (secret: Secret, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret, algorithm: 'SHA1', digits: totpDigits, period: totpSeconds });

/** Manages codes of authenticator apps. */
export function createTotp(options: { secret: string }) {
  const encryption = createEncryption(options.secret, 'secrets of authenticator apps');

  /** Returns the time step of a correct code; undefined for a wrong one. */
  function stepOf(row: typeof totpSecrets.$inferSelect, code: string): number | undefined {
    const base32 = encryption.decrypt(row.sealedSecret, row.userId);
    if (base32 === undefined) {
      throw new AppError(
        'CONFLICT',
        'Codes cannot be checked since the secret of this server was changed. Ask an owner to reset your second factor.',
      );
    }
    const now = Date.now();
    const delta = totpOf(Secret.fromBase32(base32)).validate({
      token: code,
      timestamp: now,
      window: stepsAround,
    });
    return delta === null ? undefined : Math.floor(now / 1000 / totpSeconds) + delta;
  }

  return {
    /** Creates a secret, which becomes active once the user has entered a correct code. */
    async begin(
      tx: Executor,
      user: { id: string; label: string; issuer: string },
    ): Promise<TotpSetup> {
      const secret = new Secret({ size: secretBytes });
      const sealedSecret = encryption.encrypt(secret.base32, user.id);
      const [row] = await tx
        .insert(totpSecrets)
        .values({ userId: user.id, sealedSecret })
        .onConflictDoUpdate({
          target: totpSecrets.userId,
          set: { sealedSecret, createdAt: new Date() },
          setWhere: isNull(totpSecrets.confirmedAt),
        })
        .returning();
      if (!row) throw new AppError('CONFLICT', 'An authenticator app is already set up');
      const { issuer, label } = user;
      return { secret: secret.base32, uri: totpOf(secret, { issuer, label }).toString() };
    },

    /** Activates an authenticator app. @returns whether the code was correct */
    async confirm(tx: Executor, userId: string, code: string): Promise<boolean> {
      const [row] = await tx.select().from(totpSecrets).where(eq(totpSecrets.userId, userId));
      if (!row || row.confirmedAt) return false;
      const step = stepOf(row, code);
      if (step === undefined) return false;
      const confirmed = await tx
        .update(totpSecrets)
        .set({ confirmedAt: new Date(), lastUsedStep: step })
        .where(and(eq(totpSecrets.userId, userId), eq(totpSecrets.sealedSecret, row.sealedSecret)))
        .returning({ userId: totpSecrets.userId });
      return confirmed.length > 0;
    },

    /**
     * Uses up a code, so that neither this code nor an older one is accepted again. @returns whether the code was
     * correct
     */
    async use(tx: Executor, userId: string, code: string): Promise<boolean> {
      const mine = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt));
      const [row] = await tx.select().from(totpSecrets).where(mine);
      const step = row && stepOf(row, code);
      if (step === undefined) return false;
      const used = await tx
        .update(totpSecrets)
        .set({ lastUsedStep: step })
        .where(and(mine, lt(totpSecrets.lastUsedStep, step)))
        .returning({ userId: totpSecrets.userId });
      return used.length > 0;
    },

    async has(tx: Pick<Database, 'select'>, userId: string): Promise<boolean> {
      const rows = await tx
        .select({ userId: totpSecrets.userId })
        .from(totpSecrets)
        .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)));
      return rows.length > 0;
    },

    async remove(tx: Executor, userId: string): Promise<void> {
      await tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId));
    },
  };
}
