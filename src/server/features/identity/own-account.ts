import { and, eq, ne } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type {
  OwnSecondFactors,
  PasskeyRegistration,
  RecoveryCodes,
  TotpSetup,
} from '~/contract/identity/second-factors-schema';
import { recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { sessions, users } from '~/server/platform/db/schema/identity';
import { pendingSignIns } from '~/server/platform/db/schema/second-factors';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import type { Identity } from './identity.service';

type Executor = Pick<Database, 'insert' | 'update' | 'select' | 'delete'>;

/**
 * Lets a signed-in admin change their own account. Each change requires the password, because a session alone may be
 * stolen.
 */
export function createOwnAccount(
  db: Database,
  options: {
    identity: Pick<Identity, 'passwords' | 'secondFactors'>;
    rateLimits: RateLimits;
  },
) {
  const { rateLimits } = options;
  const { passwords, secondFactors } = options.identity;

  async function check(user: CurrentUser, password: string): Promise<void> {
    await rateLimits.consume('ownPasswords', user.id, 'Too many attempts.');
    const [row] = await db.select().from(users).where(eq(users.id, user.id));
    if (!(await passwords.matches(row?.passwordHash, password))) {
      const message = 'This password is wrong';
      throw new AppError('BAD_REQUEST', message, { issues: [{ path: 'password', message }] });
    }
    await rateLimits.reward('ownPasswords', user.id);
  }

  /**
   * Returns a function that ends the admin's other sessions after the first second factor is added,
   * because they were opened without one.
   */
  const endOthers =
    (user: CurrentUser, sessionId: number) => async (tx: Executor, isFirst: boolean) => {
      if (!isFirst) return;
      await tx
        .delete(sessions)
        .where(
          and(eq(sessions.userId, user.id), eq(sessions.kind, 'admin'), ne(sessions.id, sessionId)),
        );
    };

  return {
    async get(user: CurrentUser): Promise<OwnSecondFactors> {
      const [row] = await db
        .select({ username: users.username })
        .from(users)
        .where(eq(users.id, user.id));
      return { username: row?.username ?? '', ...(await secondFactors.stateOf(user.id)) };
    },

    async beginTotp(user: CurrentUser, password: string): Promise<TotpSetup> {
      await check(user, password);
      return secondFactors.beginTotp(user);
    },

    confirmTotp: (user: CurrentUser, code: string, sessionId: number): Promise<RecoveryCodes> =>
      secondFactors.confirmTotp(user, code, endOthers(user, sessionId)),

    async removeTotp(user: CurrentUser, password: string): Promise<void> {
      await check(user, password);
      await secondFactors.removeTotp(user);
    },

    async beginPasskey(user: CurrentUser, password: string, origin: string) {
      await check(user, password);
      return secondFactors.beginPasskey(user, origin);
    },

    addPasskey: (
      user: CurrentUser,
      passkey: { name: string; response: PasskeyRegistration },
      from: { origin: string; sessionId: number },
    ): Promise<RecoveryCodes> =>
      secondFactors.addPasskey(user, passkey, from.origin, endOthers(user, from.sessionId)),

    async removePasskey(user: CurrentUser, password: string, id: string): Promise<void> {
      await check(user, password);
      await secondFactors.removePasskey(user, id);
    },

    async renewRecoveryCodes(user: CurrentUser, password: string): Promise<string[]> {
      await check(user, password);
      return secondFactors.renewRecoveryCodes(user);
    },

    /**
     * Changes the password, and ends all other sessions and pending sign-ins, like a password change from the terminal.
     */
    async changePassword(
      user: CurrentUser,
      change: { password: string; newPassword: string },
      sessionId: number,
    ): Promise<void> {
      await check(user, change.password);
      const passwordHash = await passwords.hash(change.newPassword);
      await db.transaction(async (tx) => {
        await tx
          .update(users)
          .set({ passwordHash, updatedAt: new Date() })
          .where(eq(users.id, user.id));
        await tx
          .delete(sessions)
          .where(and(eq(sessions.userId, user.id), ne(sessions.id, sessionId)));
        // These pending sign-ins began with the previous password.
        await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, user.id));
        await recordAudit(tx, user, {
          action: 'admin.password_changed',
          about: `admin:${user.id}`,
          did: 'changed their password',
        });
      });
    },
  };
}

export type OwnAccount = ReturnType<typeof createOwnAccount>;
