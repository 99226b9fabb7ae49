import { describe, expect, it } from 'vitest';

import type { BillingProfile, OwnCompany } from '~/contract/companies/companies-schema';
import type { CompanyDetail } from '~/contract/companies/company-detail-schema';
import { createRequest, signUpClient } from '~/testing/client-requests';
import { acceptInvitation, companyProfile, testCompanies } from '~/testing/companies';
import { waitForLock } from '~/testing/locks';
import { procedures } from '~/testing/procedures';

const { app, ask, openInvoice, newCompany, add, change, remove, staffed } = testCompanies();

describe('the agency', () => {
  it('changes only the rights of members', async () => {
    const { id, client, colleague } = await staffed();
    const changed = await change(id, colleague, ['invoices'], true);
    expect(changed.status).toBe(200);
    expect(await colleague.query('companies.mine')).toMatchObject({
      company: { rights: ['invoices'], isManager: true },
    });
    expect((await add(id, client, [])).status).toBe(409);
    const stranger = await signUpClient(app);
    expect((await change(id, stranger, ['requests'])).status).toBe(404);
    expect(await stranger.query('companies.mine')).toMatchObject({ company: null });
  });

  it('never re-adds a member who leaves while the agency saves rights', async () => {
    const { id, colleague } = await staffed();
    let answer: Promise<{ status: number }> = Promise.resolve({ status: 0 });
    await app.sql.begin(async (other) => {
      await other`select from companies where id = ${id} for update`;
      answer = change(id, colleague, ['requests', 'invoices']);
      await waitForLock(other);
      await other`update users set company_id = null, company_rights = '{}' where id = ${colleague.id}`;
    });
    expect((await answer).status).toBe(404);
    expect(await colleague.query('companies.mine')).toMatchObject({ company: null });
  });
});

describe('merging', () => {
  it('moves people, requests and documents, and keeps the notes of both', async () => {
    const [a, b] = [await newCompany({ notes: 'Pays late' }), await newCompany({ notes: 'Nice' })];
    const [first, second] = await Promise.all([signUpClient(app), signUpClient(app)]);
    await add(a, first, ['requests', 'invoices']);
    await add(b, second, ['requests', 'invoices']);
    const request = await createRequest(first);
    const invoice = await openInvoice(first.email);
    const merged = await ask<CompanyDetail>('POST', `/api/admin/companies/${a}/merge`, { into: b });
    expect(merged.status).toBe(200);
    expect(merged.body).toMatchObject({ id: b, members: 2, notes: 'Nice\n\nPays late' });
    expect(merged.body.invoices.map(({ id }) => id)).toEqual([invoice.id]);
    // The history of both companies is shown.
    const said = merged.body.changes.map(({ description }) => description).join('\n');
    expect(said.match(/added the company/g)).toHaveLength(2);
    expect(await second.query('requests.get', { id: request.id })).toMatchObject({
      id: request.id,
    });
    expect((await ask('GET', `/api/admin/companies/${a}`)).status).toBe(404);
  });

  it('fills in billing data that the other company lacks', async () => {
    const none = { vatNumber: '', address: '', postcode: '', city: '', country: '' };
    const [from, into] = [
      await newCompany({ electronicAddress: { scheme: '9932', value: 'GB123' } }),
      await newCompany({ ...none, name: 'Engines', email: '', buyerReference: 'PO-1' }),
    ];
    const merged = await ask<CompanyDetail>('POST', `/api/admin/companies/${from}/merge`, { into });
    expect(merged.body).toMatchObject({
      ...companyProfile,
      name: 'Engines',
      buyerReference: 'PO-1',
      electronicAddress: { scheme: '9932', value: 'GB123' },
    });
  });

  it('merges once if two admins merge at once in both directions, and the other admin gets an error', async () => {
    const [a, b] = [await newCompany(), await newCompany()];
    const client = await signUpClient(app);
    await add(a, client, ['invoices']);
    const answers = await Promise.all([
      ask('POST', `/api/admin/companies/${a}/merge`, { into: b }),
      ask('POST', `/api/admin/companies/${b}/merge`, { into: a }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const rows = await app.sql<{ id: number; people: number }[]>`
      select id, (select count(*)::int from users where company_id = companies.id) as people
      from companies where id in (${a}, ${b})`;
    expect(rows.map(({ people }) => people)).toEqual([1]);
  });

  it('rejects merging a company with itself', async () => {
    const id = await newCompany();
    expect((await ask('POST', `/api/admin/companies/${id}/merge`, { into: id })).status).toBe(400);
  });
});

describe('a manager', () => {
  const idOf = ({ invitations }: OwnCompany) => invitations[0]?.id ?? 0;

  it('invites a client by email, whose records move when they accept the invitation', async () => {
    const { client, colleague } = await staffed();
    const guest = await signUpClient(app);
    const request = await createRequest(guest);
    const invitation = { email: guest.email, rights: ['requests'] };
    expect(await colleague.mutate('companies.invite', invitation)).toBe(403);
    const shown = await client.mutate<OwnCompany>('companies.invite', invitation);
    expect(shown.company?.invitations).toMatchObject([{ email: guest.email }]);
    const [mail] = await app.sql`
      select text from mails where "to" = ${guest.email} and kind = 'company_invitation'`;
    expect(mail?.text).toContain('Engines Ltd');
    expect(await client.query('requests.get', { id: request.id })).toBe(404);

    const open = await guest.query<OwnCompany>('companies.mine');
    expect(open).toMatchObject({ company: null, invitations: [{ company: 'Engines Ltd' }] });
    const stranger = await signUpClient(app);
    expect(await acceptInvitation(stranger, idOf(open))).toBe(404);
    // A repeated request gets the same response.
    for (const _ of [1, 2]) {
      const joined = await acceptInvitation(guest, idOf(open));
      expect(joined).toMatchObject({ company: { name: 'Engines Ltd', isManager: false } });
    }
    expect(await client.query('requests.get', { id: request.id })).toMatchObject({
      id: request.id,
    });
  });

  it('withdraws an invitation, and an invited person can decline', async () => {
    const { client } = await staffed();
    const guest = await signUpClient(app);
    const invitation = { email: guest.email, rights: ['requests'] };
    const { company } = await client.mutate<OwnCompany>('companies.invite', invitation);
    const id = company?.invitations[0]?.id;
    expect(await guest.mutate('companies.revokeInvitation', { id })).toBe(403);
    await client.mutate('companies.revokeInvitation', { id });
    expect(await acceptInvitation(guest, id ?? 0)).toBe(404);
    await client.mutate('companies.invite', invitation);
    const open = await guest.query<OwnCompany>('companies.mine');
    await guest.mutate('companies.decline', { id: idOf(open) });
    expect(await guest.query('companies.mine')).toMatchObject({ invitations: [] });
  });

  it('changes rights and removes members only in their own company', async () => {
    const { client, colleague } = await staffed();
    const stranger = await signUpClient(app);
    const rights = ['requests', 'invoices'];
    expect(await client.mutate('companies.setRights', { clientId: stranger.id, rights })).toBe(404);
    expect(await client.mutate('companies.removeMember', { clientId: stranger.id })).toBe(404);
    expect(await colleague.mutate('companies.removeMember', { clientId: client.id })).toBe(403);
    await client.mutate('companies.setRights', { clientId: colleague.id, rights });
    expect(await colleague.query('companies.mine')).toMatchObject({ company: { rights } });
    await client.mutate('companies.removeMember', { clientId: colleague.id });
    expect(await colleague.query('companies.mine')).toMatchObject({ company: null });
  });

  it('loses open invitations together with the role', async () => {
    const { id, client } = await staffed();
    const guest = await signUpClient(app);
    await client.mutate('companies.invite', {
      email: guest.email,
      rights: ['requests', 'invoices'],
      isManager: true,
    });
    const open = await guest.query<OwnCompany>('companies.mine');
    await remove(id, client);
    expect(await guest.query('companies.mine')).toMatchObject({ invitations: [] });
    expect(await acceptInvitation(guest, idOf(open))).toBe(404);
  });

  it('keeps their role when only rights change, and cannot extend their own rights', async () => {
    const { client } = await staffed();
    await client.mutate('companies.setRights', { clientId: client.id, rights: ['requests'] });
    expect(await client.query('companies.mine')).toMatchObject({
      company: { isManager: true, rights: ['requests'] },
    });
    const change = (rights: string[], isManager?: boolean) =>
      client.mutate('companies.setRights', { clientId: client.id, rights, isManager });
    expect(await change([], false)).toBe(409);
    expect(await change(['requests', 'invoices'])).toBe(409);
  });

  it('never re-adds a member who is removed while the manager saves their rights', async () => {
    const { id, client, colleague } = await staffed();
    let answer: Promise<unknown> = Promise.resolve();
    await app.sql.begin(async (other) => {
      await other`select from companies where id = ${id} for update`;
      answer = client.mutate('companies.setRights', { clientId: colleague.id, rights: [] });
      await waitForLock(other);
      await other`update users set company_id = null, company_rights = '{}' where id = ${colleague.id}`;
    });
    expect(await answer).toBe(404);
    expect(await colleague.query('companies.mine')).toMatchObject({ company: null });
  });

  it('cannot extend rights that the agency withdraws at the same moment', async () => {
    const { id, client } = await staffed();
    const own = { clientId: client.id, rights: ['requests', 'invoices'] };
    let answer: Promise<unknown> = Promise.resolve();
    await app.sql.begin(async (other) => {
      await other`select from companies where id = ${id} for update`;
      answer = client.mutate('companies.setRights', own);
      await waitForLock(other);
      await other`update users set company_rights = '{requests}' where id = ${client.id}`;
    });
    expect(await answer).toBe(409);
    expect(await client.query('companies.mine')).toMatchObject({
      company: { rights: ['requests'] },
    });
  });

  it('cannot email a stranger a link or domain hidden in the company name', async () => {
    const { client } = await staffed({ name: 'Win http://evil.example/pay or bad.example' });
    const email = `${crypto.randomUUID()}@example.com`;
    await client.mutate('companies.invite', { email, rights: ['requests'] });
    const [mail] = await app.sql`select subject, text from mails where "to" = ${email}`;
    expect(mail?.subject).not.toContain('evil');
    expect(mail?.text).not.toContain('evil');
    expect(mail?.text).not.toContain('bad.example');
    expect(mail?.text).toContain(client.email);
  });

  it('cannot grant rights that they lack, in an invitation or to a member', async () => {
    const { id, client, colleague } = await staffed();
    await change(id, client, ['requests'], true);
    const email = `${crypto.randomUUID()}@example.com`;
    const invited = { email, rights: ['requests', 'invoices'], isManager: true };
    expect(await client.mutate('companies.invite', invited)).toBe(409);
    const given = { clientId: colleague.id, rights: ['requests', 'invoices'] };
    expect(await client.mutate('companies.setRights', given)).toBe(409);
    expect(await colleague.query('companies.mine')).toMatchObject({
      company: { rights: ['requests'] },
    });
  });

  it('invites with at most the rights that they have when the invitation is accepted', async () => {
    const { id, client } = await staffed();
    const guest = await signUpClient(app);
    const rights = ['requests', 'invoices'];
    await client.mutate('companies.invite', { email: guest.email, rights });
    await change(id, client, ['requests'], true);
    const open = await guest.query<OwnCompany>('companies.mine');
    expect(await acceptInvitation(guest, idOf(open))).toMatchObject({
      company: { rights: ['requests'] },
    });
  });

  it('cannot redirect invoices without the right to see them', async () => {
    const { id, client } = await staffed();
    await change(id, client, ['requests'], true);
    const {
      companyId: _,
      canEdit: __,
      ...profile
    } = await client.query<BillingProfile>('companies.profile');
    const save = (changes: object) =>
      client.mutate('companies.changeProfile', { ...profile, ...changes });
    expect(await save({ email: 'elsewhere@engines.example' })).toBe(403);
    expect(await save({ city: 'Woking' })).toMatchObject({ city: 'Woking' });
  });

  it('cannot change anything when removed at the same moment', async () => {
    const calls: Record<string, (of: Awaited<ReturnType<typeof staffed>>) => object> = {
      changeProfile: () => ({
        ...{ name: 'Ada', company: 'Taken Ltd', vatNumber: '', address: '', postcode: '' },
        ...{ city: '', country: '', email: 'taken@example.com', buyerReference: '' },
      }),
      invite: () => ({ email: 'guest@example.com', rights: [] }),
      revokeInvitation: () => ({ id: 1 }),
      setRights: ({ colleague }) => ({ clientId: colleague.id, rights: [] }),
      removeMember: ({ colleague }) => ({ clientId: colleague.id }),
    };
    const ofInvited = ['sendCode', 'accept', 'decline'];
    const mutations = procedures
      .filter(({ name, type }) => name.startsWith('companies.') && type === 'mutation')
      .map(({ name }) => name.replace('companies.', ''));
    expect(mutations.sort()).toEqual([...Object.keys(calls), ...ofInvited].sort());
    for (const [name, inputOf] of Object.entries(calls)) {
      const company = await staffed();
      const { id, client } = company;
      let answer: Promise<unknown> = Promise.resolve();
      await app.sql.begin(async (other) => {
        await other`select from companies where id = ${id} for update`;
        answer = client.mutate(`companies.${name}`, inputOf(company));
        await waitForLock(other);
        await other`
          update users set company_id = null, company_rights = '{}', is_company_manager = false
          where id = ${client.id}`;
      });
      expect([name, await answer]).toEqual([name, 403]);
      expect(await client.query('companies.mine')).toMatchObject({ company: null });
      const [row] = await app.sql`select name, email from companies where id = ${id}`;
      expect(row).toMatchObject({ name: 'Engines Ltd', email: 'accounts@engines.example' });
    }
  });
});
