import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { startTestApp, type TestApp } from '~/testing/app';

let app: TestApp;
const code = '123456';

beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' }, budgets: {} });
});
afterAll(() => app.close());

// The clock can be moved; timers stay real, for the database's sake.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(new Date());
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const minutes = 60;
const hours = 60 * minutes;
const days = 24 * hours;

const uniqueEmail = () => `${crypto.randomUUID()}@example.com`;

/** A browser: it keeps its cookies and has an address of its own. */
function browser(address = crypto.randomUUID()) {
  const jar = new Map<string, string>();
  const headers = () => ({
    'X-Forwarded-For': address,
    ...(jar.size > 0 && {
      Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    }),
  });
  const keep = (response: Response) => {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  return {
    jar,
    get: async (path: string, extra: Record<string, string> = {}) =>
      keep(await app.fetch(path, { headers: { ...headers(), ...extra }, redirect: 'manual' })),
    post: async (path: string, body: unknown) => keep(await app.postJson(path, body, headers())),
  };
}

type Browser = ReturnType<typeof browser>;

async function answer(response: Response) {
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function signedUp(visitor: Browser = browser(), email = uniqueEmail()) {
  await visitor.post('/api/auth/send-otp', { email, type: 'signup' });
  const response = await visitor.post('/api/auth/signup', {
    email,
    firstName: 'Ada',
    lastName: 'Byron',
    otp: code,
  });
  expect(response.status).toBe(200);
  const { user } = (await response.json()) as { user: { id: string } };
  return { visitor, email, user };
}

async function codeRow(email: string) {
  const [row] = await app.sql`
    select * from one_time_codes where email = ${email} and purpose = 'signin'`;
  return row;
}

describe('signing up', () => {
  it('makes the account only when the code is right, and signs in', async () => {
    const visitor = browser();
    const email = uniqueEmail();
    const sent = await answer(await visitor.post('/api/auth/send-otp', { email, type: 'signup' }));
    expect(sent).toEqual({
      status: 200,
      body: { message: expect.any(String), demo: true, demoCode: code },
    });
    expect(await app.sql`select 1 from users where email = ${email}`).toHaveLength(0);
    const fields = { email: ` ${email.toUpperCase()} `, firstName: ' Ada ', lastName: 'Byron' };
    const wrong = await answer(
      await visitor.post('/api/auth/signup', { ...fields, otp: '000000' }),
    );
    expect(wrong).toEqual({
      status: 401,
      body: { message: 'Invalid OTP. Please try again.', code: 'UNAUTHORIZED' },
    });
    expect(await app.sql`select 1 from users where email = ${email}`).toHaveLength(0);
    const right = await answer(await visitor.post('/api/auth/signup', { ...fields, otp: code }));
    const user = {
      id: expect.stringMatching(/^[a-z0-9]{20}$/),
      email,
      firstName: 'Ada',
      lastName: 'Byron',
      profileImageUrl: null,
      isAdmin: false,
    };
    expect(right).toEqual({ status: 200, body: { user, isNew: true } });
    expect(await answer(await visitor.get('/api/auth/user'))).toEqual({ status: 200, body: user });
  });

  it('with the address of an account signs in to it, and changes nothing of it', async () => {
    const { email, user } = await signedUp();
    pass(61);
    const visitor = browser();
    await visitor.post('/api/auth/send-otp', { email, type: 'signup' });
    const again = await answer(
      await visitor.post('/api/auth/signup', {
        email,
        firstName: 'Eve',
        lastName: 'Else',
        otp: code,
      }),
    );
    expect(again.body).toMatchObject({ user: { id: user.id, firstName: 'Ada' }, isNew: false });
  });

  it('cannot make anybody an admin', async () => {
    const visitor = browser();
    const email = uniqueEmail();
    await visitor.post('/api/auth/send-otp', { email, type: 'signup' });
    await visitor.post('/api/auth/signup', {
      email,
      firstName: 'Ada',
      lastName: 'Byron',
      otp: code,
      isAdmin: true,
      username: 'ada',
      passwordHash: 'x',
    });
    const [row] = await app.sql`select is_admin, username from users where email = ${email}`;
    expect(row).toEqual({ is_admin: false, username: null });
  });

  const rules = [
    [{ email: 'ada@' }, 'Please enter a valid email address'],
    [{ firstName: 'A' }, 'First name must be at least 2 characters'],
    [{ lastName: ' B ' }, 'Last name must be at least 2 characters'],
    [{ otp: '12345' }, 'OTP must be 6 digits'],
    [{ otp: '1234567' }, 'OTP must be 6 digits'],
    [{ otp: '12345a' }, 'OTP must be 6 digits'],
    [{ otp: '１２３４５６' }, 'OTP must be 6 digits'],
  ] as const;
  it.each(rules)('is refused with %j', async (change, message) => {
    const fields = { email: uniqueEmail(), firstName: 'Ada', lastName: 'Byron', otp: code };
    const refused = await answer(
      await browser().post('/api/auth/signup', { ...fields, ...change }),
    );
    expect(refused).toMatchObject({ status: 400, body: { message } });
  });
});

describe('fifty right codes at once', () => {
  it('make one account and one session', async () => {
    const email = uniqueEmail();
    await browser().post('/api/auth/send-otp', { email, type: 'signup' });
    const fields = { email, firstName: 'Ada', lastName: 'Byron', otp: code };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => browser().post('/api/auth/signup', fields)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [user] = await app.sql`select id from users where email = ${email}`;
    expect(await app.sql`select 1 from sessions where user_id = ${user?.id}`).toHaveLength(1);
  });
});

describe('a code', () => {
  it('is guessed five times at most, however many guesses come at once', async () => {
    const { email } = await signedUp();
    pass(61);
    await browser().post('/api/auth/send-otp', { email });
    const guess = (otp: string) => browser().post('/api/auth/verify-otp', { email, otp });
    const statuses = (
      await Promise.all(Array.from({ length: 50 }, (_, at) => guess(String(100_000 + at))))
    ).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(45);
    expect((await codeRow(email))?.guesses).toBe(5);
    const right = await guess(code);
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is guessed five times at most in batches too', async () => {
    const { email } = await signedUp();
    pass(61);
    await browser().post('/api/auth/send-otp', { email });
    const calls = Array(10).fill('identity.verifyCode').join(',');
    const inputs = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [at, { email, otp: String(200_000 + at) }]),
    );
    await Promise.all(
      Array.from({ length: 3 }, () => browser().post(`/api/trpc/${calls}?batch=1`, inputs)),
    );
    expect((await codeRow(email))?.guesses).toBe(5);
    expect((await browser().post('/api/auth/verify-otp', { email, otp: code })).status).toBe(429);
  });

  it('is good once', async () => {
    const { email } = await signedUp();
    const again = await browser().post('/api/auth/signup', {
      email,
      firstName: 'Ada',
      lastName: 'Byron',
      otp: code,
    });
    expect(again.status).toBe(401);
  });

  it('is good for ten minutes', async () => {
    const { email } = await signedUp();
    pass(61);
    await browser().post('/api/auth/send-otp', { email });
    pass(10 * minutes + 1);
    expect((await browser().post('/api/auth/verify-otp', { email, otp: code })).status).toBe(401);
    pass(2 * minutes);
    await browser().post('/api/auth/send-otp', { email });
    pass(10 * minutes - 1);
    expect((await browser().post('/api/auth/verify-otp', { email, otp: code })).status).toBe(200);
  });

  it('is good for one purpose and one address', async () => {
    const { email } = await signedUp();
    pass(61);
    await browser().post('/api/auth/send-otp', { email, type: 'signup' });
    expect((await browser().post('/api/auth/verify-otp', { email, otp: code })).status).toBe(401);
    const other = uniqueEmail();
    const signup = { email: other, firstName: 'Ada', lastName: 'Byron', otp: code };
    expect((await browser().post('/api/auth/signup', signup)).status).toBe(401);
  });

  it('is void once another was sent', async () => {
    const { email } = await signedUp();
    pass(61);
    await browser().post('/api/auth/send-otp', { email });
    const first = (await codeRow(email))?.code_hmac;
    pass(61);
    await browser().post('/api/auth/send-otp', { email });
    expect(
      await app.sql`select 1 from one_time_codes where email = ${email} and purpose = 'signin'`,
    ).toHaveLength(1);
    expect(first).toBeDefined();
  });

  it('is not in the database, nor is a session’s token', async () => {
    const { email, visitor } = await signedUp();
    const token = visitor.jar.get('session') ?? '';
    expect(token).toMatch(/^c[a-z0-9]{40}$/);
    const rows = JSON.stringify([
      await app.sql`select * from one_time_codes where email = ${email}`,
      await app.sql`select * from sessions`,
    ]);
    expect(rows).not.toContain(token);
    expect(rows).not.toContain(`"${code}"`);
  });
});

describe('asking for codes', () => {
  it('answers alike for an address with an account and one without', async () => {
    const { email } = await signedUp();
    pass(61);
    const known = await browser().post('/api/auth/send-otp', { email });
    const unknown = await browser().post('/api/auth/send-otp', { email: uniqueEmail() });
    expect(await answer(known)).toEqual(await answer(unknown));
    const names = (response: Response) => [...response.headers.keys()].sort();
    expect(names(known)).toEqual(names(unknown));
  });

  it('and guessing answers alike too, to the end', async () => {
    const { email } = await signedUp();
    const nobody = uniqueEmail();
    pass(61);
    await browser().post('/api/auth/send-otp', { email });
    await browser().post('/api/auth/send-otp', { email: nobody });
    for (let guess = 0; guess < 7; guess += 1) {
      const of = async (address: string) =>
        answer(await browser().post('/api/auth/verify-otp', { email: address, otp: '999999' }));
      expect(await of(email)).toEqual(await of(nobody));
    }
    // Not even the right one helps where there is no account.
    pass(61);
    await browser().post('/api/auth/send-otp', { email: nobody });
    expect(
      (await browser().post('/api/auth/verify-otp', { email: nobody, otp: code })).status,
    ).toBe(401);
  });

  it('takes a minute between two, and says how long', async () => {
    const email = uniqueEmail();
    expect((await browser().post('/api/auth/send-otp', { email })).status).toBe(200);
    pass(20);
    const second = await browser().post('/api/auth/send-otp', { email: email.toUpperCase() });
    expect(second.status).toBe(429);
    expect(Number(second.headers.get('retry-after'))).toBe(40);
    expect(await second.json()).toEqual({
      message: 'A code was sent a moment ago. Please try again in 40 seconds.',
      code: 'TOO_MANY_REQUESTS',
    });
    pass(41);
    expect((await browser().post('/api/auth/send-otp', { email })).status).toBe(200);
  });

  it('is done five times an hour to an address', async () => {
    const email = uniqueEmail();
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await browser().post('/api/auth/send-otp', { email })).status).toBe(200);
      pass(61);
    }
    const sixth = await browser().post('/api/auth/send-otp', { email });
    expect(sixth.status).toBe(429);
    pass(Number(sixth.headers.get('retry-after')) + 1);
    expect((await browser().post('/api/auth/send-otp', { email })).status).toBe(200);
  });

  it('at once sends one', async () => {
    const email = uniqueEmail();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser().post('/api/auth/send-otp', { email })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('twenty wrong guesses on an account', () => {
  it('are enough for a day', async () => {
    const { email } = await signedUp();
    for (let round = 0; round < 4; round += 1) {
      pass(16 * minutes);
      await browser().post('/api/auth/send-otp', { email });
      for (let guess = 0; guess < 5; guess += 1) {
        expect(
          (await browser().post('/api/auth/verify-otp', { email, otp: '000001' })).status,
        ).toBe(401);
      }
    }
    pass(16 * minutes);
    await browser().post('/api/auth/send-otp', { email });
    const right = await browser().post('/api/auth/verify-otp', { email, otp: code });
    expect(right.status).toBe(429);
    pass(days);
    await browser().post('/api/auth/send-otp', { email });
    expect((await browser().post('/api/auth/verify-otp', { email, otp: code })).status).toBe(200);
  });
});

describe('a session', () => {
  it('is a cookie that scripts and other sites cannot use', async () => {
    const email = uniqueEmail();
    const visitor = browser();
    await visitor.post('/api/auth/send-otp', { email, type: 'signup' });
    const response = await visitor.post('/api/auth/signup', {
      email,
      firstName: 'Ada',
      lastName: 'Byron',
      otp: code,
    });
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^session=c[a-z0-9]{40}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('lasts thirty days without use, and ninety at most', async () => {
    const idle = await signedUp();
    pass(30 * days + 1);
    expect((await idle.visitor.get('/api/auth/user')).status).toBe(401);
    expect(idle.visitor.jar.has('session')).toBe(false);

    const busy = await signedUp();
    for (let day = 0; day < 4; day += 1) {
      pass(20 * days);
      expect((await busy.visitor.get('/api/auth/user')).status).toBe(200);
    }
    pass(10 * days + 1);
    expect((await busy.visitor.get('/api/auth/user')).status).toBe(401);
  });

  it('is another one after each sign-in, and the one before is over', async () => {
    const { visitor, email } = await signedUp();
    const before = visitor.jar.get('session') ?? '';
    pass(61);
    await visitor.post('/api/auth/send-otp', { email });
    await visitor.post('/api/auth/verify-otp', { email, otp: code });
    const after = visitor.jar.get('session') ?? '';
    expect(after).not.toBe(before);
    const old = browser();
    old.jar.set('session', before);
    expect((await old.get('/api/auth/user')).status).toBe(401);
  });

  it('cannot be chosen by whoever gives the cookie', async () => {
    const visitor = browser();
    visitor.jar.set('session', `c${'a'.repeat(40)}`);
    await signedUp(visitor);
    expect(visitor.jar.get('session')).not.toBe(`c${'a'.repeat(40)}`);
  });

  it('ends with the account that is disabled, at the next request', async () => {
    const { visitor, user } = await signedUp();
    await app.sql`update users set disabled_at = now() where id = ${user.id}`;
    expect((await visitor.get('/api/auth/user')).status).toBe(401);
  });

  it('ends by logging out, in the database too, unless another site asks', async () => {
    const { visitor } = await signedUp();
    const token = visitor.jar.get('session') ?? '';
    const foreign = await visitor.get('/api/logout', { 'Sec-Fetch-Site': 'cross-site' });
    expect([foreign.status, foreign.headers.get('location')]).toEqual([302, '/']);
    expect((await visitor.get('/api/auth/user')).status).toBe(200);
    const own = await visitor.get('/api/logout');
    expect([own.status, own.headers.get('location')]).toEqual([302, '/']);
    expect(visitor.jar.has('session')).toBe(false);
    visitor.jar.set('session', token);
    expect((await visitor.get('/api/auth/user')).status).toBe(401);
  });

  it('is listed to its owner, who ends any of them but nobody else’s', async () => {
    const one = await signedUp();
    const other = await signedUp();
    pass(61);
    const second = browser();
    await second.post('/api/auth/send-otp', { email: one.email });
    await second.post('/api/auth/verify-otp', { email: one.email, otp: code });
    const list = async (visitor: Browser) => {
      const { result } = (await (await visitor.get('/api/trpc/identity.sessions')).json()) as {
        result: { data: { id: number; isCurrent: boolean }[] };
      };
      return result.data;
    };
    const seen = await list(second);
    expect(seen.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
    const [theirs] = await list(other.visitor);
    expect((await second.post('/api/trpc/identity.endSession', { id: theirs?.id })).status).toBe(
      404,
    );
    expect((await other.visitor.get('/api/auth/user')).status).toBe(200);
    expect((await second.post('/api/trpc/identity.endSession', { id: seen[0]?.id })).status).toBe(
      200,
    );
    expect((await one.visitor.get('/api/auth/user')).status).toBe(401);
    expect((await second.get('/api/auth/user')).status).toBe(200);
  });

  it('is not broken by a cookie that is none', async () => {
    for (const cookie of [
      'session=%',
      'a=%; session=',
      'session=a%00b',
      `session=${'x'.repeat(5000)}`,
    ]) {
      const response = await app.fetch('/api/auth/user', { headers: { Cookie: cookie } });
      expect([cookie.slice(0, 20), response.status]).toEqual([cookie.slice(0, 20), 401]);
    }
  });

  it('keeps its pages to itself', async () => {
    const { visitor } = await signedUp();
    const page = await visitor.get('/');
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(await page.text()).toContain('Ada');
    const anonymous = await app.fetch('/');
    expect(await anonymous.text()).not.toContain('Account of Ada');
  });
});

describe('the way to sign in', () => {
  const to = async (next?: string) => {
    const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
    const response = await browser().get(`/api/login${query}`);
    expect(response.status).toBe(302);
    return response.headers.get('location');
  };

  it('leads clients and admins to their own, and remembers where they were going', async () => {
    expect(await to()).toBe('/auth/signin');
    expect(await to('/dashboard')).toBe('/auth/signin?next=%2Fdashboard');
    expect(await to('/subscribe?plan=2&cycle=yearly')).toBe(
      '/auth/signin?next=%2Fsubscribe%3Fplan%3D2%26cycle%3Dyearly',
    );
    expect(await to('/admin')).toBe('/cplogin?next=%2Fadmin');
    expect(await to('/admin?section=quotes')).toBe('/cplogin?next=%2Fadmin%3Fsection%3Dquotes');
    expect(await to('/administration')).toBe('/auth/signin?next=%2Fadministration');
  });

  it('never leads on to another site', async () => {
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/.//evil.example',
      '/x/..//evil.example',
      '/%2e//evil.example',
      '/./\\evil.example',
      'javascript:alert(1)',
      ' /x',
      '',
    ]) {
      const location = (await to(next)) ?? '';
      const end = new URL(location, 'http://agency.test').searchParams.get('next') ?? '/';
      expect([next, new URL(end, 'http://agency.test').host]).toEqual([next, 'agency.test']);
    }
  });
});

describe('an admin', () => {
  const login = (visitor: Browser, password = 'admin-demo', username = 'admin') =>
    visitor.post('/api/admin/login', { username, password });

  it('signs in by name and password, for twelve hours', async () => {
    const visitor = browser();
    const entered = await answer(await login(visitor, 'admin-demo', 'Admin'));
    expect(entered).toMatchObject({ status: 200, body: { user: { isAdmin: true } } });
    expect(visitor.jar.get('session')).toMatch(/^a/);
    pass(11 * hours);
    expect((await answer(await visitor.get('/api/auth/user'))).body.isAdmin).toBe(true);
    pass(hours + 1);
    expect((await visitor.get('/api/auth/user')).status).toBe(401);
  });

  it('is refused alike for a wrong name and a wrong password', async () => {
    const refused = {
      status: 401,
      body: { message: 'Invalid username or password', code: 'UNAUTHORIZED' },
    };
    expect(await answer(await login(browser(), 'wrong'))).toEqual(refused);
    expect(await answer(await login(browser(), 'wrong', 'nobody'))).toEqual(refused);
    expect(await answer(await browser().post('/api/admin/login', {}))).toMatchObject({
      status: 400,
      body: { message: 'Username is required' },
    });
  });

  it('has an argon2id hash of at least 19 MiB and two rounds', async () => {
    const [row] = await app.sql`select password_hash from users where username = 'admin'`;
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('is no admin by a code sent by e-mail', async () => {
    const visitor = browser();
    const email = 'admin@localhost';
    await app.sql`update users set email = 'boss@example.com' where username = 'admin'`;
    await visitor.post('/api/auth/send-otp', { email: 'boss@example.com' });
    const entered = await answer(
      await visitor.post('/api/auth/verify-otp', { email: 'boss@example.com', otp: code }),
    );
    await app.sql`update users set email = ${email} where username = 'admin'`;
    expect(entered.body.user).toMatchObject({ isAdmin: false });
    expect((await answer(await visitor.get('/api/auth/user'))).body.isAdmin).toBe(false);
  });

  it('who is one no more is out at the next request', async () => {
    const visitor = browser();
    await login(visitor);
    await app.sql`update users set is_admin = false where username = 'admin'`;
    expect((await visitor.get('/api/auth/user')).status).toBe(401);
    await app.sql`update users set is_admin = true where username = 'admin'`;
  });

  it('is kept from guessing: twenty in a quarter of an hour by name, and by address', async () => {
    pass(16 * minutes);
    const attacker = browser();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect((await login(attacker, 'wrong', `someone-${attempt}`)).status).toBe(401);
    }
    expect((await login(attacker, 'wrong', 'another')).status).toBe(429);

    const owner = browser();
    expect((await login(owner)).status).toBe(200);
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect((await login(browser(), 'wrong')).status).toBe(401);
    }
    const stranger = await login(browser());
    expect(stranger.status).toBe(429);
    expect(Number(stranger.headers.get('retry-after'))).toBeGreaterThan(0);
    // Whoever has signed in with this browser before is not locked out by others' guesses.
    expect((await login(owner)).status).toBe(200);
    const forged = browser();
    forged.jar.set('browser', `${crypto.randomUUID()}.${'x'.repeat(43)}`);
    expect((await login(forged)).status).toBe(429);
    pass(15 * minutes + 1);
    expect((await login(browser())).status).toBe(200);
  });
});

describe('the public forms', () => {
  it('take twenty in ten minutes from an address, each of them', async () => {
    const { quoteRequest, contactMessage } = await import('~/testing/app');
    const visitor = browser();
    for (const [path, body] of [
      ['/api/quotes', quoteRequest()],
      ['/api/contact', contactMessage()],
    ] as const) {
      for (let sent = 0; sent < 20; sent += 1) {
        expect((await visitor.post(path, body)).status).toBe(200);
      }
      const refused = await visitor.post(path, body);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await browser().post(path, body)).status).toBe(200);
    }
    pass(10 * minutes + 1);
    expect((await visitor.post('/api/quotes', quoteRequest())).status).toBe(200);
  });
});

describe('the logs', () => {
  it('hold no code, token or password', async () => {
    const { visitor } = await signedUp();
    await visitor.post('/api/admin/login', { username: 'admin', password: 'a-secret-password' });
    await visitor.get('/api/auth/user');
    const logs = app.logLines.join('\n');
    expect(logs).toContain('/api/auth/signup');
    expect(logs).not.toContain(visitor.jar.get('session') ?? 'none');
    expect(logs).not.toContain('a-secret-password');
    expect(logs).not.toContain(`${code}`);
  });
});

describe('the sweep', () => {
  it('removes what has run out, and nothing else', async () => {
    const { visitor, email } = await signedUp();
    pass(61);
    await browser().post('/api/auth/send-otp', { email });
    await app.domain.identity.sweep();
    expect((await visitor.get('/api/auth/user')).status).toBe(200);
    expect(await codeRow(email)).toBeDefined();
    pass(91 * days);
    await app.domain.identity.sweep();
    for (const table of ['sessions', 'one_time_codes', 'rate_limits']) {
      expect([table, await app.sql`select 1 from ${app.sql(table)}`]).toEqual([table, []]);
    }
  });
});
