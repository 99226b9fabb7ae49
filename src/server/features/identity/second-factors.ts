import { eq } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { SecondFactorMethod } from '~/contract/identity/second-factors';
import type {
  OwnSecondFactors,
  PasskeyRegistration,
  RecoveryCodes,
  SecondFactor,
  TotpSetup,
} from '~/contract/identity/second-factors-schema';
import { recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';
import type { RateLimitName, RateLimits } from '~/server/platform/rate-limit/rate-limits';
import { createPasskeys } from './passkeys';
import { createRecoveryCodes } from './recovery-codes';
import { createTotp } from './totp';

type Executor = Pick<Database, 'insert' | 'update' | 'select' | 'delete'>;
type Person = Pick<CurrentUser, 'id' | 'email' | 'firstName' | 'lastName'>;

/**
 * Function called in the same transaction after a second factor was added.
 *
 * @param isFirst true if the admin had none before
 */
type Then = (tx: Executor, isFirst: boolean) => Promise<void>;

const tooManyTries = 'Too many attempts.';

/** Manages TOTP, passkeys and recovery codes of admins. */
export function createSecondFactors(
  db: Database,
  options: {
    secret: string;
    rateLimits: RateLimits;
    /** Returns the agency's name, which authenticator apps and browsers show. */
    getName(): Promise<string>;
    isRequired(): Promise<boolean>;
  },
) {
  const { rateLimits } = options;
  const totp = createTotp(options);
  const recovery = createRecoveryCodes(options);
  const passkeys = createPasskeys(db);

  const siteOf = async (origin: string) => ({ origin, name: await options.getName() });

  /** Returns the second factors with which the admin can sign in; empty if there are none. */
  async function methodsOf(
    tx: Pick<Database, 'select'>,
    userId: string,
  ): Promise<SecondFactorMethod[]> {
    const hasTotp = await totp.has(tx, userId);
    const hasPasskeys = (await passkeys.list(tx, userId)).length > 0;
    if (!hasTotp && !hasPasskeys) return [];
    const left = await recovery.left(tx, userId);
    return [
      ...(hasTotp ? (['totp'] as const) : []),
      ...(hasPasskeys ? (['passkey'] as const) : []),
      ...(left > 0 ? (['recovery'] as const) : []),
    ];
  }

  /** Locks a user's second factors, so that changes wait for each other. */
  async function lock(tx: Executor, userId: string): Promise<void> {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  }

  /**
   * Creates recovery codes for the first second factor; null for an admin who still has unused
   * codes, which stay valid.
   */
  async function codesAfter(tx: Executor, userId: string): Promise<RecoveryCodes> {
    const left = await recovery.left(tx, userId);
    return { recoveryCodes: left > 0 ? null : await recovery.renew(tx, userId) };
  }

  /**
   * Counts an attempt before checking it, so that concurrent attempts cannot exceed the limit.
   * Afterwards, a correct attempt is subtracted again.
   *
   * @returns whether it is correct
   */
  async function counted(
    tries: readonly [RateLimitName, string][],
    isRight: () => Promise<boolean>,
  ): Promise<boolean> {
    for (const [name, key] of tries) await rateLimits.consume(name, key, tooManyTries);
    if (!(await isRight())) return false;
    for (const [name, key] of tries) await rateLimits.reward(name, key);
    return true;
  }

  /** Deletes the recovery codes if the last second factor was removed. */
  async function afterRemoval(tx: Executor, userId: string, isRequired: boolean): Promise<void> {
    if ((await methodsOf(tx, userId)).length > 0) return;
    if (isRequired) {
      throw new AppError(
        'CONFLICT',
        'Every admin needs a second factor here. Add another one before you remove this one.',
      );
    }
    await recovery.remove(tx, userId);
  }

  return {
    isRequired: options.isRequired,
    methodsOf: (userId: string) => methodsOf(db, userId),

    async stateOf(userId: string): Promise<Omit<OwnSecondFactors, 'username'>> {
      const [isRequired, hasTotp, rows, recoveryCodesLeft] = await Promise.all([
        options.isRequired(),
        totp.has(db, userId),
        passkeys.list(db, userId),
        recovery.left(db, userId),
      ]);
      return {
        isRequired,
        hasTotp,
        passkeys: rows.map(({ id, name, createdAt, lastUsedAt }) => ({
          id,
          name,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
        recoveryCodesLeft,
      };
    },

    /** Verifies a second factor, and consumes a correct code. @returns whether it is valid */
    verify(
      userId: string,
      proof: SecondFactor,
      from: { origin: string; network: string },
    ): Promise<boolean> {
      const tries: [RateLimitName, string][] = [
        ['secondFactors', `${userId} ${from.network}`],
        ['secondFactorsOfAdmin', userId],
      ];
      return counted(tries, async () => {
        switch (proof.method) {
          case 'totp':
            return totp.use(db, userId, proof.code.replaceAll(/\s/g, ''));
          case 'recovery':
            return recovery.use(db, userId, proof.code);
          case 'passkey':
            return passkeys.use(await siteOf(from.origin), userId, proof.response);
        }
      });
    },

    beginPasskeyUse: async (userId: string, origin: string) =>
      passkeys.beginUse(await siteOf(origin), userId),

    async beginTotp(user: Person): Promise<TotpSetup> {
      const issuer = await options.getName();
      return totp.begin(db, { id: user.id, label: user.email, issuer });
    },

    /** Activates an authenticator app. @throws BAD_REQUEST for a wrong code */
    async confirmTotp(user: Person, code: string, then: Then): Promise<RecoveryCodes> {
      let result: RecoveryCodes | undefined;
      await counted([['ownPasswords', user.id]], async () => {
        result = await db.transaction(async (tx) => {
          await lock(tx, user.id);
          const isFirst = (await methodsOf(tx, user.id)).length === 0;
          if (!(await totp.confirm(tx, user.id, code))) return undefined;
          await then(tx, isFirst);
          await recordAudit(tx, user, {
            action: 'admin.second_factor_added',
            about: `admin:${user.id}`,
            did: 'set up an authenticator app',
          });
          return codesAfter(tx, user.id);
        });
        return result !== undefined;
      });
      if (!result) {
        const message = 'This code is wrong. Please enter the code the app shows now.';
        throw new AppError('BAD_REQUEST', message, { issues: [{ path: 'code', message }] });
      }
      return result;
    },

    async beginPasskey(user: Person, origin: string) {
      const name = `${user.firstName} ${user.lastName}`.trim();
      return passkeys.beginRegistration(await siteOf(origin), {
        id: user.id,
        name,
        label: user.email,
      });
    },

    async addPasskey(
      user: Person,
      passkey: { name: string; response: PasskeyRegistration },
      origin: string,
      then: Then,
    ): Promise<RecoveryCodes> {
      const row = await passkeys.verifyRegistration(
        await siteOf(origin),
        user.id,
        passkey.response,
      );
      return db.transaction(async (tx) => {
        await lock(tx, user.id);
        const isFirst = (await methodsOf(tx, user.id)).length === 0;
        await then(tx, isFirst);
        await passkeys.add(tx, { ...row, name: passkey.name });
        await recordAudit(tx, user, {
          action: 'admin.second_factor_added',
          about: `admin:${user.id}`,
          did: `added the passkey “${passkey.name}”`,
        });
        return codesAfter(tx, user.id);
      });
    },

    async removeTotp(user: Person): Promise<void> {
      const isRequired = await options.isRequired();
      await db.transaction(async (tx) => {
        await lock(tx, user.id);
        await totp.remove(tx, user.id);
        await afterRemoval(tx, user.id, isRequired);
        await recordAudit(tx, user, {
          action: 'admin.second_factor_removed',
          about: `admin:${user.id}`,
          did: 'removed their authenticator app',
        });
      });
    },

    async removePasskey(user: Person, id: string): Promise<void> {
      const isRequired = await options.isRequired();
      await db.transaction(async (tx) => {
        await lock(tx, user.id);
        const name = await passkeys.remove(tx, user.id, id);
        if (name === undefined) throw new AppError('NOT_FOUND', 'Passkey not found');
        await afterRemoval(tx, user.id, isRequired);
        await recordAudit(tx, user, {
          action: 'admin.second_factor_removed',
          about: `admin:${user.id}`,
          did: `removed the passkey “${name}”`,
        });
      });
    },

    async renewRecoveryCodes(user: Person): Promise<string[]> {
      return db.transaction(async (tx) => {
        await lock(tx, user.id);
        if ((await methodsOf(tx, user.id)).length === 0) {
          throw new AppError('CONFLICT', 'Set up an authenticator app or a passkey first');
        }
        await recordAudit(tx, user, {
          action: 'admin.recovery_codes_renewed',
          about: `admin:${user.id}`,
          did: 'made new recovery codes',
        });
        return recovery.renew(tx, user.id);
      });
    },

    /** Removes all second factors of an admin who has lost them. */
    async removeAll(tx: Executor, userId: string): Promise<void> {
      await totp.remove(tx, userId);
      await passkeys.removeAll(tx, userId);
      await recovery.remove(tx, userId);
    },

    sweep: passkeys.sweep,
  };
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;
