import { describe, expect, it } from 'vitest';

import { limits, type RateLimitName } from '~/server/platform/rate-limit/rate-limits';
import { testApp } from '~/testing/app';
import {
  answer,
  code,
  days,
  hours,
  minutes,
  pass,
  uniqueEmail,
  type Visitor,
  visitorsOf,
  withMovableClock,
} from '~/testing/visitors';

const app = testApp({ env: { TRUST_PROXY: '1' }, rateLimits: {} });
const { browser, codeRow, signedUp } = visitorsOf(() => app);

withMovableClock();

/** Uses all but one of the calls that a limit allows. limits.test.ts checks the number. */
async function leaveOne(limiter: RateLimitName, key: string): Promise<void> {
  const { points, seconds } = limits[limiter];
  const expire = new Date(Date.now() + seconds * 1000);
  await app.sql`
    insert into rate_limits (key, points, expire)
    values (${`${limiter}:${key}`}, ${points - 1}, ${expire})
    on conflict (key) do update set points = excluded.points, expire = excluded.expire`;
}

/** Signs in once another code can be requested. */
async function signInAgain(email: string, visitor = browser()): Promise<Visitor> {
  pass(61);
  await visitor.post('/api/auth/send-otp', { email });
  await visitor.post('/api/auth/verify-otp', { email, otp: code });
  return visitor;
}

describe('a session', () => {
  it('is stored in an HttpOnly, SameSite cookie', async () => {
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

  it('expires after thirty days without use, and after ninety at most', async () => {
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

  it('is replaced at each sign-in', async () => {
    const { visitor, email } = await signedUp();
    const before = visitor.jar.get('session') ?? '';
    await signInAgain(email, visitor);
    const after = visitor.jar.get('session') ?? '';
    expect(after).not.toBe(before);
    const old = browser();
    old.jar.set('session', before);
    expect((await old.get('/api/auth/user')).status).toBe(401);
  });

  it('is not created from a cookie that the caller chose', async () => {
    const visitor = browser();
    visitor.jar.set('session', `c${'a'.repeat(40)}`);
    await signedUp(visitor);
    expect(visitor.jar.get('session')).not.toBe(`c${'a'.repeat(40)}`);
  });

  it('ends at the next request after the account is disabled', async () => {
    const { visitor, user } = await signedUp();
    await app.sql`update users set disabled_at = now() where id = ${user.id}`;
    expect((await visitor.get('/api/auth/user')).status).toBe(401);
  });

  it('ends with a logout, which deletes its row, unless another site sent the request', async () => {
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

  it('is listed for its user, who can end one or all others, but none of another user', async () => {
    const [one, other] = [await signedUp(), await signedUp()];
    const second = await signInAgain(one.email);
    const list = async (visitor: Visitor) => {
      const { result } = (await (await visitor.get('/api/trpc/identity.sessions')).json()) as {
        result: { data: { id: number; isCurrent: boolean }[] };
      };
      return result.data;
    };
    const end = async (id: number | undefined) =>
      (await second.post('/api/trpc/identity.endSession', { id })).status;
    const isIn = async (visitor: Visitor) => (await visitor.get('/api/auth/user')).status === 200;
    const seen = await list(second);
    expect(seen.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
    const [theirs] = await list(other.visitor);
    expect(await end(theirs?.id)).toBe(404);
    expect(await isIn(other.visitor)).toBe(true);
    expect(await end(seen[0]?.id)).toBe(200);
    expect([await isIn(one.visitor), await isIn(second)]).toEqual([false, true]);

    const third = await signInAgain(one.email);
    // A call without input is sent as a batch.
    await second.post('/api/trpc/identity.endOtherSessions?batch=1', {});
    expect([await isIn(third), await isIn(second), await isIn(other.visitor)]).toEqual([
      ...[false, true, true],
    ]);
  });

  it('is not affected by an invalid cookie', async () => {
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
});

describe('the redirect to sign in', () => {
  const to = async (next?: string) => {
    const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
    const response = await browser().get(`/api/login${query}`);
    expect(response.status).toBe(302);
    return response.headers.get('location');
  };

  it('leads clients and admins to their own sign-in page, and keeps the return path', async () => {
    expect(await to()).toBe('/auth/signin');
    expect(await to('/dashboard')).toBe('/auth/signin?next=%2Fdashboard');
    expect(await to('/subscribe?plan=2&cycle=yearly')).toBe(
      '/auth/signin?next=%2Fsubscribe%3Fplan%3D2%26cycle%3Dyearly',
    );
    expect(await to('/admin')).toBe('/cplogin?next=%2Fadmin');
    expect(await to('/admin?section=quotes')).toBe('/cplogin?next=%2Fadmin%3Fsection%3Dquotes');
    expect(await to('/administration')).toBe('/auth/signin?next=%2Fadministration');
  });

  it('ignores a return path of another site', async () => {
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
  const login = (visitor: Visitor, password = 'admin-demo', username = 'admin') =>
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

  it('gets the same error for a wrong name and a wrong password', async () => {
    const refused = {
      status: 401,
      body: { message: 'Invalid username or password', code: 'UNAUTHORIZED' },
    };
    expect(await answer(await login(browser(), 'wrong'))).toEqual(refused);
    expect(await answer(await login(browser(), 'wrong', 'unknown'))).toEqual(refused);
    expect(await answer(await browser().post('/api/admin/login', {}))).toMatchObject({
      status: 400,
      body: { message: 'Username is required' },
    });
  });

  it('has a password that is stored as an argon2id hash', async () => {
    const [row] = await app.sql`select password_hash from users where username = 'admin'`;
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  });

  it.each(['signin', 'signup'] as const)(
    'is not signed in by a code for the mailbox (%s), with the same response as for everyone',
    async (type) => {
      const [email, before] = ['boss@example.com', 'admin@localhost'];
      await app.sql`update users set email = ${email} where username = 'admin'`;
      const visitor = browser();
      const ofOthers = await answer(
        await browser().post('/api/auth/send-otp', { email: `${type}@example.com`, type }),
      );
      expect(await answer(await visitor.post('/api/auth/send-otp', { email, type }))).toEqual(
        ofOthers,
      );
      const path = type === 'signup' ? '/api/auth/signup' : '/api/auth/verify-otp';
      const names = { firstName: 'Some', lastName: 'One' };
      const entered = await answer(await visitor.post(path, { email, otp: code, ...names }));
      await app.sql`update users set email = ${before} where username = 'admin'`;
      expect(entered).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
      expect((await answer(await visitor.get('/api/auth/user'))).status).toBe(401);
      const [mail] = await app.sql`select text from mails where "to" = ${email} order by id desc`;
      expect(mail?.text).toContain('/cplogin');
    },
  );

  it('is signed out at the next request after losing admin rights', async () => {
    const visitor = browser();
    await login(visitor);
    await app.sql`update users set is_admin = false, admin_role = null where username = 'admin'`;
    expect((await visitor.get('/api/auth/user')).status).toBe(401);
    await app.sql`update users set is_admin = true, admin_role = 'owner' where username = 'admin'`;
  });

  it('is rate-limited by name and by network', async () => {
    pass(16 * minutes);
    const network = crypto.randomUUID();
    const attacker = browser(network);
    await leaveOne('adminByNetwork', network);
    expect((await login(attacker, 'wrong', 'someone')).status).toBe(401);
    expect((await login(attacker, 'wrong', 'another')).status).toBe(429);

    const owner = browser();
    expect((await login(owner)).status).toBe(200);
    await leaveOne('adminByUsername', 'admin');
    expect((await login(browser(), 'wrong')).status).toBe(401);
    const stranger = await login(browser());
    expect(stranger.status).toBe(429);
    expect(Number(stranger.headers.get('retry-after'))).toBeGreaterThan(0);
    // An admin who has signed in with this browser before is not locked out by wrong guesses of other callers.
    expect((await login(owner)).status).toBe(200);
    const forged = browser();
    forged.jar.set('browser', `${crypto.randomUUID()}.${'x'.repeat(43)}`);
    expect((await login(forged)).status).toBe(429);
    pass(15 * minutes + 1);
    expect((await login(browser())).status).toBe(200);
  });
});

describe('the logs', () => {
  it('contain no code, token or password', async () => {
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
  it('deletes expired rows, and nothing else', async () => {
    const { visitor, email } = await signedUp();
    pass(61);
    await browser().post('/api/auth/send-otp', { email });
    await app.services.identity.sweep();
    expect((await visitor.get('/api/auth/user')).status).toBe(200);
    expect(await codeRow(email)).toBeDefined();
    pass(91 * days);
    await app.services.identity.sweep();
    for (const table of ['sessions', 'one_time_codes', 'rate_limits']) {
      expect([table, await app.sql`select 1 from ${app.sql(table)}`]).toEqual([table, []]);
    }
  });
});
