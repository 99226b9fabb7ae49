import { beforeAll, describe, expect, it } from 'vitest';

import type { AdminAccount } from '~/contract/identity/admins-schema';
import { addAdmin, signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { askerOf, signUpClient } from '~/testing/sign-in';
import { answer, uniqueEmail, visitorsOf } from '~/testing/visitors';

const app = testApp({
  env: { TRUST_PROXY: '1' },
  rateLimits: { adminInvitations: 1000, invitationsFromNetwork: 1000 },
});
let ask: ReturnType<typeof askerOf>;
let owner: Awaited<ReturnType<typeof signedInAs>>;
const { browser } = visitorsOf(() => app);

beforeAll(async () => {
  owner = await signedInAs(app, 'owner');
  ask = askerOf(app, owner.cookie);
});

const invite = async (changes: object = {}) =>
  ask<AdminAccount & { message?: string }>('POST', '/api/admin/admins', {
    email: uniqueEmail(),
    name: 'Iris van Invited',
    role: 'editor',
    ...changes,
  });

/** Returns the token of the newest link that was emailed to the address. */
async function tokenFor(email: string): Promise<string> {
  const [mail] = await app.sql`
    select text, html from mails where "to" = ${email} and kind = 'admin_invitation' order by id desc`;
  const token = /\/invitation#([a-z0-9]+)/.exec(mail?.text)?.[1];
  if (!token) throw new Error('no link was mailed');
  return token;
}

async function accept(token: string, changes: object = {}, visitor = browser()) {
  const username = `iris-${crypto.randomUUID()}`;
  const input = { token, username, password: 'a long password', ...changes };
  const { status, body } = await answer(
    await visitor.post('/api/trpc/identity.invitation.accept', input),
  );
  const error = body.error as { message: string } | undefined;
  return { status, message: error?.message, username, visitor };
}

describe('an invitation', () => {
  it('is emailed, and leads to an account with the role', async () => {
    const { status, body } = await invite();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Iris van Invited',
      username: null,
      role: 'editor',
      status: 'invited',
      disabled: false,
    });
    const token = await tokenFor(body.email);
    const opened = await answer(
      await browser().post('/api/trpc/identity.invitation.open', { token }),
    );
    expect(opened.body).toMatchObject({
      result: { data: { email: body.email, name: 'Iris van Invited', role: 'editor' } },
    });
    const { visitor, username } = await accept(token);
    expect(await answer(await visitor.get('/api/auth/user'))).toMatchObject({
      body: { email: body.email, isAdmin: true, role: 'editor' },
    });
    const listed = await ask<AdminAccount[]>('GET', `/api/admin/admins?search=${body.email}`);
    expect(listed.body).toMatchObject([
      { id: body.id, username, status: 'active', invitedUntil: null },
    ]);
    const signedIn = await answer(
      await browser().post('/api/admin/login', { username, password: 'a long password' }),
    );
    expect(signedIn.body).toMatchObject({ user: { role: 'editor' } });
  });

  it('is stored as a hash, and its token is in no log and no sent email', async () => {
    const { body } = await invite();
    const token = await tokenFor(body.email);
    await browser().post('/api/trpc/identity.invitation.open', { token });
    await accept(token);
    const stored = await app.sql`
      select i.*, a.* from admin_invitations i left join audit_log a on a.about = 'admin:' || i.user_id`;
    expect(JSON.stringify([stored, app.logLines])).not.toContain(token);
  });

  it('is accepted once, even concurrently', async () => {
    const token = await tokenFor((await invite()).body.email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    expect(answers.find(({ status }) => status === 404)?.message).toBe(
      'This invitation was used, withdrawn or has expired. Please ask an owner for a new one.',
    );
  });

  it('expires after 48 hours, and can be sent again', async () => {
    const { body } = await invite();
    const first = await tokenFor(body.email);
    await app.sql`update admin_invitations set expires_at = now() - interval '1 second'
      where user_id = ${body.id}`;
    expect((await accept(first)).status).toBe(404);
    expect(
      (await ask<AdminAccount[]>('GET', `/api/admin/admins?search=${body.email}`)).body,
    ).toMatchObject([{ status: 'expired' }]);
    await ask('POST', '/api/trpc/admin.admins.resendInvitation', { id: body.id });
    const second = await tokenFor(body.email);
    expect((await accept(first)).status).toBe(404);
    expect((await accept(second)).status).toBe(200);
  });

  it('no longer works once it is withdrawn or its account disabled', async () => {
    const withdrawn = (await invite()).body;
    const token = await tokenFor(withdrawn.email);
    await ask('POST', '/api/trpc/admin.admins.revokeInvitation', { id: withdrawn.id });
    expect((await accept(token)).status).toBe(404);
    // The email can be invited again.
    expect((await invite({ email: withdrawn.email })).status).toBe(200);

    const disabled = (await invite()).body;
    const other = await tokenFor(disabled.email);
    await ask('PUT', `/api/admin/admins/${disabled.id}`, { disabled: true });
    expect((await accept(other)).status).toBe(404);
    await ask('PUT', `/api/admin/admins/${disabled.id}`, { disabled: false });
    expect((await accept(other)).status).toBe(404);
  });

  it('rejects a taken username and a short password', async () => {
    const token = await tokenFor((await invite()).body.email);
    const taken = await accept(token, { username: owner.username.toUpperCase() });
    expect([taken.status, taken.message]).toEqual([409, 'This username is taken']);
    expect((await accept(token, { password: 'short' })).status).toBe(400);
    expect((await accept(token)).status).toBe(200);
  });

  it('rejects an unknown role', async () => {
    const refused = await invite({ role: 'root' });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'A role is one of: owner, manager, editor, viewer',
    ]);
  });

  it('rejects the email of a client, and of an admin', async () => {
    const email = uniqueEmail();
    await signUpClient(app, email);
    const client = await invite({ email: email.toUpperCase() });
    expect([client.status, client.body.message]).toEqual([
      409,
      'This address belongs to a client. Please invite another address of this person.',
    ]);
    const admin = await invite({ email: owner.email });
    expect([admin.status, admin.body.message]).toEqual([
      409,
      'An admin with this email already exists',
    ]);
  });
});

describe('an admin account', () => {
  const update = (id: string, change: object) =>
    ask<AdminAccount & { message?: string }>('PUT', `/api/admin/admins/${id}`, change);

  it('has a new role from the next call on, and the change is in the audit log', async () => {
    const admin = await signedInAs(app, 'viewer');
    const them = askerOf(app, admin.cookie);
    const status = { status: 'read' };
    expect((await them('PUT', '/api/admin/contact-messages/1', status)).status).toBe(403);
    expect((await update(admin.id, { role: 'manager' })).body).toMatchObject({ role: 'manager' });
    expect((await them('PUT', '/api/admin/contact-messages/1', status)).status).toBe(404);
    const [entry] = await app.sql`select * from audit_log where about = ${`admin:${admin.id}`}`;
    expect(entry).toMatchObject({
      actor_id: owner.id,
      action: 'admin.role_changed',
      description: 'Olive Tester made Olive Tester manager',
      before: { role: 'viewer' },
      after: { role: 'manager' },
    });
  });

  it('loses its sessions at once when it is disabled, and can sign in again when enabled', async () => {
    const admin = await signedInAs(app, 'editor');
    const them = askerOf(app, admin.cookie);
    expect((await update(admin.id, { disabled: true })).body).toMatchObject({
      status: 'disabled',
      disabled: true,
    });
    expect((await them('GET', '/api/auth/user')).status).toBe(401);
    expect(await app.sql`select * from sessions where user_id = ${admin.id}`).toEqual([]);
    expect((await update(admin.id, { disabled: false })).body.status).toBe('active');
    expect((await them('GET', '/api/auth/user')).status).toBe(401);
  });

  it('that does not exist, or is a client’s, answers 404', async () => {
    expect((await update('unknown', { role: 'owner' })).status).toBe(404);
    const email = uniqueEmail();
    await signUpClient(app, email);
    const [client] = await app.sql`select id from users where email = ${email}`;
    expect((await update(client?.id, { role: 'owner' })).status).toBe(404);
    const [row] = await app.sql`select is_admin, admin_role from users where email = ${email}`;
    expect(row).toEqual({ is_admin: false, admin_role: null });
  });

  it('of an owner cannot disable itself', async () => {
    const refused = await update(owner.id, { disabled: true });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'You cannot disable your own account',
    ]);
  });
});

describe('the last owner', () => {
  it('remains after concurrent changes', async () => {
    for (const change of [{ role: 'viewer' }, { disabled: true }] as const) {
      await app.sql`update users set disabled_at = now() where admin_role = 'owner'`;
      // An invited owner cannot sign in yet, and therefore does not count.
      await app.sql`insert into users (id, email, first_name, last_name, is_admin, admin_role)
        values (${crypto.randomUUID()}, ${uniqueEmail()}, 'Not', 'Yet', true, 'owner')`;
      const owners = await Promise.all(Array.from({ length: 4 }, () => signedInAs(app, 'owner')));
      // Each admin changes another one.
      const answers = await Promise.all(
        owners.map((one, at) =>
          askerOf(app, one.cookie)<{ message?: string }>(
            'PUT',
            `/api/admin/admins/${owners[(at + 1) % owners.length]?.id}`,
            change,
          ),
        ),
      );
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused.length).toBeGreaterThan(0);
      const left = await app.sql`select id from users
        where admin_role = 'owner' and disabled_at is null and password_hash is not null`;
      expect(left).toHaveLength(1);
    }
  });

  it('can be neither demoted nor disabled', async () => {
    await app.sql`update users set disabled_at = now() where admin_role = 'owner'`;
    const last = await signedInAs(app, 'owner');
    const them = askerOf(app, last.cookie);
    const demoted = await them('PUT', `/api/admin/admins/${last.id}`, { role: 'manager' });
    expect([demoted.status, demoted.body.message]).toEqual([
      409,
      'The last owner can be neither demoted nor disabled',
    ]);
    // If there is another owner, the account can be demoted.
    await addAdmin(app, 'owner');
    expect((await them('PUT', `/api/admin/admins/${last.id}`, { role: 'manager' })).status).toBe(
      200,
    );
  });
});
