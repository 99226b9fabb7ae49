import { describe, expect, it } from 'vitest';

import type { UserDetail } from '~/contract/admin/admin-schema';
import { testApp } from '~/testing/app';
import { signInClient, signUpClient } from '~/testing/client-requests';
import { companiesOf } from '~/testing/companies';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp({ env: { TRUST_PROXY: '1' }, rateLimits: { codesFromNetwork: 1e6 } });
const ask = askerOf(app, () => signInAdmin(app));

const { sentProposal } = salesOf(() => app);
const { staffed } = companiesOf(
  () => app,
  () => ask,
);
const change = (id: string, body: object) =>
  ask<UserDetail & { message: string; issues?: { path: string }[] }>(
    'PUT',
    `/api/admin/clients/${id}`,
    body,
  );

describe('a change of a client by the agency', () => {
  it('keeps omitted fields, and is in the audit log', async () => {
    const { id } = await signUpClient(app);
    const peppol = { scheme: '0106', value: '24123456' };
    const billing = {
      address: 'Kade 1',
      city: 'Rotterdam',
      country: 'NL',
      electronicAddress: peppol,
    };
    const named = { firstName: 'Bas', lastName: 'de Vries', phone: '010 123 45 67' };
    expect((await change(id, { ...named, billing })).status).toBe(200);
    const { body } = await change(id, { billing: { city: 'Schiedam' } });
    expect(body).toMatchObject({
      user: { firstName: 'Bas', lastName: 'de Vries' },
      phone: named.phone,
      billing: { name: 'Bas de Vries', ...billing, city: 'Schiedam' },
    });
    const entries = await app.sql`
      select action from audit_log where about = ${`user:${id}`} order by id`;
    expect(entries.map(({ action }) => action)).toEqual([
      'user.changed',
      'user.billing_changed',
      'user.billing_changed',
    ]);
  });

  it('is refused if the caller expects values that were changed in the meantime', async () => {
    const { id, email } = await signUpClient(app);
    const peppol = { scheme: '0106', value: '24123456' };
    const billing = { city: 'Berlin', country: 'DE', electronicAddress: peppol };
    const to = `${crypto.randomUUID()}@example.com`;
    expect((await change(id, { email: to, billing })).status).toBe(200);
    const stale = { email, phone: '', billing: { city: 'Wien', email: '' } };
    for (const [changes, status] of [
      [{ phone: '010 123', expected: { companyId: null, phone: '' } }, 200],
      [{ email: 'mine@example.com', expected: stale }, 409],
      [{ billing: { city: 'Bonn' }, expected: { billing: stale.billing } }, 409],
      [{ billing: { city: 'Bonn' }, expected: { companyId: 5 } }, 409],
      [{ billing: { city: 'Berlin' }, expected: { billing: stale.billing } }, 200],
      [
        { billing: { city: 'Bonn' }, expected: { email: to, billing: { ...billing, email: '' } } },
        200,
      ],
    ] as const) {
      const answer = await change(id, changes);
      expect([changes, answer.status]).toEqual([changes, status]);
      if (status === 409) expect(answer.body.message).toBe('Another admin changed this record');
    }
    expect((await change(id, {})).body).toMatchObject({
      user: { email: to },
      phone: '010 123',
      billing: { ...billing, city: 'Bonn' },
    });
  });

  it('to another email signs the client out, revokes links, and notifies the old mailbox', async () => {
    const client = await signUpClient(app);
    const { email: from } = await app.sql`select email from users where id = ${client.id}`.then(
      ([row]) => ({ email: String(row?.email) }),
    );
    const { id, token } = await sentProposal(from);
    const to = `${crypto.randomUUID()}@example.com`;
    await app.sql`insert into email_changes (user_id, email, moved, log_id, expires_at)
      values (${client.id}, 'old@example.com', '{}', 0, now() + interval '1 day')`;
    expect((await change(client.id, { email: to.toUpperCase() })).body.user.email).toBe(to);
    expect((await app.fetch(`/api/proposals/by-link/${token}`)).status).toBe(404);
    const proposal = await ask<object>('GET', `/api/admin/proposals/${id}`);
    expect(proposal.body).toMatchObject({ clientEmail: to });
    const [row] = await app.sql`select email_verified_at as verified,
      (select count(*)::int from sessions where user_id = users.id) as sessions
      from users where id = ${client.id}`;
    expect(row).toEqual({ verified: null, sessions: 0 });
    // Both mailboxes are notified.
    const mails = await app.sql`select "to" from mails where kind = 'email_changed'
      and about = ${`user:${client.id}`} order by id`;
    expect([...mails]).toEqual([{ to: from }, { to: 'old@example.com' }]);
  });

  it('to another email prevents the client from deleting and exporting the account for days', async () => {
    const client = await signUpClient(app);
    const email = `${crypto.randomUUID()}@example.com`;
    expect((await change(client.id, { email })).status).toBe(200);
    const headers = await signInClient(app, email);
    for (const path of ['/api/account/export', '/api/account/deletion-code']) {
      expect((await app.postJson(path, {}, headers)).status).toBe(409);
    }
  });

  it('to an email that is in use names its owner, and changes nothing', async () => {
    const [one, other] = [await signUpClient(app), await signUpClient(app)];
    const [owner] = await app.sql`select email from users where id = ${other.id}`;
    const refused = await change(one.id, { phone: '1234567', email: owner?.email });
    expect(refused).toMatchObject({ status: 409, body: { issues: [{ path: 'email' }] } });
    const [row] = await app.sql`select phone from users where id = ${one.id}`;
    expect(row).toEqual({ phone: '' });
  });

  it('changes the billing data of the company of a member', async () => {
    const { id, client } = await staffed();
    const { body } = await change(client.id, {
      billing: { city: 'Leith', company: 'Engines PLC' },
    });
    expect(body.billing).toMatchObject({ city: 'Leith', company: 'Engines PLC' });
    const company = await ask<object>('GET', `/api/admin/companies/${id}`);
    expect(company.body).toMatchObject({ city: 'Leith', name: 'Engines PLC' });
    const nameless = await change(client.id, { billing: { company: '' } });
    expect(nameless).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'billing.company' }] },
    });
  });
});
