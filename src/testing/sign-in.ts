import type { TestApp } from './app';

function cookieOf(response: Response): string {
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith('session='));
  if (!cookie) throw new Error(`sign-in failed: ${response.status}`);
  return cookie.split(';')[0] ?? '';
}

/** Returns the first admin's session as a `Cookie` header. */
export async function signInAdmin(app: TestApp): Promise<string> {
  const credentials = { username: 'admin', password: 'admin-demo' };
  return cookieOf(await app.postJson('/api/admin/login', credentials));
}

/** Returns a new client's session as a `Cookie` header. */
export async function signUpClient(
  app: TestApp,
  email = `${crypto.randomUUID()}@example.com`,
): Promise<string> {
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
