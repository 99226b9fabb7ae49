import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { startTestApp, type TestApp } from '~/testing/app';

let issuer: OAuth2Server;
let app: TestApp;
let claims: Record<string, unknown>;

beforeAll(async () => {
  issuer = new OAuth2Server();
  await issuer.issuer.keys.generate('RS256');
  await issuer.start(0, '127.0.0.1');
  issuer.service.on('beforeTokenSigning', (token) => Object.assign(token.payload, claims));
  app = await startTestApp({
    env: {
      OIDC_ISSUER: issuer.issuer.url ?? '',
      OIDC_CLIENT_ID: 'agency',
      OIDC_CLIENT_SECRET: 'a secret between the two',
      OIDC_NAME: 'Harbour ID',
    },
  });
});
afterAll(async () => {
  await app.close();
  await issuer.stop();
});

beforeEach(() => {
  claims = {
    sub: crypto.randomUUID(),
    aud: 'agency',
    email: `${crypto.randomUUID()}@Example.com`,
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Byron',
  };
});
afterEach(() => {
  vi.useRealTimers();
  issuer.service.removeAllListeners('beforeResponse');
});

const cookieOf = (response: Response, name: string) =>
  response.headers
    .getSetCookie()
    .find((cookie) => new RegExp(`^${name}(-[\\w-]+)?=`).test(cookie))
    ?.split(';')[0];

/** Follows the redirect to the issuer, as a browser does. */
async function leave(next = '') {
  const response = await app.fetch(`/api/login/oidc${next}`, { redirect: 'manual' });
  expect(response.status).toBe(302);
  const toIssuer = new URL(response.headers.get('location') ?? '');
  const answer = await fetch(toIssuer, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  return { cookie: cookieOf(response, 'oauth') ?? '', toIssuer, back };
}

async function comeBack(back: URL, cookie: string) {
  const response = await app.fetch(back.pathname + back.search, {
    headers: { Cookie: cookie },
    redirect: 'manual',
  });
  return {
    location: response.headers.get('location'),
    session: cookieOf(response, 'session'),
    response,
  };
}

async function signIn(next = '') {
  const { back, cookie } = await leave(next);
  return comeBack(back, cookie);
}

async function userOf(session: string | undefined) {
  const response = await app.fetch('/api/auth/user', { headers: { Cookie: session ?? '' } });
  return (await response.json()) as { id: string; email: string; firstName: string };
}

describe('signing in with an OIDC issuer', () => {
  it('sends a state and PKCE, and returns to the requested path signed in', async () => {
    const { back, cookie, toIssuer } = await leave('?next=/account');
    expect(toIssuer.searchParams.get('state')).toMatch(/^[\w-]{20,}$/);
    expect(toIssuer.searchParams.get('code_challenge_method')).toBe('S256');
    expect(toIssuer.searchParams.get('redirect_uri')).toBe(
      'http://agency.test/api/login/oidc/callback',
    );
    const { location, session, response } = await comeBack(back, cookie);
    expect(location).toBe('/account');
    expect(await userOf(session)).toMatchObject({
      email: String(claims.email).toLowerCase(),
      firstName: 'Ada',
      isAdmin: false,
    });
    expect(response.headers.getSetCookie().join()).toMatch(/oauth-[\w-]+=; Max-Age=0/);
  });

  it('uses a separate state and verifier for each concurrent attempt', async () => {
    const starts = await Promise.all(
      Array.from({ length: 8 }, () => app.fetch('/api/login/oidc', { redirect: 'manual' })),
    );
    const urls = starts.map((start) => new URL(start.headers.get('location') ?? ''));
    for (const name of ['state', 'code_challenge']) {
      expect(new Set(urls.map(({ searchParams }) => searchParams.get(name))).size).toBe(8);
    }
    expect(new Set(starts.map((start) => cookieOf(start, 'oauth'))).size).toBe(8);
    for (const start of starts) expect(start.headers.get('cache-control')).toBe('no-store');
  });

  it('finds the same user again after their email changed', async () => {
    const first = await userOf((await signIn()).session);
    claims = { ...claims, email: `${crypto.randomUUID()}@example.com`, email_verified: false };
    const second = await userOf((await signIn()).session);
    expect(second).toEqual(first);
  });

  it('creates no account for an email that can be restored, and emails the link', async () => {
    const { id, email } = await userOf((await signIn()).session);
    await app.sql`update users set email = ${`${id}@example.com`} where id = ${id}`;
    await app.sql`delete from external_accounts where user_id = ${id}`;
    await app.sql`
      insert into email_changes (user_id, email, nonce, token_hash, moved, log_id, expires_at)
      values (${id}, ${email}, ${id}, ${id}, '{}', 0, now() + interval '1 day')`;
    const { location, session } = await signIn();
    expect([location, session]).toEqual(['/auth/signin?problem=unverified', undefined]);
    const [mail] = await app.sql`
      select text from mails where "to" = ${email} and kind = 'email_changed'`;
    expect(mail?.text).toContain('/restore-email#');
    expect(await app.sql`select from users where email = ${email}`).toHaveLength(0);
  });

  it('links an account with the same email only if the issuer has verified it', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    await app.postJson('/api/auth/send-otp', { email, type: 'signup' });
    await app.postJson('/api/auth/signup', {
      email,
      firstName: 'Grace',
      lastName: 'Hopper',
      otp: '123456',
    });
    claims = { ...claims, email, email_verified: false };
    const claimed = await signIn();
    expect(claimed.location).toBe('/auth/signin?problem=unverified');
    expect(claimed.session).toBeUndefined();
    claims = { ...claims, email_verified: true };
    expect(await userOf((await signIn()).session)).toMatchObject({ email, firstName: 'Grace' });
  });

  it('creates no account without a verified email', async () => {
    claims = { ...claims, email_verified: undefined };
    const before = await app.sql`select count(*) from users`;
    expect((await signIn()).location).toBe('/auth/signin?problem=unverified');
    expect(await app.sql`select count(*) from users`).toEqual(before);
    expect(app.logLines.join('')).toMatch(/"claim":"email_verified".*no usable claim/);
  });

  it('ignores a return path of another site', async () => {
    expect((await signIn('?next=https://evil.example')).location).toBe('/');
  });
});

describe('an OAuth callback', () => {
  const expired = '/auth/signin?problem=expired';

  it('rejects another state, another browser and a second use', async () => {
    const { back, cookie } = await leave();
    const forged = new URL(back);
    forged.searchParams.set('state', 'another');
    expect((await comeBack(forged, cookie)).location).toBe(expired);
    expect((await comeBack(back, '')).location).toBe(expired);
    const tampered = cookie.replace(/=./, (start) => `${start.slice(0, -1)}X`);
    expect((await comeBack(back, tampered)).location).toBe(expired);
    const other = await leave();
    expect((await comeBack(back, other.cookie)).location).toBe(expired);
  });

  it('works in either of two tabs', async () => {
    const [first, second] = [await leave('?next=/account'), await leave('?next=/dashboard')];
    const both = `${first.cookie}; ${second.cookie}`;
    expect((await comeBack(second.back, both)).location).toBe('/dashboard');
    expect((await comeBack(first.back, both)).location).toBe('/account');
  });

  it('rejects a state that is ten minutes old', async () => {
    const { back, cookie } = await leave();
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 10 * 60_000 + 1);
    expect((await comeBack(back, cookie)).location).toBe(expired);
  });
});

describe('an OAuth issuer', () => {
  it('that reports a denial leads back to sign-in with that reason', async () => {
    const { back, cookie } = await leave('?next=/account');
    back.searchParams.delete('code');
    back.searchParams.set('error', 'access_denied');
    const { location } = await comeBack(back, cookie);
    expect(location).toBe('/auth/signin?problem=denied&next=%2Faccount');
    // The router redirects once, to sort the parameters in its own order.
    const first = await app.fetch(location ?? '', { redirect: 'manual' });
    const page = await app.fetch(first.headers.get('location') ?? location ?? '');
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('You were not signed in, because you did not give access.');
  });

  it.each([
    ['rejects the code', { statusCode: 400, body: { error: 'invalid_grant' } }],
    ['returns no identity', { statusCode: 200, body: { access_token: 'x', token_type: 'Bearer' } }],
    [
      'sends an invalid token',
      { statusCode: 200, body: { access_token: 'x', token_type: 'Bearer', id_token: 'a.b.c' } },
    ],
  ])('that %s leads back to sign-in as failed', async (_, answer) => {
    issuer.service.once('beforeResponse', (response: object) => Object.assign(response, answer));
    const { location, session } = await signIn();
    expect(location).toBe('/auth/signin?problem=failed');
    expect(session).toBeUndefined();
  });

  it('that sends a token for another audience, or an expired one, signs in no user', async () => {
    const good = claims;
    for (const bad of [{ aud: 'another' }, { exp: 1 }, { iss: 'https://evil.example' }]) {
      claims = { ...good, ...bad };
      expect((await signIn()).location).toBe('/auth/signin?problem=failed');
    }
  });
});

describe('an OAuth provider', () => {
  it('is offered if its variables are set', async () => {
    const { result } = (await (await app.fetch('/api/trpc/identity.providers')).json()) as {
      result: { data: unknown };
    };
    expect(result.data).toEqual([{ id: 'oidc', name: 'Harbour ID' }]);
    const page = await (await app.fetch('/auth/signin')).text();
    expect(page).toContain('Continue with <!-- -->Harbour ID');
  });

  it('answers 404 if they are not', async () => {
    for (const path of ['/api/login/google', '/api/login/github/callback', '/api/login/other']) {
      expect([path, (await app.fetch(path)).status]).toEqual([path, 404]);
    }
  });

  it('handles its callback, and no other path below its own', async () => {
    const all = await startTestApp({
      databaseUrl: app.databaseUrl,
      env: {
        GOOGLE_CLIENT_ID: 'agency',
        GOOGLE_CLIENT_SECRET: 'secret',
        GITHUB_CLIENT_ID: 'agency',
        GITHUB_CLIENT_SECRET: 'secret',
        OIDC_ISSUER: issuer.issuer.url ?? '',
        OIDC_CLIENT_ID: 'agency',
        OIDC_CLIENT_SECRET: 'secret',
      },
    });
    for (const id of ['google', 'github', 'oidc']) {
      const start = await all.fetch(`/api/login/${id}`);
      expect(new URL(start.headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(
        `http://agency.test/api/login/${id}/callback`,
      );
      const back = await all.fetch(`/api/login/${id}/callback?code=x&state=y`);
      expect(back.headers.get('location')).toBe('/auth/signin?problem=expired');
      expect((await all.fetch(`/api/login/${id}er`)).status).toBe(404);
      expect((await all.fetch(`/api/login/${id}/elsewhere`)).status).toBe(404);
    }
    await all.close();
  });

  it('that is unreachable is reported, and codes still work', async () => {
    const away = await startTestApp({
      databaseUrl: app.databaseUrl,
      env: {
        OIDC_ISSUER: 'http://127.0.0.1:9',
        OIDC_CLIENT_ID: 'agency',
        OIDC_CLIENT_SECRET: 'secret',
      },
    });
    const response = await away.fetch('/api/login/oidc', { redirect: 'manual' });
    expect(response.headers.get('location')).toBe('/auth/signin?problem=away');
    expect(await (await away.fetch('/auth/signin?problem=away')).text()).toContain(
      'That service is not responding.',
    );
    await away.close();
  });
});

it('an issuer whose emails are trusted may omit email_verified, but not deny it', async () => {
  const trusting = await startTestApp({
    env: {
      OIDC_ISSUER: issuer.issuer.url ?? '',
      OIDC_CLIENT_ID: 'agency',
      OIDC_CLIENT_SECRET: 'a secret between the two',
      OIDC_TRUST_EMAIL: 'on',
    },
  });
  const strict = app;
  app = trusting;
  try {
    claims = { ...claims, email_verified: undefined };
    expect(await userOf((await signIn()).session)).toMatchObject({ firstName: 'Ada' });
    claims = { ...claims, sub: crypto.randomUUID(), email_verified: false };
    expect((await signIn()).location).toBe('/auth/signin?problem=unverified');
  } finally {
    app = strict;
    await trusting.close();
  }
});
