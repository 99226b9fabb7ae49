import { parse, serialize } from 'hono/utils/cookie';

/** Prefix of cookie names with https, which binds a cookie to the host. */
const prefix = '__Host-';

const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Returns whether a `Cookie` header may contain a session, valid or not. Deliberately imprecise: returns true for every
 * header in which some parser could find a session. If it returns false, a request is answered from the cache without
 * reading a session.
 */
export function mayHoldSession(cookies: string | null | undefined): boolean {
  return cookies?.toLowerCase().includes('session') ?? false;
}

/** Reads and writes the site's cookies, which are HttpOnly and SameSite. */
export function createCookies(options: { https: boolean }) {
  const { https } = options;
  const nameOf = (name: string) => (https ? `${prefix}${name}` : name);
  const attributes = { httpOnly: true, sameSite: 'Lax', path: '/', secure: https } as const;

  return {
    nameOf,

    /** Returns a cookie; undefined if there is none, or if it was set over the other protocol (http or https). */
    read(header: string | undefined, name: string): string | undefined {
      return header ? parse(header, nameOf(name))[nameOf(name)] : undefined;
    },

    write(name: string, value: string, maxAgeSeconds: number): string {
      // Browsers limit the age of cookies to about 400 days.
      const maxAge = Math.min(Math.max(0, Math.floor(maxAgeSeconds)), yearSeconds);
      return serialize(nameOf(name), value, { ...attributes, maxAge });
    },

    clear(name: string): string {
      return serialize(nameOf(name), '', { ...attributes, maxAge: 0 });
    },
  };
}

export type Cookies = ReturnType<typeof createCookies>;
