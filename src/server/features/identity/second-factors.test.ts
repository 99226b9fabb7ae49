import { describe, expect, it } from 'vitest';

import type { AdminRole } from '~/contract/identity/roles';
import { addAdmin, adminPassword } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { totpCode } from '~/testing/totp';
import { answer, pass, type Visitor, visitorsOf, withMovableClock } from '~/testing/visitors';

const app = testApp({ env: { TRUST_PROXY: '1' } });
const { browser } = visitorsOf(() => app);

withMovableClock();

const call = async (visitor: Visitor, path: string, input?: unknown) => {
  const response = await visitor.post(`/api/trpc/${path}?batch=1`, { 0: input });
  const { status } = response;
  const [{ result, error }] = (await response.json()) as [
    { result?: { data: Record<string, unknown> }; error?: { message: string } },
  ];
  return { status, data: result?.data ?? {}, message: error?.message };
};

const logIn = async (visitor: Visitor, username: string) =>
  answer(await visitor.post('/api/admin/login', { username, password: adminPassword }));

const verify = async (visitor: Visitor, code: string, method = 'totp') =>
  answer(await visitor.post('/api/admin/login/second-factor', { method, code }));

const isIn = async (visitor: Visitor) => (await visitor.get('/api/auth/user')).status === 200;

async function signedIn(role: AdminRole = 'editor') {
  const admin = await addAdmin(app, role);
  const visitor = browser();
  expect((await logIn(visitor, admin.username)).body).toMatchObject({ user: { role } });
  return { ...admin, visitor };
}

/** Adds an admin with an authenticator app. The time step of the code that set it up has passed. */
async function withTotp(role: AdminRole = 'editor') {
  const admin = await signedIn(role);
  const begun = await call(admin.visitor, 'admin.account.beginTotp', { password: adminPassword });
  const secret = String(begun.data.secret);
  const { data } = await call(admin.visitor, 'admin.account.confirmTotp', {
    code: totpCode(secret),
  });
  pass(60);
  return { ...admin, secret, recoveryCodes: data.recoveryCodes as string[] };
}

/** Changes the last digit, which results in a code that is not valid at any nearby time step. */
const wrong = (code: string) => `${code.slice(0, 5)}${(Number(code[5]) + 1) % 10}`;

describe('a second factor', () => {
  it('is required: the correct password alone creates no session of any kind', async () => {
    const { id, username } = await withTotp();
    const visitor = browser();
    const first = await logIn(visitor, username);
    expect(first).toEqual({
      status: 200,
      body: { secondFactor: { methods: ['totp', 'recovery'] } },
    });
    expect(visitor.jar.get('session')).toBeUndefined();
    const token = visitor.jar.get('sign_in') ?? '';
    expect(token).toHaveLength(40);
    // The token is not accepted as a session's cookie either.
    visitor.jar.set('session', token);
    for (const path of [
      '/api/auth/user',
      '/api/admin/services',
      '/api/admin/export/quotes.csv',
      '/api/trpc/admin.account.get',
      '/api/service-requests',
    ]) {
      expect([path, (await visitor.get(path)).status]).toEqual([path, 401]);
    }
    const stored = await app.sql`select * from pending_sign_ins where user_id = ${id}`;
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('completes the sign-in with the current code of the app, once', async () => {
    const { username, secret } = await withTotp();
    const visitor = browser();
    await logIn(visitor, username);
    for (const seconds of [-90, 90]) {
      const other = totpCode(secret, Date.now() + seconds * 1000);
      expect((await verify(visitor, other)).status).toBe(401);
    }
    const code = totpCode(secret);
    expect((await verify(visitor, `${code.slice(0, 3)} ${code.slice(3)}`)).body).toMatchObject({
      user: { isAdmin: true, role: 'editor' },
    });
    expect(visitor.jar.get('sign_in')).toBeUndefined();
    expect(await isIn(visitor)).toBe(true);

    const replaying = browser();
    await logIn(replaying, username);
    expect((await verify(replaying, code)).status).toBe(401);
    // The code of the previous time step is rejected as well.
    expect((await verify(replaying, totpCode(secret, Date.now() - 30_000))).status).toBe(401);
    pass(30);
    expect((await verify(replaying, totpCode(secret))).status).toBe(200);
  });

  it('accepts one of several concurrent uses of a code', async () => {
    const { username, secret } = await withTotp();
    const visitors = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const visitor = browser();
        await logIn(visitor, username);
        return visitor;
      }),
    );
    const code = totpCode(secret);
    const answers = await Promise.all(visitors.map((visitor) => verify(visitor, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('allows ten wrong codes in fifteen minutes, including concurrent ones', async () => {
    const { username, secret } = await withTotp();
    const visitor = browser();
    await logIn(visitor, username);
    const code = wrong(totpCode(secret));
    const answers = await Promise.all(Array.from({ length: 14 }, () => verify(visitor, code)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    // The limit also rejects the correct code.
    expect((await verify(visitor, totpCode(secret))).status).toBe(429);
  });

  it('must be given within ten minutes', async () => {
    const { username, secret } = await withTotp();
    const visitor = browser();
    await logIn(visitor, username);
    pass(11 * 60);
    const late = await verify(visitor, totpCode(secret));
    expect([late.status, late.body.message]).toEqual([
      401,
      'Your sign-in took too long. Please enter your password again.',
    ]);
  });

  it('accepts a recovery code once, however it is typed', async () => {
    const { username, recoveryCodes } = await withTotp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const visitor = browser();
    await logIn(visitor, username);
    const typed = recoveryCodes[0]?.toUpperCase().replaceAll('-', ' ') ?? '';
    expect((await verify(visitor, typed, 'recovery')).status).toBe(200);
    const again = browser();
    await logIn(again, username);
    expect((await verify(again, typed, 'recovery')).status).toBe(401);
    expect((await verify(again, recoveryCodes[1] ?? '', 'recovery')).status).toBe(200);
  });

  it('cannot be set up during a sign-in that needs one', async () => {
    const { username } = await withTotp();
    const visitor = browser();
    await logIn(visitor, username);
    for (const path of ['beginTotp', 'beginPasskey']) {
      const { status } = await call(visitor, `identity.secondFactor.${path}`);
      expect([path, status]).toEqual([path, 409]);
    }
  });

  it('stores neither secrets nor codes in plain text, and logs none', async () => {
    const { id, secret, recoveryCodes } = await withTotp();
    const dump = JSON.stringify([
      await app.sql`select * from totp_secrets where user_id = ${id}`,
      await app.sql`select * from recovery_codes where user_id = ${id}`,
      await app.sql`select * from audit_log`,
      app.logLines,
    ]);
    expect(dump).not.toContain(secret);
    for (const code of recoveryCodes) expect(dump).not.toContain(code);
  });

  it('rejects a secret that was copied to another account', async () => {
    const victim = await withTotp();
    const thief = await withTotp();
    await app.sql`update totp_secrets set sealed_secret =
      (select sealed_secret from totp_secrets where user_id = ${thief.id}) where user_id = ${victim.id}`;
    const visitor = browser();
    await logIn(visitor, victim.username);
    expect((await verify(visitor, totpCode(thief.secret))).status).toBe(409);
  });

  it('ends the other sessions of the admin when the first one is set up', async () => {
    const { username, visitor } = await signedIn();
    const elsewhere = browser();
    await logIn(elsewhere, username);
    const { data } = await call(visitor, 'admin.account.beginTotp', { password: adminPassword });
    expect(await isIn(elsewhere)).toBe(true);
    await call(visitor, 'admin.account.confirmTotp', { code: totpCode(String(data.secret)) });
    expect([await isIn(visitor), await isIn(elsewhere)]).toEqual([true, false]);
  });

  it('can be changed only with the password', async () => {
    const { visitor, username } = await withTotp();
    for (const path of ['beginTotp', 'removeTotp', 'beginPasskey', 'renewRecoveryCodes']) {
      const refused = await call(visitor, `admin.account.${path}`, { password: 'a wrong one' });
      expect([path, refused.status, refused.message]).toEqual([
        path,
        400,
        'This password is wrong',
      ]);
    }
    expect(
      (await call(visitor, 'admin.account.removeTotp', { password: adminPassword })).status,
    ).toBe(200);
    expect((await logIn(browser(), username)).body).toHaveProperty('user');
  });

  it('replaces old recovery codes with new ones', async () => {
    const { visitor, username, recoveryCodes } = await withTotp();
    const { data } = await call(visitor, 'admin.account.renewRecoveryCodes', {
      password: adminPassword,
    });
    const later = browser();
    await logIn(later, username);
    expect((await verify(later, recoveryCodes[0] ?? '', 'recovery')).status).toBe(401);
    expect(
      (await verify(later, String((data.recoveryCodes as string[])[0]), 'recovery')).status,
    ).toBe(200);
  });

  it('ends the other sessions and pending sign-ins after a new password, which is then required', async () => {
    const { visitor, username, recoveryCodes } = await withTotp();
    const [first = '', second = ''] = recoveryCodes;
    const [elsewhere, pending] = [browser(), browser()];
    for (const one of [elsewhere, pending]) await logIn(one, username);
    expect((await verify(elsewhere, first, 'recovery')).status).toBe(200);
    const changed = await call(visitor, 'admin.account.changePassword', {
      password: adminPassword,
      newPassword: 'another password',
    });
    expect(changed.status).toBe(200);
    expect([await isIn(visitor), await isIn(elsewhere)]).toEqual([true, false]);
    expect((await verify(pending, second, 'recovery')).status).toBe(401);
    expect(await isIn(pending)).toBe(false);
    expect((await logIn(browser(), username)).status).toBe(401);
  });
});

describe('a second factor required for all admins', () => {
  const require = (visitor: Visitor, isRequired: boolean) =>
    call(visitor, 'admin.admins.requireSecondFactor', { isRequired });

  it('can be required only by an owner who has one', async () => {
    const owner = await signedIn('owner');
    expect(await require(owner.visitor, true)).toMatchObject({
      status: 409,
      message: 'Set up your own second factor first, on your account',
    });
  });

  it('ends sessions without a second factor, and allows only its setup', async () => {
    const owner = await withTotp('owner');
    const other = await signedIn('manager');
    expect((await require(owner.visitor, true)).status).toBe(200);
    expect([await isIn(owner.visitor), await isIn(other.visitor)]).toEqual([true, false]);

    const visitor = browser();
    expect((await logIn(visitor, other.username)).body).toEqual({ secondFactor: { methods: [] } });
    expect((await visitor.get('/api/admin/quotes')).status).toBe(401);
    expect((await verify(visitor, '000000')).status).toBe(401);
    const { data } = await call(visitor, 'identity.secondFactor.beginTotp');
    const secret = String(data.secret);
    const mistyped = await call(visitor, 'identity.secondFactor.confirmTotp', {
      code: wrong(totpCode(secret)),
    });
    expect(mistyped.status).toBe(400);
    const done = await call(visitor, 'identity.secondFactor.confirmTotp', {
      code: totpCode(secret),
    });
    expect(done.data).toMatchObject({ user: { role: 'manager' }, recoveryCodes: { length: 10 } });
    expect((await visitor.get('/api/admin/quotes')).status).toBe(200);

    // The last second factor cannot be removed while one is required.
    const removed = await call(visitor, 'admin.account.removeTotp', { password: adminPassword });
    expect(removed.status).toBe(409);
    expect((await require(owner.visitor, false)).status).toBe(200);
    expect(
      (await call(visitor, 'admin.account.removeTotp', { password: adminPassword })).status,
    ).toBe(200);
  });

  it('can be reset by an owner for an admin who has lost theirs', async () => {
    const owner = await signedIn('owner');
    const lost = await withTotp();
    const { data } = await call(owner.visitor, 'admin.admins.resetSecondFactor', { id: lost.id });
    expect(data).toMatchObject({ hasSecondFactor: false });
    expect(await isIn(lost.visitor)).toBe(false);
    expect((await logIn(browser(), lost.username)).body).toHaveProperty('user');
  });
});
