import { and, eq, gt, isNull } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { AcceptInvitationFields, OpenInvitation } from '~/contract/identity/admins-schema';
import { recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';
import { adminInvitations } from '~/server/platform/db/schema/second-factors';
import { isDuplicate } from '~/server/platform/db/unique';
import type { OpenMailer } from '~/server/platform/mail/mailer';
import { identityEmails } from './emails';
import type { Passwords } from './passwords';
import { randomId, sha256 } from './tokens';
import { nameOfUser, type UserRow } from './users';

type Executor = Pick<Database, 'insert' | 'update' | 'select' | 'delete'>;

const tokenLength = 40;
const invitationHours = 48;

const gone = () =>
  new AppError(
    'NOT_FOUND',
    'This invitation was used, withdrawn or has expired. Please ask an owner for a new one.',
  );

/**
 * Manages invitation links, with which a new admin chooses a username and a password. The links are emailed and work
 * once.
 */
export function createInvitations(db: Database, passwords: Passwords) {
  async function find(token: string): Promise<UserRow> {
    const [row] = await db
      .select({ user: users })
      .from(adminInvitations)
      .innerJoin(users, eq(users.id, adminInvitations.userId))
      .where(
        and(
          eq(adminInvitations.tokenHash, sha256(token)),
          gt(adminInvitations.expiresAt, new Date()),
          isNull(users.disabledAt),
          eq(users.isAdmin, true),
        ),
      );
    if (!row?.user.adminRole) throw gone();
    return row.user;
  }

  return {
    /** Emails a new link, which invalidates the earlier one. */
    async send(tx: Executor, mailer: OpenMailer, user: UserRow, invitedBy: string): Promise<void> {
      const token = randomId(tokenLength);
      const row = {
        tokenHash: sha256(token),
        expiresAt: new Date(Date.now() + invitationHours * 60 * 60_000),
        createdAt: new Date(),
      };
      await tx
        .insert(adminInvitations)
        .values({ userId: user.id, ...row })
        .onConflictDoUpdate({ target: adminInvitations.userId, set: row });
      await identityEmails(mailer).inviteAdmin(tx, {
        id: user.id,
        email: user.email,
        role: user.adminRole ?? 'viewer',
        invitedBy,
        // The token is in the fragment, which browsers do not send, so no log of a server or proxy contains it.
        url: `${mailer.publicUrl}/invitation#${token}`,
        hours: invitationHours,
      });
    },

    async open(token: string): Promise<OpenInvitation> {
      const user = await find(token);
      return {
        email: user.email,
        name: nameOfUser(user),
        role: user.adminRole ?? 'viewer',
        username: user.email.split('@')[0] ?? '',
      };
    },

    /** Accepts an invitation. @returns the admin, who can sign in from now on */
    async accept(token: string, fields: AcceptInvitationFields): Promise<UserRow> {
      await find(token);
      const passwordHash = await passwords.hash(fields.password);
      try {
        return await db.transaction(async (tx) => {
          const [used] = await tx
            .delete(adminInvitations)
            .where(
              and(
                eq(adminInvitations.tokenHash, sha256(token)),
                gt(adminInvitations.expiresAt, new Date()),
              ),
            )
            .returning({ userId: adminInvitations.userId });
          if (!used) throw gone();
          const [row] = await tx
            .update(users)
            .set({ username: fields.username, passwordHash, updatedAt: new Date() })
            .where(and(eq(users.id, used.userId), isNull(users.disabledAt)))
            .returning();
          if (!row) throw gone();
          await recordAudit(tx, row, {
            action: 'admin.joined',
            about: `admin:${row.id}`,
            did: 'accepted the invitation',
          });
          return row;
        });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        const message = 'This username is taken';
        throw new AppError('CONFLICT', message, { issues: [{ path: 'username', message }] });
      }
    },
  };
}

export type Invitations = ReturnType<typeof createInvitations>;
