import { eq, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { AdminRole } from '~/contract/identity/roles';
import { recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { sessions, users } from '~/server/platform/db/schema/identity';
import {
  passkeys,
  pendingSignIns,
  recoveryCodes,
  totpSecrets,
} from '~/server/platform/db/schema/second-factors';
import { settings } from '~/server/platform/db/schema/settings';
import type { Passwords } from './passwords';
import { randomId } from './tokens';
import { findAdmin, type UserRow, unsplitName } from './users';

export interface AdminSummary {
  username: string;
  email: string;
  name: string;
  role: AdminRole;
  isDisabled: boolean;
}

interface NewAdmin {
  username: string;
  password: string;
  email: string;
  name: string;
  role: AdminRole;
}

const firstAdminLock = 7_215_482_021;
const passwordMin = 8;

type Executor = Pick<Database, 'insert' | 'select' | 'delete' | 'execute'>;

const hasAdmin = async (tx: Pick<Database, 'select'>): Promise<boolean> => {
  const [some] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.isAdmin, true))
    .limit(1);
  return some !== undefined;
};

/**
 * Serializes the creation of admins without an invitation: if two calls create the first admin at the same time, the
 * second call finds the first one.
 */
const lock = (tx: Pick<Database, 'execute'>) =>
  tx.execute(sql`select pg_advisory_xact_lock(${firstAdminLock})`);

/** Creates admins from the terminal and at the first start. All others are invited. */
export function createAdmins(db: Database, passwords: Passwords) {
  /** Adds an admin. Deletes the setup links, because they would become valid again if the admin was deleted. */
  async function add(tx: Pick<Database, 'insert' | 'delete'>, admin: NewAdmin): Promise<UserRow> {
    if (admin.password.length < passwordMin) {
      throw new AppError('BAD_REQUEST', `A password has at least ${passwordMin} characters`);
    }
    const [row] = await tx
      .insert(users)
      .values({
        id: randomId(20),
        email: admin.email.toLowerCase(),
        ...unsplitName(admin.name),
        isAdmin: true,
        adminRole: admin.role,
        username: admin.username,
        passwordHash: await passwords.hash(admin.password),
      })
      .returning();
    if (!row) throw new Error('an admin was not stored');
    await tx.delete(settings).where(eq(settings.key, 'setupLinks'));
    return row;
  }

  return {
    create: (admin: NewAdmin) =>
      db.transaction(async (tx) => {
        await lock(tx);
        await add(tx, admin);
      }),

    /** Returns whether there is no admin. No other transaction can add one until this transaction ends. */
    async isWithout(tx: Executor): Promise<boolean> {
      await lock(tx);
      return !(await hasAdmin(tx));
    },

    /** Adds the first admin. @returns undefined if there already is an admin */
    async addFirst(tx: Executor, admin: NewAdmin): Promise<UserRow | undefined> {
      await lock(tx);
      return (await hasAdmin(tx)) ? undefined : add(tx, admin);
    },

    /** Sets a new password and ends all sessions of the admin. */
    async changePassword(username: string, password: string): Promise<void> {
      const admin = await findAdmin(db, username);
      if (!admin) throw new AppError('NOT_FOUND', `There is no admin named ${username}`);
      if (password.length < passwordMin) {
        throw new AppError('BAD_REQUEST', `A password has at least ${passwordMin} characters`);
      }
      const passwordHash = await passwords.hash(password);
      await db.transaction(async (tx) => {
        await tx
          .update(users)
          .set({ passwordHash, updatedAt: new Date() })
          .where(eq(users.id, admin.id));
        await signOut(tx, admin.id);
      });
    },

    /** Resets the second factors of an admin who has lost all of them, and ends all sessions of the admin. */
    async resetSecondFactor(username: string): Promise<void> {
      const admin = await findAdmin(db, username);
      if (!admin) throw new AppError('NOT_FOUND', `There is no admin named ${username}`);
      await db.transaction(async (tx) => {
        await tx.delete(totpSecrets).where(eq(totpSecrets.userId, admin.id));
        await tx.delete(passkeys).where(eq(passkeys.userId, admin.id));
        await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, admin.id));
        await signOut(tx, admin.id);
        await recordAudit(tx, 'system', {
          action: 'admin.second_factor_reset',
          about: `admin:${admin.id}`,
          did: `reset the second factor of ${username} from the terminal`,
        });
      });
    },

    async list(): Promise<AdminSummary[]> {
      const rows = await db
        .select()
        .from(users)
        .where(eq(users.isAdmin, true))
        .orderBy(users.username);
      return rows.map((row) => ({
        username: row.username ?? '(invited)',
        role: row.adminRole ?? 'viewer',
        email: row.email,
        name: `${row.firstName} ${row.lastName}`.trim(),
        isDisabled: row.disabledAt !== null,
      }));
    },

    /**
     * Creates the first admin if the database has none.
     *
     * @returns whether one was created
     */
    async ensureFirst(
      first: { username: string; password: string; name?: string } | undefined,
    ): Promise<boolean> {
      if (!first) return false;
      return db.transaction(async (tx) => {
        await lock(tx);
        if (await hasAdmin(tx)) return false;
        await add(tx, {
          ...first,
          email: `${first.username}@localhost`,
          name: first.name ?? 'Admin',
          role: 'owner',
        });
        return true;
      });
    },
  };
}

async function signOut(tx: Pick<Database, 'delete'>, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId));
}

export type Admins = ReturnType<typeof createAdmins>;
