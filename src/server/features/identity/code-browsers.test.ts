import { describe, expect, it } from 'vitest';

import { connect, createDatabase } from '~/server/platform/db/client';
import { createRateLimits } from '~/server/platform/rate-limit/rate-limits';
import { startTestApp, testApp } from '~/testing/app';
import { makeClient } from '~/testing/payments';
import { startSmtp } from '~/testing/smtp';
import {
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
const { browser, signedUp } = visitorsOf(() => app);

withMovableClock();

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

  it('runs the same statements as one with an account, for requests and for guesses', async () => {
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
