import { describe, expect, it } from 'vitest';

import { connect, createDatabase } from '~/server/platform/db/client';
import { createRateLimits } from '~/server/platform/rate-limit/rate-limits';
import { startTestApp, testApp } from '~/testing/app';
import { makeClient } from '~/testing/payments';
import { startSmtp } from '~/testing/smtp';
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
import { createCodes } from './codes';

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

const send = (visitor: Visitor, email: string) => visitor.post('/api/auth/send-otp', { email });
const guess = async (visitor: Visitor, email: string, otp: string) =>
  (await visitor.post('/api/auth/verify-otp', { email, otp })).status;
const guesses = async (visitor: Visitor, email: string, count: number) => {
  const statuses: number[] = [];
  for (let at = 0; at < count; at += 1) statuses.push(await guess(visitor, email, '000001'));
  return statuses;
};

/** Returns the email of a new client who can request a code at once. */
async function account() {
  const { email } = await signedUp();
  pass(61);
  return email;
}

describe('the browser that requested the code', () => {
  it('is identified by an HttpOnly, SameSite cookie', async () => {
    const response = await send(browser(), uniqueEmail());
    const cookies = response.headers.getSetCookie();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(
      /^code_browser=[a-z0-9]{20}\.[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('gets a __Host- cookie on https', async () => {
    const https = await startTestApp({
      databaseUrl: app.databaseUrl,
      publicUrl: 'https://agency.test',
    });
    const response = await https.postJson('/api/auth/send-otp', { email: uniqueEmail() });
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-code_browser=.*; Secure/);
    await https.close();
  });

  it('keeps its five guesses while other callers guess', async () => {
    const email = await account();
    const owner = browser();
    await send(owner, email);
    expect(await guesses(browser(), email, 7)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(await guesses(owner, email, 4)).toEqual([401, 401, 401, 401]);
    expect(await guess(owner, email, code)).toBe(200);
  });

  it('has five guesses of its own, and cannot use the five of other callers', async () => {
    const email = await account();
    const owner = browser();
    await send(owner, email);
    expect(await guesses(owner, email, 7)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(await guess(owner, email, code)).toBe(429);
    expect(await guess(browser(), email, code)).toBe(200);
  });

  it('keeps its code when another browser requests one', async () => {
    const email = await account();
    const owner = browser();
    await send(owner, email);
    const stranger = browser();
    expect((await send(stranger, email)).status).toBe(200);
    await guesses(stranger, email, 6);
    expect(await guess(owner, email, code)).toBe(200);
  });

  it('keeps its daily limit when other callers have used up theirs', async () => {
    const email = await account();
    for (let round = 0; round < 4; round += 1) {
      await send(browser(), email);
      expect(await guesses(browser(), email, 5)).toEqual([401, 401, 401, 401, 401]);
      pass(16 * minutes);
    }
    const owner = browser();
    await send(owner, email);
    expect(await guess(browser(), email, code)).toBe(429);
    expect(await guess(owner, email, code)).toBe(200);
    pass(days);
    await send(browser(), email);
    expect(await guess(browser(), email, code)).toBe(200);
  });

  it('has twenty wrong guesses a day', async () => {
    const email = await account();
    const owner = browser();
    for (let round = 0; round < 4; round += 1) {
      await send(owner, email);
      expect(await guesses(owner, email, 5)).toEqual([401, 401, 401, 401, 401]);
      pass(16 * minutes);
    }
    await send(owner, email);
    const refused = await owner.post('/api/auth/verify-otp', { email, otp: code });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(hours);
    pass(days);
    await send(owner, email);
    expect(await guess(owner, email, code)).toBe(200);
  });

  it('is not trusted without this server’s signature', async () => {
    const email = await account();
    const owner = browser();
    await send(owner, email);
    const [id = ''] = owner.jar.get('code_browser')?.split('.') ?? [];
    for (const forged of [id, `${id}.x`, `${id}.${'x'.repeat(43)}`, '.', '']) {
      const stranger = browser();
      stranger.jar.set('code_browser', forged);
      expect(await guess(stranger, email, '000001')).toBe(401);
    }
    expect(await guess(browser(), email, code)).toBe(429);
    expect(await guess(owner, email, code)).toBe(200);
  });
});

describe('another device of the same user', () => {
  it('can use the emailed code, once in total', async () => {
    const email = await account();
    const [asked, other] = [browser(), browser()];
    await send(asked, email);
    expect(await guess(other, email, code)).toBe(200);
    expect(await guess(asked, email, code)).toBe(401);
  });
});

describe('requests for codes', () => {
  it('are limited to one a minute per browser, except for browsers of other networks', async () => {
    const email = uniqueEmail();
    const [owner, stranger] = [browser(), browser()];
    expect((await send(stranger, email)).status).toBe(200);
    expect((await send(owner, email)).status).toBe(200);
    for (const again of [owner, stranger]) {
      const refused = await send(again, email);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    }
  });

  it('are limited to five an hour from a network, and twenty in total', async () => {
    const email = uniqueEmail();
    for (let place = 0; place < 4; place += 1) {
      const network = crypto.randomUUID();
      for (let sent = 0; sent < 5; sent += 1) {
        expect((await send(browser(network), email)).status).toBe(200);
        pass(61);
      }
      expect((await send(browser(network), email)).status).toBe(429);
    }
    const elsewhere = await send(browser(), email);
    expect(elsewhere.status).toBe(429);
    expect(await elsewhere.json()).toMatchObject({
      message: expect.stringMatching(/^Too many codes were sent to this address\./),
    });
    pass(Number(elsewhere.headers.get('retry-after')) + 1);
    expect((await send(browser(), email)).status).toBe(200);
  });

  it('to sub-addresses count against one mailbox', async () => {
    const [name, domain] = uniqueEmail().split('@');
    const network = crypto.randomUUID();
    const statuses: number[] = [];
    for (let at = 0; at < 7; at += 1) {
      statuses.push((await send(browser(network), `${name}+${at}@${domain}`)).status);
      pass(61);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });
});

describe('an email without an account', () => {
  /** Starts an app on the same database, and records its SQL statements. */
  async function withStatements() {
    const statements: string[] = [];
    const watched = await startTestApp({
      databaseUrl: app.databaseUrl,
      rateLimits: { codesFromNetwork: 1e6 },
      onStatement: (statement) => statements.push(statement),
    });
    const during = async (work: () => Promise<unknown>) => {
      statements.length = 0;
      await work();
      // Excludes statements of the outbox, which sends after the response, concurrently with the next request.
      return statements.filter(
        (statement) => !/"mails" set|from "(mails|settings)"/.test(statement),
      );
    };
    return { watched, during };
  }

  it('runs the same SQL statements as an email with an account, for requests and for guesses', async () => {
    const known = await account();
    const closed = await account();
    await app.sql`update users set disabled_at = now() where email = ${closed}`;
    const { watched, during } = await withStatements();
    const of = async (email: string) => {
      const sent = await during(() => watched.postJson('/api/auth/send-otp', { email }));
      const guessed = await during(() =>
        watched.postJson('/api/auth/verify-otp', { email, otp: '000001' }),
      );
      return { sent, guessed };
    };
    const expected = await of(known);
    expect(expected.sent.join('\n')).toContain('insert into "one_time_codes"');
    expect(expected.guessed.join('\n')).toContain('update "one_time_codes"');
    expect(await of(uniqueEmail())).toEqual(expected);
    expect(await of(closed)).toEqual(expected);
    await watched.close();
  });
});

describe('an earlier code of the same email', () => {
  it('is invalid for its own browser, and for others unless it is the newest', async () => {
    const client = connect(app.databaseUrl, { max: 2 });
    const db = createDatabase(client);
    const rateLimits = createRateLimits(db);
    const codes = createCodes(db, { secret: 'of this test', rateLimits, fixedCode: undefined });
    const email = uniqueEmail();
    const owner = (name: string | undefined) => ({
      email,
      purpose: 'signin' as const,
      browser: name,
    });
    const issue = async (name: string) => {
      pass(1);
      const issued = await codes.issue(
        db,
        { ...owner(name), browser: name },
        { isDud: false, isByLink: false },
      );
      return issued.code;
    };
    const first = await issue('a');
    const second = await issue('a');
    const third = await issue('b');
    if (first !== second) {
      await expect(codes.redeem(owner('a'), first)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
    if (second !== third) {
      await expect(codes.redeem(owner(undefined), second)).rejects.toMatchObject({
        code: 'UNAUTHORIZED',
      });
    }
    await codes.redeem(owner('a'), second);
    await codes.redeem(owner(undefined), third);
    await client.end({ timeout: 5 });
  });
});

describe('many wrong guesses at the codes of one email', () => {
  it('replace the next code with a link that cannot be guessed, so that the owner is not locked out', async () => {
    const client = connect(app.databaseUrl, { max: 2 });
    const db = createDatabase(client);
    const rateLimits = createRateLimits(db);
    const codes = createCodes(db, { secret: 'of this test', rateLimits, fixedCode: undefined });
    const email = uniqueEmail();
    const owner = (name: string) => ({ email, purpose: 'signin' as const, browser: name });
    const issue = async (name: string) => {
      pass(1);
      const isByLink = await codes.needsLink(owner(name));
      return codes.issue(db, owner(name), { isDud: false, isByLink });
    };
    const wrongOf = ({ code: right }: { code: string }) =>
      right === '000001' ? '000002' : '000001';

    // The code for the owner was sent before.
    const before = await issue('owner');
    let refused = 0;
    for (let name = 0; refused === 0; name += 1) {
      const issued = await issue(`stranger ${name}`);
      for (let guess = 0; guess < 5 && refused === 0; guess += 1) {
        const failure = await codes
          .redeem(owner(`stranger ${name}`), wrongOf(issued))
          .catch((error: unknown) => error as { code: string });
        if (failure?.code === 'TOO_MANY_REQUESTS') refused = name * 5 + guess;
      }
    }
    expect(refused).toBe(60);
    await expect(codes.redeem(owner('owner'), before.code)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringContaining('it comes as a link'),
    });

    const after = await issue('owner');
    expect(after.proof).toMatch(/^[a-z0-9]{26}$/);
    await expect(codes.redeem(owner('owner'), after.code)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    await expect(codes.redeem(owner('owner'), after.code, 'a'.repeat(26))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    await codes.redeem(owner('owner'), after.code, after.proof);

    pass(days);
    const nextDay = await issue('owner');
    expect(nextDay.proof).toBeUndefined();
    await codes.redeem(owner('owner'), nextDay.code);
    await client.end({ timeout: 5 });
  });

  it('are answered with a sign-in link by email, and the browser shows that it was sent', async () => {
    const smtp = await startSmtp();
    const real = await startTestApp({ env: { DEMO_MODE: 'off', SMTP_URL: smtp.url } });
    const { email } = await makeClient(real.sql);
    await real.sql`insert into rate_limits (key, points, expire)
      values (${`wrongGuessesOfEmail:signin ${email}`}, 60, now() + interval '1 day')`;
    const sent = await real.postJson('/api/auth/send-otp', { email });
    expect(await sent.json()).toMatchObject({ byLink: true });
    await real.services.outbox.flush();
    const text =
      smtp.received
        .at(-1)
        ?.raw.replace(/=\r?\n/g, '')
        .replaceAll('=3D', '=') ?? '';
    const [, query = ''] = /\/auth\/signin#(\S+)/.exec(text) ?? [];
    const fields = Object.fromEntries(new URLSearchParams(query));
    expect(fields).toMatchObject({ email, otp: expect.stringMatching(/^\d{6}$/) });
    const { proof: _, ...typed } = fields;
    expect((await real.postJson('/api/auth/verify-otp', typed)).status).toBe(429);
    const entered = await real.postJson('/api/auth/verify-otp', fields);
    expect([entered.status, ((await entered.json()) as { user: object }).user]).toMatchObject([
      200,
      { email },
    ]);
    await real.close();
    await smtp.stop();
  });
});
