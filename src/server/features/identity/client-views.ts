import { and, eq, isNull, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { clientViewMinutes } from '~/contract/identity/identity';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { can } from '~/contract/identity/permissions';
import { type Actor, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { sessions, users } from '~/server/platform/db/schema/identity';
import type { ViewedClient } from './session-store';
import { nameOfUser, toCurrentUser } from './users';

type Admin = Exclude<Actor, 'system'>;
type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Returns the user for the site outside the panel: the client while the view is active, or else the admin. */
export function visitorOf(admin: CurrentUser, client: ViewedClient): CurrentUser {
  if (client.isLive && client.endsAt && can(admin.role, 'clients.viewAs')) {
    const viewed = toCurrentUser({ ...client, adminRole: null }, 'client');
    return { ...viewed, clientView: { admin, endsAt: client.endsAt.toISOString() } };
  }
  return { ...admin, endedClientView: { clientId: client.id, name: nameOfUser(client) } };
}

const isLive = sql<boolean>`coalesce(${sessions.viewEndsAt} > now(), false)`;

/** Manages views as a client. Each belongs to the session in which it was started. */
export function createClientViews(db: Database) {
  const ownSession = (admin: Admin, sessionId: number) =>
    and(eq(sessions.id, sessionId), eq(sessions.userId, admin.id), eq(sessions.kind, 'admin'));

  /**
   * Records the end of an active view.
   *
   * @returns the id of the client, even if the view had expired; null without a view
   */
  async function leave(tx: Transaction, admin: Admin, sessionId: number): Promise<string | null> {
    const [row] = await tx
      .select({ clientId: sessions.viewedClientId, isLive })
      .from(sessions)
      .where(ownSession(admin, sessionId))
      .for('update');
    if (!row?.clientId) return null;
    if (row.isLive) {
      const [client] = await tx.select().from(users).where(eq(users.id, row.clientId));
      await recordAudit(tx, admin, {
        action: 'user.view_ended',
        about: `user:${row.clientId}`,
        did: `stopped viewing the site as ${client ? nameOfUser(client) : 'a client'}`,
      });
    }
    return row.clientId;
  }

  return {
    /** Starts a view, which replaces an active one. @throws NOT_FOUND for an unknown or deleted client */
    async start(admin: Admin, clientId: string, sessionId: number): Promise<{ endsAt: string }> {
      return db.transaction(async (tx) => {
        const [client] = await tx
          .select()
          .from(users)
          .where(and(eq(users.id, clientId), eq(users.isAdmin, false), isNull(users.deletedAt)))
          .for('share');
        if (!client) throw new AppError('NOT_FOUND', 'User not found');
        await leave(tx, admin, sessionId);
        const [row] = await tx
          .update(sessions)
          .set({
            viewedClientId: clientId,
            viewEndsAt: sql`now() + make_interval(mins => ${clientViewMinutes})`,
          })
          .where(ownSession(admin, sessionId))
          .returning({ endsAt: sessions.viewEndsAt });
        if (!row?.endsAt) throw new AppError('CONFLICT', 'Please sign in to the panel again');
        const endsAt = row.endsAt.toISOString();
        await recordAudit(tx, admin, {
          action: 'user.view_started',
          about: `user:${clientId}`,
          did: `began to view the site as ${nameOfUser(client)}, for ${clientViewMinutes} minutes at most`,
          after: { endsAt },
        });
        return { endsAt };
      });
    },

    /**
     * Ends a view.
     *
     * @returns the id of the client who was viewed, even if the view had expired; null if there was
     * none
     */
    async end(admin: Admin, sessionId: number): Promise<string | null> {
      return db.transaction(async (tx) => {
        const clientId = await leave(tx, admin, sessionId);
        if (!clientId) return null;
        await tx
          .update(sessions)
          .set({ viewedClientId: null, viewEndsAt: null })
          .where(ownSession(admin, sessionId));
        return clientId;
      });
    },
  };
}
