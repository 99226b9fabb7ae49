import { and, desc, eq, ne } from 'drizzle-orm';
import { Lucia, TimeSpan } from 'lucia';

import { listMax } from '~/contract/common/limits';
import type { SessionKind } from '~/contract/identity/identity';
import type { CurrentUser, SessionSummary } from '~/contract/identity/identity-schema';
import type { Database } from '~/server/platform/db/client';
import { sessions } from '~/server/platform/db/schema/identity';
import { visitorOf } from './client-views';
import { createSessionStore } from './session-store';
import { randomId, sha256 } from './tokens';
import { toCurrentUser } from './users';

const day = 24 * 60 * 60 * 1000;
const lifetimes = {
  client: { sliding: 30 * day, absolute: 90 * day },
  admin: { sliding: day / 2, absolute: day / 2 },
} satisfies Record<SessionKind, { sliding: number; absolute: number }>;

/** Minimum number of milliseconds between two writes of a session's last use. */
const seenEvery = 5 * 60 * 1000;

/** Number of characters, with five bits each. */
const tokenLength = 40;

export interface OpenSession {
  /** Value of the cookie. */
  token: string;
  /** When the cookie expires. */
  expiresAt: Date;
}

export interface ReadSession {
  /** User of the session. */
  user: CurrentUser;
  /** User as whom the site outside the panel is shown: the account itself, or the client whom an admin views. */
  visitor: CurrentUser;
  kind: SessionKind;
  /** Number that identifies the session in the API. */
  id: number;
  token: string;
  expiresAt: Date;
  /** Expiry of the cookie that should be sent again; undefined if the cookie need not be renewed. */
  renewedUntil: Date | undefined;
}

/** Sessions of users. Lucia manages their lifetime; the table stores hashes of tokens. */
export function createSessions(db: Database) {
  const store = createSessionStore(db);
  const luciaOf = (kind: SessionKind) =>
    new Lucia(store, {
      sessionExpiresIn: new TimeSpan(lifetimes[kind].sliding, 'ms'),
      getSessionAttributes: (attributes) => attributes,
      getUserAttributes: (attributes) => attributes,
    });
  const lucias = { client: luciaOf('client'), admin: luciaOf('admin') };
  const kindOf = (token: string): SessionKind => (token.startsWith('a') ? 'admin' : 'client');

  return {
    /** Opens a session. @param device the User-Agent header */
    async open(userId: string, kind: SessionKind, device: string): Promise<OpenSession> {
      const now = new Date();
      const attributes = {
        kind,
        device: device.slice(0, 300),
        lastSeenAt: now,
        absoluteExpiresAt: new Date(now.getTime() + lifetimes[kind].absolute),
      };
      const sessionId = `${kind === 'admin' ? 'a' : 'c'}${randomId(tokenLength)}`;
      const session = await lucias[kind].createSession(userId, attributes, { sessionId });
      return { token: session.id, expiresAt: session.expiresAt };
    },

    async read(token: string): Promise<ReadSession | undefined> {
      const { session, user } = await lucias[kindOf(token)].validateSession(token);
      if (!session) return undefined;
      if (Date.now() - session.lastSeenAt.getTime() > seenEvery) {
        await db
          .update(sessions)
          .set({ lastSeenAt: new Date() })
          .where(eq(sessions.tokenHash, sha256(token)));
      }
      const end = Math.min(session.expiresAt.getTime(), session.absoluteExpiresAt.getTime());
      const holder = toCurrentUser(user, session.kind);
      return {
        user: holder,
        visitor: session.viewed ? visitorOf(holder, session.viewed) : holder,
        kind: session.kind,
        id: session.number ?? 0,
        token,
        expiresAt: new Date(end),
        renewedUntil: session.fresh ? new Date(end) : undefined,
      };
    },

    async end(token: string): Promise<void> {
      await lucias.client.invalidateSession(token);
    },

    async endAllOf(userId: string): Promise<void> {
      await lucias.client.invalidateUserSessions(userId);
    },

    /** Ends one of the user's own sessions. @returns false for any other */
    async endOne(userId: string, id: number): Promise<boolean> {
      const ended = await db
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
        .returning({ id: sessions.id });
      return ended.length > 0;
    },

    async endOthers(userId: string, id: number): Promise<void> {
      await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, id)));
    },

    async list(userId: string, currentId: number): Promise<SessionSummary[]> {
      const rows = await db
        .select()
        .from(sessions)
        .where(eq(sessions.userId, userId))
        .orderBy(desc(sessions.id))
        .limit(listMax);
      return rows
        .reverse()
        .filter((row) => row.expiresAt > new Date())
        .map((row) => ({
          id: row.id,
          device: row.device,
          createdAt: row.createdAt.toISOString(),
          lastSeenAt: row.lastSeenAt.toISOString(),
          isCurrent: row.id === currentId,
        }));
    },

    async sweep(): Promise<void> {
      await lucias.client.deleteExpiredSessions();
    },
  };
}
