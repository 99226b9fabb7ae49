import { describe, expect, it } from 'vitest';

import { signUpClient, type TestClient } from '~/testing/client-requests';
import { companyProfile, testCompanies } from '~/testing/companies';
import { waitForLock } from '~/testing/locks';

const { app, ask, newInvoice, sentProposal, staffed, add } = testCompanies();
const profile = companyProfile;

it('creating an invoice for a member locks the company before its members, as a change of members does', async () => {
  const { id, client } = await staffed();
  let made: Promise<unknown> = Promise.resolve();
  await app.sql.begin(async (other) => {
    await other`select from companies where id = ${id} for update`;
    made = newInvoice({ clientId: client.id }, client.email);
    await waitForLock(other);
    await other`select from users where company_id = ${id} for update nowait`;
  });
  expect(await made).toMatchObject({ clientId: client.id });
});

describe('the billing profile', () => {
  it('is copied completely to a new invoice of a member', async () => {
    const { id, client } = await staffed();
    const made = await ask<{ id: number; client: object }>('POST', '/api/admin/invoices', {
      clientId: client.id,
      items: [{ description: 'An engine', quantity: '1', unitPrice: '100.00' }],
    });
    expect(made.body.client).toEqual({
      name: 'Ada Byron',
      email: profile.email,
      company: profile.name,
      address: profile.address,
      postcode: profile.postcode,
      city: profile.city,
      country: 'GB',
      vatNumber: 'GB123',
      buyerReference: 'PO-7',
    });
    const [row] = await app.sql`select company_id from invoices where id = ${made.body.id}`;
    expect(row).toEqual({ company_id: id });
  });

  it('names the company in a proposal for a member, unless the proposal names another company', async () => {
    const { client } = await staffed();
    const made = async (more: object) =>
      (
        await ask<{ client: object }>('POST', '/api/admin/proposals', {
          clientId: client.id,
          ...more,
        })
      ).body.client;
    const named = { name: 'Ada Byron', email: client.email };
    expect(await made({})).toEqual({ ...named, company: profile.name, country: 'GB' });
    expect(await made({ client: { ...named, company: 'Mills' } })).toEqual({
      ...named,
      company: 'Mills',
    });
    // A client without a company has billing data of their own.
    const single = await signUpClient(app);
    await single.mutate('companies.changeProfile', { ...profile, name: 'A. B.', company: 'Alone' });
    const { body } = await ask('POST', '/api/admin/proposals', { clientId: single.id });
    expect(body).toMatchObject({
      client: { name: 'A. B.', email: single.email, company: 'Alone' },
    });
  });

  it('is copied to the invoices of an accepted proposal, which link to each other', async () => {
    const { client } = await staffed();
    const { id, token } = await sentProposal(client.email);
    const shown = await app.fetch(`/api/proposals/by-link/${token}`);
    const { contentHash } = (await shown.json()) as { contentHash: string };
    await app.postJson(`/api/proposals/by-link/${token}/accept`, {
      name: 'Ada Byron',
      agreed: true,
      contentHash,
    });
    const rows = await app.sql<{ company: string; client_email: string }[]>`
      select buyer->>'company' as company, client_email from invoices where proposal_id = ${id}`;
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toEqual({ company: profile.name, client_email: profile.email });
    }
    const after = await app.fetch(`/api/proposals/by-link/${token}`);
    expect(await after.json()).toMatchObject({ nextInvoice: { part: 1 } });
  });

  it('can be edited by a manager, and by a client without a company; the agency is notified', async () => {
    const { client, colleague, bookkeeper } = await staffed();
    const change = (member: TestClient, company: string) =>
      member.mutate('companies.changeProfile', { ...profile, name: 'Ada Byron', company });
    expect(await change(colleague, 'Mine')).toBe(403);
    expect(await change(bookkeeper, 'Mine')).toBe(403);
    expect(await change(client, 'Engines & Mills')).toMatchObject({
      companyId: expect.any(Number),
      company: 'Engines & Mills',
    });
    expect(await client.query('companies.profile')).toMatchObject({ company: 'Engines & Mills' });

    const single = await signUpClient(app);
    expect(await single.query('companies.profile')).toMatchObject({
      companyId: null,
      name: 'Ada Byron',
    });
    expect(await change(single, 'Alone')).toMatchObject({ companyId: null, company: 'Alone' });
    const made = await ask<{ client: object }>('POST', '/api/admin/invoices', {
      clientId: single.id,
      items: [{ description: 'An engine', quantity: '1', unitPrice: '100.00' }],
    });
    expect(made.body.client).toMatchObject({
      company: 'Alone',
      city: 'Ockham',
      vatNumber: 'GB123',
    });
  });

  describe('with a VAT number that is not in the format of its country', () => {
    it('is rejected for a client, a company and a new company', async () => {
      const [country, vatNumber] = ['GR', 'GR094259216'];
      const message = 'A VAT number of this country begins with EL';
      const client = await signUpClient(app);
      const fields = { ...profile, name: 'Ada Byron', company: 'Alone', country, vatNumber };
      expect(await client.mutate('companies.changeProfile', fields)).toBe(400);
      const billing = { country, vatNumber };
      expect(await ask('PUT', `/api/admin/clients/${client.id}`, { billing })).toMatchObject({
        ...{ status: 400, body: { issues: [{ path: 'billing.vatNumber', message }] } },
      });
      const { id } = await staffed();
      const company = await ask('PUT', `/api/admin/companies/${id}`, { country, vatNumber });
      const named = { status: 400, body: { issues: [{ path: 'vatNumber', message }] } };
      expect(company).toMatchObject(named);
      const made = { name: 'Alone', country, vatNumber };
      expect(await ask('POST', '/api/admin/companies', made)).toMatchObject(named);
    });

    it('is rejected if only the country or only the number changes', async () => {
      const client = await signUpClient(app);
      const put = (billing: object) => ask('PUT', `/api/admin/clients/${client.id}`, { billing });
      expect((await put({ country: 'DE', vatNumber: 'DE136695976' })).status).toBe(200);
      expect(await put({ country: 'NL' })).toMatchObject({
        ...{ status: 400, body: { issues: [{ path: 'billing.vatNumber' }] } },
      });
      expect((await put({ city: 'Hamburg' })).status).toBe(200);
      expect((await put({ country: 'NL', vatNumber: '' })).status).toBe(200);
    });
  });

  it('is shown to a member without a name, who can save it as a manager', async () => {
    const { id, client } = await staffed();
    await app.sql`update users set first_name = '', last_name = '' where id = ${client.id}`;
    const shown = await client.query<object>('companies.profile');
    expect(shown).toMatchObject({ companyId: id, name: client.email, company: profile.name });
    const { companyId: _, canEdit: __, ...fields } = shown as Record<string, unknown>;
    expect(
      await client.mutate('companies.changeProfile', { ...fields, city: 'Horsley' }),
    ).toMatchObject({ city: 'Horsley' });
    expect((await ask('GET', `/api/admin/companies/${id}`)).body).toMatchObject({
      city: 'Horsley',
    });
  });

  it.each([
    ['a business without a number', { company: 'Drei UG', address: 'Gasse 2', country: 'DE' }],
    ['a private client', { address: 'Gasse 2', country: 'DE' }],
    ['a private client without an address', { isBusiness: false }],
    ['a client in another country', { country: 'AT' }],
  ])('of %s adopts nothing from a document for another business', async (_, record) => {
    const client = await signUpClient(app);
    expect((await ask('PUT', `/api/admin/clients/${client.id}`, { billing: record })).status).toBe(
      200,
    );
    const before = await app.services.admin.invoices.lastBuyer(client.id);
    const { name, email } = before;
    const other = {
      ...{ company: 'Vier AG', vatNumber: 'DE136695976', registrationNumber: 'HRB 1234' },
      ...{ address: 'Allee 9', postcode: '10115', city: 'Berlin', country: 'DE' },
    };
    const made = await newInvoice({ clientId: client.id, client: { name, email, ...other } });
    await app.services.admin.invoices.issue('system', made.id);
    expect((await app.services.admin.invoices.get(made.id)).client).toMatchObject(other);
    expect(await app.services.admin.invoices.lastBuyer(client.id)).toEqual(before);
  });

  describe('that was changed while a form showed it', () => {
    const save = async (client: TestClient, changes: object) => {
      const response = await client.post('/api/trpc/companies.changeProfile', changes);
      const { error } = (await response.json()) as { error?: { data: object } };
      return { status: response.status, ...error?.data };
    };
    const changed = { city: 'Berlin', country: 'DE', vatNumber: 'DE136695976' };
    const billing = { ...changed, email: 'books@new.example' };

    it('keeps the fields that the form does not change', async () => {
      const { id, client } = await staffed();
      await ask('PUT', `/api/admin/companies/${id}`, billing);
      const reference = {
        buyerReference: 'PO 9',
        expected: { companyId: id, buyerReference: 'PO-7' },
      };
      expect((await save(client, reference)).status).toBe(200);
      const single = await signUpClient(app);
      await ask('PUT', `/api/admin/clients/${single.id}`, { billing });
      const own = { buyerReference: 'PO 9', expected: { companyId: null, buyerReference: '' } };
      expect((await save(single, own)).status).toBe(200);
      for (const one of [client, single]) {
        expect(await one.query('companies.profile')).toMatchObject({
          ...billing,
          buyerReference: 'PO 9',
        });
      }
    });

    it('is refused for a field that was changed, unless it has the new value already', async () => {
      const client = await signUpClient(app);
      await ask('PUT', `/api/admin/clients/${client.id}`, { billing: changed });
      const expected = { companyId: null, city: '', country: '' };
      expect(
        await save(client, { city: 'Bonn', country: 'FR', vatNumber: '', expected }),
      ).toMatchObject({
        status: 409,
        issues: [
          {
            path: 'city',
            message: 'Changed to “Berlin” in the meantime. Save again to replace it',
          },
          {
            path: 'country',
            message: 'Changed to “Germany” in the meantime. Save again to replace it',
          },
        ],
      });
      expect(await client.query('companies.profile')).toMatchObject(changed);
      expect((await save(client, { city: 'Berlin', expected: { city: '' } })).status).toBe(200);
    });

    it('is refused if the client has joined or left a company', async () => {
      const { id } = await staffed();
      const client = await signUpClient(app);
      await add(id, client, ['requests', 'invoices'], true);
      const stale = { company: 'Remo AG', buyerReference: 'PO 5' };
      const joined = await save(client, { ...stale, expected: { companyId: null } });
      expect(joined).toMatchObject({
        status: 409,
        issues: [{ path: 'company' }, { path: 'buyerReference' }],
      });
      expect((await ask('GET', `/api/admin/companies/${id}`)).body).toMatchObject(profile);
      await client.mutate('companies.removeMember', { clientId: client.id });
      const left = await save(client, { ...stale, expected: { companyId: id } });
      expect(left.status).toBe(409);
      expect(await client.query('companies.profile')).toMatchObject({ company: '' });
    });
  });

  it('suggests a company for clients whose invoices name the same one', async () => {
    const name = `Mills ${crypto.randomUUID()}`;
    const [first, second] = await Promise.all([signUpClient(app), signUpClient(app)]);
    for (const [client, company] of [
      [first, name],
      [second, ` ${name.toUpperCase()} `],
    ] as const) {
      const { email } = client;
      const buyer = { name: 'Ada Byron', email, company, address: '1 Mill Lane', postcode: '1' };
      const { id } = await newInvoice({ client: buyer, clientId: client.id });
      await app.services.admin.invoices.issue('system', id);
    }
    const found = await app.services.admin.companies.suggestions();
    const suggestion = found.find((one) => one.name.toLowerCase().trim() === name.toLowerCase());
    expect(suggestion?.clients.map(({ clientId }) => clientId).sort()).toEqual(
      [first.id, second.id].sort(),
    );
  });
});
