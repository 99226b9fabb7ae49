import DataLoader from 'dataloader';
import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Adapter, DatabaseSession, DatabaseUser } from 'lucia';

import type { SessionKind } from '~/contract/identity/identity';
import type { AdminRole } from '~/contract/identity/roles';
import type { Database } from '~/server/platform/db/client';
import { sessions, users } from '~/server/platform/db/schema/identity';
import { deleteInBatches } from '~/server/platform/jobs/clean-up';
import { sha256 } from './tokens';

declare module 'lucia' {
  interface Register {
    Lucia: import('lucia').Lucia<SessionAttributes, UserAttributes>;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: UserAttributes;
  }
}

interface SessionAttributes {
  kind: SessionKind;
  device: string;
  /** Id of the session in the API; absent until it is stored. */
  number?: number;
  absoluteExpiresAt: Date;
  lastSeenAt: Date;
  /** Client as whom an admin views the site in this session. */
  viewed?: ViewedClient | null;
}

/** Client as whom an admin views the site. */
export interface ViewedClient extends Omit<UserAttributes, 'isAdmin' | 'adminRole'> {
  id: string;
  endsAt: Date | null;
  /** True while the view is active, by the database's clock. False for a client who was deleted in the meantime. */
  isLive: boolean;
}

interface UserAttributes {
  email: string;
  firstName: string;
  lastName: string;
  profileImageUrl: string | null;
  isAdmin: boolean;
  adminRole: AdminRole | null;
  deletionDueAt: Date | null;
}

const columns = {
  tokenHash: sessions.tokenHash,
  userId: sessions.userId,
  expiresAt: sessions.expiresAt,
  number: sessions.id,
  kind: sessions.kind,
  device: sessions.device,
  absoluteExpiresAt: sessions.absoluteExpiresAt,
  lastSeenAt: sessions.lastSeenAt,
};

const userColumns = {
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  isAdmin: users.isAdmin,
  adminRole: users.adminRole,
  deletionDueAt: users.deletionDueAt,
};

const viewed = alias(users, 'viewed');

/** Columns of the viewed client, which are null without a view. */
const viewedColumns = {
  id: viewed.id,
  email: viewed.email,
  firstName: viewed.firstName,
  lastName: viewed.lastName,
  profileImageUrl: viewed.profileImageUrl,
  deletionDueAt: viewed.deletionDueAt,
  endsAt: sessions.viewEndsAt,
  isLive: sql<boolean>`coalesce(${sessions.kind} = 'admin' and ${sessions.viewEndsAt} > now()
    and not ${viewed.isAdmin} and ${viewed.deletedAt} is null, false)`,
};

/** Creates Lucia's session store. It stores hashes of tokens, so that a copy of the table cannot be used to sign in. */
export function createSessionStore(db: Database): Adapter {
  const withUser = db
    .select({ session: columns, user: userColumns, viewed: viewedColumns })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(viewed, eq(viewed.id, sessions.viewedClientId))
    .where(
      and(
        sql`${sessions.tokenHash} = any(${sql.placeholder('tokenHashes')})`,
        // A user who was disabled, or is no longer an admin, is signed out at the next request.
        isNull(users.disabledAt),
        sql`(${sessions.kind} <> 'admin' or ${users.isAdmin})`,
      ),
    )
    .prepare('sessions_with_users');

  /**
   * Loads the sessions of all requests that arrived in one turn of the event loop with a single query. The query starts
   * after the requests arrived, so that each of them sees earlier sign-outs. Nothing is cached.
   */
  const loader = new DataLoader<string, SessionWithUser | undefined>(
    async (tokenHashes) => {
      const rows = await withUser.execute({ tokenHashes: [...new Set(tokenHashes)] });
      const byHash = new Map(rows.map((row) => [row.session.tokenHash, row]));
      return tokenHashes.map((tokenHash) => byHash.get(tokenHash));
    },
    { cache: false, batchScheduleFn: setImmediate, maxBatchSize: 200 },
  );

  const toSession = (
    { userId, expiresAt, tokenHash, ...attributes }: SessionRow,
    id: string = tokenHash,
  ): DatabaseSession => ({ id, userId, expiresAt, attributes });

  return {
    async getSessionAndUser(token): Promise<[DatabaseSession | null, DatabaseUser | null]> {
      const row = await loader.load(sha256(token));
      if (!row) return [null, null];
      const { session, user, viewed: client } = row;
      const withView = { ...session, viewed: client.id === null ? null : (client as ViewedClient) };
      return [toSession(withView, token), { id: session.userId, attributes: user }];
    },

    /** Returns sessions with hashes as ids, because the tokens are not stored. */
    async getUserSessions(userId) {
      const rows = await db
        .select(columns)
        .from(sessions)
        .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())))
        .orderBy(sessions.id);
      return rows.map((row) => toSession(row));
    },

    async setSession({ id, userId, expiresAt, attributes }) {
      const { number, viewed: _, ...rest } = attributes;
      await db.insert(sessions).values({ ...rest, tokenHash: sha256(id), userId, expiresAt });
    },

    async updateSessionExpiration(token, expiresAt) {
      await db
        .update(sessions)
        .set({
          expiresAt: sql`least(${expiresAt.toISOString()}::timestamptz, ${sessions.absoluteExpiresAt})`,
        })
        .where(eq(sessions.tokenHash, sha256(token)));
    },

    async deleteSession(token) {
      await db.delete(sessions).where(eq(sessions.tokenHash, sha256(token)));
    },

    async deleteUserSessions(userId) {
      await db.delete(sessions).where(eq(sessions.userId, userId));
    },

    async deleteExpiredSessions() {
      const { expiresAt } = sessions;
      await deleteInBatches(db, sessions, { where: lte(expiresAt, new Date()), oldest: expiresAt });
    },
  };
}

interface SessionWithUser {
  session: SessionRow;
  user: UserAttributes;
  /** Without a view, all fields are null except the two fields about the view's state. */
  viewed: { [Key in keyof ViewedClient]: ViewedClient[Key] | null };
}

interface SessionRow extends SessionAttributes {
  tokenHash: string;
  userId: string;
  expiresAt: Date;
}
