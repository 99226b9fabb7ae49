import { sha256 } from '~/server/features/identity/tokens';
import type { TestApp } from './app';

function cookieOf(response: Response): string {
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith('session='));
  if (!cookie) throw new Error(`sign-in failed: ${response.status}`);
  return cookie.split(';')[0] ?? '';
}

/** Opens a session without the steps of a sign-in, which take forty queries. @returns its `Cookie` header */
export async function openSession(
  app: Pick<TestApp, 'sql'>,
  userId: string,
  kind: 'admin' | 'client',
): Promise<string> {
  const token = `${kind}-${crypto.randomUUID()}`;
  const hours = kind === 'admin' ? 12 : 24 * 30;
  await app.sql`
    insert into sessions (token_hash, user_id, kind, expires_at, absolute_expires_at)
    values (${sha256(token)}, ${userId}, ${kind}, now() + make_interval(hours => ${hours}),
      now() + make_interval(hours => ${hours}))`;
  return `session=${token}`;
}

/** Returns the first admin's session as a `Cookie` header. */
export async function signInAdmin(app: TestApp): Promise<string> {
  const [admin] = await app.sql`select id from users where username = 'admin'`;
  return openSession(app, admin?.id, 'admin');
}

/** Adds a client with a session. @returns the client's id, and the session as a `Cookie` header */
export async function addClient(app: TestApp, email: string, firstName: string, lastName: string) {
  const id = crypto.randomUUID();
  await app.sql`
    insert into users (id, email, first_name, last_name)
    values (${id}, ${email}, ${firstName}, ${lastName})`;
  return { id, cookie: await openSession(app, id, 'client') };
}

/**
 * Returns a new client's session as a `Cookie` header.
 *
 * @param email signs up with this email, which may have quotes; otherwise adds a client
 */
export async function signUpClient(app: TestApp, email?: string): Promise<string> {
  if (email === undefined)
    return (await addClient(app, `${crypto.randomUUID()}@example.com`, 'Clara', 'Client')).cookie;
  await app.postJson('/api/auth/send-otp', { email, type: 'signup' });
  const fields = { email, firstName: 'Clara', lastName: 'Client', otp: '123456' };
  return cookieOf(await app.postJson('/api/auth/signup', fields));
}

/**
 * Makes REST calls with a session's cookie.
 *
 * @param session the cookie, or a function that signs in at the first call
 */
export function askerOf(app: TestApp, session: string | (() => Promise<string>)) {
  let cookie: string | Promise<string> | undefined;
  return async <Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Body; headers: Headers }> => {
    cookie ??= typeof session === 'string' ? session : session();
    const response = await app.fetch(path, {
      method,
      headers: { Cookie: await cookie, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text) as Body,
      headers: response.headers,
    };
  };
}
