import { LRUCache } from 'lru-cache';

import type { Cookies } from './cookies';
import { type ReadSession, sessionCookie } from './visit';

const rememberedMax = 10_000;
const rememberedMs = 10 * 60_000;

/**
 * Sessions that were found lately, for what is counted by session before it is read again: a cookie that was not checked may be
 * invented, and would give its sender as many shares as it names sessions.
 */
export function createCheckedSessions(cookies: Cookies) {
  const ids = new LRUCache<string, string>({ max: rememberedMax, ttl: rememberedMs });
  return {
    /** @returns a way to read sessions that remembers what it finds */
    remembering:
      (read: ReadSession) =>
      async (token: string): ReturnType<ReadSession> => {
        const session = await read(token);
        if (session) ids.set(token, String(session.id));
        else ids.delete(token);
        return session;
      },

    /** The session of a `Cookie` header; undefined for one that was not found lately. */
    of(header: string | undefined): string | undefined {
      const token = cookies.read(header, sessionCookie);
      return token ? ids.get(token) : undefined;
    },
  };
}
