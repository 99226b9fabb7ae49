import { parse, serialize } from 'hono/utils/cookie';

/** On https the prefix binds a cookie to this very host. */
const prefix = '__Host-';

const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Whether a request's `Cookie` header may hold a session, valid or not. Deliberately coarse: a header that some parser could read a session
 * out of counts, however it is written. Only one without any is answered from the cache before its session is looked up.
 */
export function mayHoldSession(cookies: string | null | undefined): boolean {
  return cookies?.toLowerCase().includes('session') ?? false;
}

/** The cookies that this site sets, each out of reach of scripts and of other sites' requests. */
export function createCookies(options: { https: boolean }) {
  const { https } = options;
  const nameOf = (name: string) => (https ? `${prefix}${name}` : name);
  const attributes = { httpOnly: true, sameSite: 'Lax', path: '/', secure: https } as const;

  return {
    /** Undefined where there is none, or one of the other protocol's. */
    read(header: string | undefined, name: string): string | undefined {
      return header ? parse(header, nameOf(name))[nameOf(name)] : undefined;
    },

    write(name: string, value: string, maxAgeSeconds: number): string {
      // Browsers keep none for longer than some 400 days.
      const maxAge = Math.min(Math.max(0, Math.floor(maxAgeSeconds)), yearSeconds);
      return serialize(nameOf(name), value, { ...attributes, maxAge });
    },

    clear(name: string): string {
      return serialize(nameOf(name), '', { ...attributes, maxAge: 0 });
    },
  };
}

export type Cookies = ReturnType<typeof createCookies>;
