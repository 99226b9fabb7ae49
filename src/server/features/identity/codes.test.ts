import { describe, expect, it } from 'vitest';

import { testApp } from '~/testing/app';
import {
  answer,
  code,
  minutes,
  pass,
  uniqueEmail,
  visitorsOf,
  withMovableClock,
} from '~/testing/visitors';

const app = testApp({ env: { TRUST_PROXY: '1' }, rateLimits: {} });
const { browser, codeRow, signedUp } = visitorsOf(() => app);

withMovableClock();

describe('signing up', () => {
  it('creates the account only with the correct code, and signs in', async () => {
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

  it('with an existing account signs in and changes nothing', async () => {
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

  it('cannot make a user an admin', async () => {
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
  ] as const;
  it.each(rules)('rejects %j', async (change, message) => {
    const fields = { email: uniqueEmail(), firstName: 'Ada', lastName: 'Byron', otp: code };
    const refused = await answer(
      await browser().post('/api/auth/signup', { ...fields, ...change }),
    );
    expect(refused).toMatchObject({ status: 400, body: { message } });
  });
});

describe('fifty correct codes at once', () => {
  it('create one account and one session', async () => {
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
  it('allows five guesses, including concurrent ones', async () => {
    const { email } = await signedUp();
    pass(61);
    await browser().post('/api/auth/send-otp', { email });
    const guess = (otp: string) => browser().post('/api/auth/verify-otp', { email, otp });
    const statuses = (
      await Promise.all(Array.from({ length: 50 }, (_, at) => guess(String(100_000 + at))))
    ).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(45);
    expect((await codeRow(email))?.guesses_of_others).toBe(5);
    const right = await guess(code);
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('allows five guesses, including batches', async () => {
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
    expect((await codeRow(email))?.guesses_of_others).toBe(5);
    expect((await browser().post('/api/auth/verify-otp', { email, otp: code })).status).toBe(429);
  });

  it('can be used once', async () => {
    const { email } = await signedUp();
    const again = await browser().post('/api/auth/signup', {
      email,
      firstName: 'Ada',
      lastName: 'Byron',
      otp: code,
    });
    expect(again.status).toBe(401);
  });

  it('expires after ten minutes', async () => {
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

  it('is valid for one purpose and one email', async () => {
    const { email } = await signedUp();
    pass(61);
    await browser().post('/api/auth/send-otp', { email, type: 'signup' });
    expect((await browser().post('/api/auth/verify-otp', { email, otp: code })).status).toBe(401);
    const other = uniqueEmail();
    const signup = { email: other, firstName: 'Ada', lastName: 'Byron', otp: code };
    expect((await browser().post('/api/auth/signup', signup)).status).toBe(401);
  });

  it('is not stored in plain text, nor is a session’s token', async () => {
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

describe('requesting codes', () => {
  it('answers the same with and without an account', async () => {
    const { email } = await signedUp();
    pass(61);
    const known = await browser().post('/api/auth/send-otp', { email });
    const unknown = await browser().post('/api/auth/send-otp', { email: uniqueEmail() });
    expect(await answer(known)).toEqual(await answer(unknown));
    const names = (response: Response) => [...response.headers.keys()].sort();
    expect(names(known)).toEqual(names(unknown));
  });

  it('answers guesses the same with and without an account', async () => {
    const { email } = await signedUp();
    const unknown = uniqueEmail();
    pass(61);
    await browser().post('/api/auth/send-otp', { email });
    await browser().post('/api/auth/send-otp', { email: unknown });
    for (let guess = 0; guess < 7; guess += 1) {
      const of = async (to: string) =>
        answer(await browser().post('/api/auth/verify-otp', { email: to, otp: '999999' }));
      expect(await of(email)).toEqual(await of(unknown));
    }
    // Without an account, even the correct code is rejected.
    pass(61);
    await browser().post('/api/auth/send-otp', { email: unknown });
    expect(
      await answer(await browser().post('/api/auth/verify-otp', { email: unknown, otp: code })),
    ).toEqual({
      status: 401,
      body: {
        code: 'UNAUTHORIZED',
        message: 'No account for this email yet. Please sign up.',
      },
    });
  });

  it('is limited to one a minute, and reports the time to wait', async () => {
    const email = uniqueEmail();
    const visitor = browser();
    expect((await visitor.post('/api/auth/send-otp', { email })).status).toBe(200);
    pass(20);
    const second = await visitor.post('/api/auth/send-otp', { email: email.toUpperCase() });
    expect(second.status).toBe(429);
    expect(Number(second.headers.get('retry-after'))).toBe(40);
    expect(await second.json()).toEqual({
      message: 'A code was sent a moment ago. Please try again in 40 seconds.',
      code: 'TOO_MANY_REQUESTS',
    });
    pass(41);
    expect((await visitor.post('/api/auth/send-otp', { email })).status).toBe(200);
  });

  it('sends one code for concurrent requests', async () => {
    const email = uniqueEmail();
    const network = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser(network).post('/api/auth/send-otp', { email })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
