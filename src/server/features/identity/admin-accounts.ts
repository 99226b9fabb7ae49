import { and, eq, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { ListQuery, Page } from '~/contract/common/paging';
import type {
  AdminAccount,
  AdminStatus,
  AdminUpdate,
  InvitationFields,
} from '~/contract/identity/admins-schema';
import { type Actor, type Audit, nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { holds, orderOf, paginate } from '~/server/platform/db/paging';
import { sessions, users } from '~/server/platform/db/schema/identity';
import {
  adminInvitations,
  passkeys,
  pendingSignIns,
  totpSecrets,
} from '~/server/platform/db/schema/second-factors';
import { settings } from '~/server/platform/db/schema/settings';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import type { Invitations } from './invitations';
import type { SecondFactors } from './second-factors';
import { randomId } from './tokens';
import { findReserved, nameOfUser, type UserRow, unsplitName } from './users';

type Owner = Exclude<Actor, 'system'>;
type Executor = Pick<Database, 'insert' | 'update' | 'select' | 'delete'>;

// These expressions are written as SQL, because the query builder omits the table's name in a query of one table, which
// would make `id` ambiguous.
const invitedUntil = sql<Date | null>`(select expires_at from admin_invitations where user_id = users.id)`;
export const hasSecondFactor = sql<boolean>`(
  exists (select from totp_secrets where user_id = users.id and confirmed_at is not null)
  or exists (select from passkeys where user_id = users.id))`;
const status = sql<AdminStatus>`case
  when ${users.disabledAt} is not null then 'disabled'
  when ${users.passwordHash} is not null then 'active'
  when ${invitedUntil} > now() then 'invited'
  else 'expired' end`;

const columns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  username: users.username,
  role: users.adminRole,
  status,
  disabled: sql<boolean>`${users.disabledAt} is not null`,
  hasSecondFactor,
  invitedUntil: sql<string | null>`to_json(${invitedUntil}) #>> '{}'`,
  lastSeenAt: sql<string | null>`to_json((select max(last_seen_at) from sessions
    where user_id = users.id and kind = 'admin')) #>> '{}'`,
  createdAt: users.createdAt,
};

const isAdmin = eq(users.isAdmin, true);
const sorts = { createdAt: users.createdAt, name: users.lastName, email: users.email };
export type AdminSort = keyof typeof sorts;

const isoOf = (time: string | null) => (time === null ? null : new Date(time).toISOString());

/** Lets owners manage the accounts of admins. */
export function createAdminAccounts(
  db: Database,
  options: {
    audit: Audit;
    mailer: Mailer;
    rateLimits: RateLimits;
    invitations: Invitations;
    secondFactors: SecondFactors;
  },
) {
  const { audit, mailer, rateLimits, invitations, secondFactors } = options;

  const select = () => db.select(columns).from(users);
  type Row = Awaited<ReturnType<typeof select>>[number];

  function toAccount({ firstName, lastName, role, ...row }: Row): AdminAccount {
    return {
      ...row,
      name: nameOfUser({ firstName, lastName }),
      role: role ?? 'viewer',
      invitedUntil: isoOf(row.invitedUntil),
      lastSeenAt: isoOf(row.lastSeenAt),
      createdAt: row.createdAt.toISOString(),
    };
  }

  async function find(id: string): Promise<AdminAccount> {
    const [row] = await select().where(and(isAdmin, eq(users.id, id)));
    if (!row) throw notFound();
    return toAccount(row);
  }

  async function lock(tx: Executor, id: string): Promise<UserRow> {
    const mine = and(isAdmin, eq(users.id, id));
    const [row] = await tx.select().from(users).where(mine).for('update');
    if (!row) throw notFound();
    return row;
  }

  /** Ends the admin's sessions and pending sign-ins. */
  async function signOut(tx: Executor, id: string): Promise<void> {
    await tx.delete(sessions).where(eq(sessions.userId, id));
    await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, id));
  }

  return {
    search(request: ListQuery<AdminStatus, AdminSort>): Promise<Page<AdminAccount>> {
      return paginate(db, request, {
        table: users,
        status,
        matching: and(isAdmin, holds(users.searchText, request.search)),
        select: async ({ where, limit, offset }) => {
          const rows = await select()
            .where(where)
            .orderBy(...orderOf(request.sort, sorts, users.id))
            .limit(limit)
            .offset(offset);
          return rows.map(toAccount);
        },
      });
    },

    /** Returns an account with its history, newest first. */
    async get(id: string) {
      const [admin, changes] = await Promise.all([find(id), audit.listAbout(`admin:${id}`, 20)]);
      return {
        admin,
        changes: changes.map((change) => ({
          id: change.id,
          description: change.description,
          createdAt: change.createdAt.toISOString(),
        })),
      };
    },

    async invite(actor: Owner, { email, name, role }: InvitationFields): Promise<AdminAccount> {
      await rateLimits.consume('adminInvitations', actor.id, 'Too many invitations.');
      const open = await mailer.open();
      const id = await db.transaction(async (tx) => {
        if (await findReserved(tx, email)) throw await emailTaken(tx, email);
        const [row] = await tx
          .insert(users)
          .values({
            id: randomId(20),
            email,
            ...unsplitName(name),
            isAdmin: true,
            adminRole: role,
          })
          .onConflictDoNothing({ target: users.email })
          .returning();
        if (!row) throw await emailTaken(tx, email);
        await invitations.send(tx, open, row, nameOf(actor));
        await recordAudit(tx, actor, {
          action: 'admin.invited',
          about: `admin:${row.id}`,
          did: `invited ${name} as ${role}`,
          after: { email, role },
        });
        return row.id;
      });
      mailer.sendSoon();
      return find(id);
    },

    /**
     * Changes the role, or disables the account. Disabling signs the admin out immediately, and withdraws an
     * invitation.
     */
    async update(actor: Owner, { id, role, disabled }: AdminUpdate): Promise<AdminAccount> {
      await db.transaction(async (tx) => {
        const owners = await lockOwners(tx);
        const row = await lock(tx, id);
        const isDisabled = row.disabledAt !== null;
        const next = { role: role ?? row.adminRole, disabled: disabled ?? isDisabled };
        if (next.disabled && !isDisabled && id === actor.id) {
          throw new AppError('CONFLICT', 'You cannot disable your own account');
        }
        const isOwner = owners.includes(id);
        if (isOwner && owners.length === 1 && (next.disabled || next.role !== 'owner')) {
          throw new AppError('CONFLICT', 'The last owner can be neither demoted nor disabled');
        }
        const name = nameOfUser(row);
        if (next.role !== row.adminRole) {
          await tx
            .update(users)
            .set({ adminRole: next.role, updatedAt: new Date() })
            .where(eq(users.id, id));
          // A view as client ends when the role changes, because the role permitted it.
          await tx
            .update(sessions)
            .set({ viewedClientId: null, viewEndsAt: null })
            .where(eq(sessions.userId, id));
          await recordAudit(tx, actor, {
            action: 'admin.role_changed',
            about: `admin:${id}`,
            did: `made ${name} ${next.role}`,
            before: { role: row.adminRole },
            after: { role: next.role },
          });
        }
        if (next.disabled !== isDisabled) {
          await tx
            .update(users)
            .set({ disabledAt: next.disabled ? new Date() : null, updatedAt: new Date() })
            .where(eq(users.id, id));
          if (next.disabled) {
            await signOut(tx, id);
            await tx.delete(adminInvitations).where(eq(adminInvitations.userId, id));
          }
          await recordAudit(tx, actor, {
            action: next.disabled ? 'admin.disabled' : 'admin.enabled',
            about: `admin:${id}`,
            did: `${next.disabled ? 'disabled' : 'enabled'} the admin account of ${name}`,
            before: { disabled: isDisabled },
            after: { disabled: next.disabled },
          });
        }
      });
      return find(id);
    },

    /** Sends a new link for an invitation that has not been accepted yet. */
    async resendInvitation(actor: Owner, id: string): Promise<AdminAccount> {
      await rateLimits.consume('adminInvitations', actor.id, 'Too many invitations.');
      const open = await mailer.open();
      await db.transaction(async (tx) => {
        const row = await lock(tx, id);
        if (row.passwordHash !== null) throw accepted();
        if (row.disabledAt) throw new AppError('CONFLICT', 'Enable the account first');
        await invitations.send(tx, open, row, nameOf(actor));
        await recordAudit(tx, actor, {
          action: 'admin.invited',
          about: `admin:${id}`,
          did: `invited ${nameOfUser(row)} again`,
        });
      });
      mailer.sendSoon();
      return find(id);
    },

    /** Deletes an account whose invitation was not accepted. The link stops working, and the email can be used again. */
    async revokeInvitation(actor: Owner, id: string): Promise<{ id: string }> {
      await db.transaction(async (tx) => {
        const row = await lock(tx, id);
        if (row.passwordHash !== null) throw accepted();
        await tx.delete(users).where(eq(users.id, id));
        await recordAudit(tx, actor, {
          action: 'admin.invitation_revoked',
          about: `admin:${id}`,
          did: `withdrew the invitation of ${nameOfUser(row)}`,
          before: { email: row.email, role: row.adminRole },
        });
      });
      return { id };
    },

    /** Resets the second factors of an admin who has lost all of them. The admin must sign in again. */
    async resetSecondFactor(actor: Owner, id: string): Promise<AdminAccount> {
      await db.transaction(async (tx) => {
        const row = await lock(tx, id);
        await secondFactors.removeAll(tx, id);
        await signOut(tx, id);
        await recordAudit(tx, actor, {
          action: 'admin.second_factor_reset',
          about: `admin:${id}`,
          did: `reset the second factor of ${nameOfUser(row)}`,
        });
      });
      return find(id);
    },

    isSecondFactorRequired: async () => ({ isRequired: await secondFactors.isRequired() }),

    /**
     * Sets whether all admins need a second factor. Admins without one are signed out, and set one up at their next
     * sign-in.
     */
    async requireSecondFactor(actor: Owner, isRequired: boolean) {
      if (isRequired && (await secondFactors.methodsOf(actor.id)).length === 0) {
        throw new AppError('CONFLICT', 'Set up your own second factor first, on your account');
      }
      await db.transaction(async (tx) => {
        const value = { isSecondFactorRequired: isRequired };
        const changed = await tx
          .insert(settings)
          .values({ key: 'adminSecurity', value, updatedAt: new Date() })
          .onConflictDoUpdate({
            target: settings.key,
            set: { value, updatedAt: new Date() },
            setWhere: sql`${settings.value} <> ${JSON.stringify(value)}::jsonb`,
          })
          .returning({ key: settings.key });
        if (changed.length === 0) return;
        if (isRequired) await signOutUnprotected(tx);
        await recordAudit(tx, actor, {
          action: 'setting.updated',
          about: 'setting:adminSecurity',
          did: isRequired
            ? 'required a second factor of every admin'
            : 'left the second factor to each admin',
          before: { isSecondFactorRequired: !isRequired },
          after: value,
        });
      });
      return { isRequired };
    },
  };
}

/** Locks the owners who can sign in, so that the second of two concurrent changes sees the result of the first. */
async function lockOwners(tx: Executor): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.adminRole, 'owner'), isNull(users.disabledAt), isNotNull(users.passwordHash)),
    )
    .orderBy(users.id)
    .for('update');
  return rows.map(({ id }) => id);
}

async function signOutUnprotected(tx: Executor): Promise<void> {
  const withTotp = tx
    .select({ id: totpSecrets.userId })
    .from(totpSecrets)
    .where(isNotNull(totpSecrets.confirmedAt));
  const withPasskey = tx.select({ id: passkeys.userId }).from(passkeys);
  await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.kind, 'admin'),
        notInArray(sessions.userId, withTotp),
        notInArray(sessions.userId, withPasskey),
      ),
    );
}

async function emailTaken(tx: Executor, email: string): Promise<AppError> {
  const [row] = await tx
    .select({ isAdmin: users.isAdmin })
    .from(users)
    .where(eq(users.email, email));
  const message = row?.isAdmin
    ? 'An admin with this email already exists'
    : 'This address belongs to a client. Please invite another address of this person.';
  return new AppError('CONFLICT', message, { issues: [{ path: 'email', message }] });
}

const notFound = () => new AppError('NOT_FOUND', 'Admin not found');
const accepted = () => new AppError('CONFLICT', 'This invitation was already accepted');

export type AdminAccounts = ReturnType<typeof createAdminAccounts>;
