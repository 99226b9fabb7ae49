import { beforeAll, describe, expect, it } from 'vitest';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import type { AdminProposal, ClientProposal } from '~/contract/proposals/proposals-schema';
import { testApp } from '~/testing/app';
import { makeClient } from '~/testing/payments';
import { recurringOf } from '~/testing/recurring-job';
import { quoteRequest } from '~/testing/requests';
import { proposalFields, salesOf } from '~/testing/sales';
import { askerOf, signInAdmin, signUpClient } from '~/testing/sign-in';

const app = testApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6, quoteForm: 1e6 } });
const ask = askerOf(app, () => signInAdmin(app));
const setting = async (key: string, changes: object) => {
  const { body } = await ask<{ value: object }>('GET', `/api/admin/settings/${key}`);
  await ask('PUT', `/api/admin/settings/${key}`, { value: { ...body.value, ...changes } });
};
const sellerIn = async (country: string, standardRate: string) => {
  await setting('seller', { country, address: ['Main St 1'], taxNumber: '12-3456789' });
  await setting('tax', { scheme: 'regular', standardRate, reducedRates: [] });
};

const { acceptProposal, newRecurring } = salesOf(() => app);
const { run, madeOf, invoice } = recurringOf(
  () => app,
  () => ask,
);

const newEmail = () => `${crypto.randomUUID()}@example.com`;
const admin = async (method: string, path: string, body?: unknown) => {
  const answer = await ask<AdminProposal>(method, `/api/admin/proposals${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};
const content = {
  ...proposalFields,
  items: [{ description: 'A site', quantity: '1', unitPrice: '1000.00', optional: false }],
  discount: null,
  schedule: [
    { label: 'Deposit', percent: '50', due: 'on_acceptance' },
    { label: 'Rest', percent: '50', due: { days: 30 } },
  ],
};
const { client: _, ...withoutClient } = content;
const gerd = (more: object = {}) => ({ name: 'Gerd Maier', email: newEmail(), ...more });

async function sent(id: number) {
  const { body } = await ask<{ url: string }>('POST', `/api/admin/proposals/${id}/send`);
  const path = `/api/proposals/by-link/${body.url.split('/').at(-1)}`;
  const token = path.split('/').at(-1) ?? '';
  const read = async () => (await (await app.fetch(path)).json()) as ClientProposal;
  const accept = async (more: object = {}) => {
    expect((await acceptProposal(token, { optionalItems: [], ...more })).status).toBe(200);
    const { invoices } = await admin('GET', `/${id}`);
    const all = invoices.map((one) =>
      ask<AdminInvoice>('GET', `/api/admin/invoices/${one.id}`).then((answer) => answer.body),
    );
    return Promise.all(all);
  };
  return { token, read, accept };
}
const proposalFor = async (client: object) =>
  sent((await admin('POST', '', { ...content, client })).id);
const missing = 'The client’s country is missing, which the tax depends on';

describe('a seller outside Europe with a domestic tax rate', () => {
  beforeAll(() => sellerIn('US', '8.875'));

  it('asks for an unknown country, and charges the tax for that country', async () => {
    const { token, read, accept } = await proposalFor(gerd({ company: 'Maier GmbH' }));
    expect(await read()).toMatchObject({ total: '1088.75', asksFor: ['country'] });
    const billing = { country: 'DE' };
    const optionalItems: number[] = [];
    const billed = await app.services.proposals.billed({ token, optionalItems, billing });
    expect(billed).toMatchObject({ tax: { taxCategory: 'O' }, total: '1000.00' });
    const made = await accept({ billing, total: '1000.00' });
    expect(made).toMatchObject([
      { status: 'open', total: '500.00', client: { company: 'Maier GmbH', country: 'DE' } },
      { status: 'draft', total: '500.00', client: { country: 'DE' } },
    ]);
    expect((await read()).total).toBe('1000.00');
  });

  it('holds the invoice of a proposal that was accepted without a country', async () => {
    const { accept } = await proposalFor(gerd());
    const [deposit] = await accept();
    expect(deposit).toMatchObject({ status: 'draft', number: null, heldFor: missing });
    const client = { name: 'Gerd Maier', country: 'US' };
    await ask('PUT', `/api/admin/invoices/${deposit?.id}`, { client });
    await app.services.invoices.runJob();
    const { body } = await ask<AdminInvoice>('GET', `/api/admin/invoices/${deposit?.id}`);
    expect(body).toMatchObject({ status: 'open', total: '544.38', client: { country: 'US' } });
  });

  it('asks for nothing if no item is taxed, or if the country is known', async () => {
    const items = content.items.map((item) => ({ ...item, taxCategory: 'E', taxRate: '0' }));
    const { id } = await admin('POST', '', { ...content, items, client: gerd() });
    expect((await (await sent(id)).read()).asksFor).toEqual([]);
    const { read } = await proposalFor(gerd({ country: 'US' }));
    expect(await read()).toMatchObject({ total: '1088.75', asksFor: [] });
  });

  it('completes an address without a country instead of dropping it', async () => {
    const { id: clientId, email } = await makeClient(app.sql);
    const billing = { address: '5 Elm St', city: 'Albany' };
    await ask('PUT', `/api/admin/clients/${clientId}`, { billing });
    const { read, accept } = await proposalFor(gerd({ email }));
    expect((await read()).asksFor).toEqual(['country']);
    const [deposit] = await accept({ billing: { country: 'US' }, total: '1088.75' });
    const complete = { ...billing, country: 'US' };
    expect(deposit).toMatchObject({ status: 'open', client: complete });
    expect(await app.services.admin.invoices.lastBuyer(clientId)).toMatchObject(complete);
  });

  it('holds a recurring invoice to a client without a country', async () => {
    const items = [{ description: 'Care', quantity: '1', unitPrice: '100.00' }];
    const { id } = await newRecurring({ client: gerd(), items });
    await run('2127-01-31');
    const [made] = await madeOf(id);
    expect(await invoice(made?.id ?? 0)).toMatchObject({ status: 'draft', heldFor: missing });
  });
});

describe('the country of a proposal', () => {
  beforeAll(() => sellerIn('US', '8.875'));

  it('is the one that the lead chose in the form', async () => {
    const email = newEmail();
    const quote = quoteRequest({ email, name: 'Gerd Maier', company: 'Maier', country: 'de' });
    const lead = (await (await app.postJson('/api/quotes', quote)).json()) as { id: number };
    const { id, client, total } = await admin('POST', '', { ...withoutClient, leadId: lead.id });
    expect({ client, total }).toEqual({
      client: { name: 'Gerd Maier', email, company: 'Maier', country: 'DE' },
      total: '1000.00',
    });
    const { read, accept } = await sent(id);
    expect(await read()).toMatchObject({ total: '1000.00', client: { country: 'DE' } });
    const [deposit] = await accept();
    expect(deposit).toMatchObject({ status: 'open', total: '500.00', client: { country: 'DE' } });
  });

  it('is changed by the agency, follows the record, and changes the tax', async () => {
    const email = newEmail();
    const client = { name: 'Gerd Maier', email };
    const { id } = await admin('POST', '', { ...content, client });
    const put = async (country: string) =>
      (await admin('PUT', `/${id}`, { client: { ...client, country } })).total;
    expect([await put('DE'), await put('US'), await put('')]).toEqual([
      '1000.00',
      '1088.75',
      '1088.75',
    ]);
    await signUpClient(app, email);
    const [row] = await app.sql`select id from users where email = ${email}`;
    await ask('PUT', `/api/admin/clients/${row?.id}`, { billing: { country: 'FR' } });
    expect(await admin('GET', `/${id}`)).toMatchObject({
      client: { country: 'FR' },
      total: '1000.00',
    });
    expect(await put('US')).toBe('1088.75');
  });
});

describe('a document that names another company than the record', () => {
  beforeAll(async () => {
    await sellerIn('AT', '20');
    await setting('seller', { vatNumber: 'ATU13585627' });
  });

  const studio = {
    ...{ company: 'Studio Zwei GmbH', address: 'Allee 3', postcode: '10115', city: 'Berlin' },
    ...{ country: 'DE', vatNumber: 'DE136695976', registrationNumber: 'HRB 99' },
  };
  async function studioClient() {
    const { id: clientId, email } = await makeClient(app.sql);
    await ask('PUT', `/api/admin/clients/${clientId}`, { billing: studio });
    return { email, clientId };
  }
  const holding = { name: 'Zwei Firmen', company: 'Holding Zwei AG' };

  it('asks for its address and VAT number when a proposal is accepted', async () => {
    const { email } = await studioClient();
    const { read, accept } = await proposalFor({ ...holding, email });
    expect(await read()).toMatchObject({ total: '1200.00', asksFor: ['address', 'vatNumber'] });
    const billing = { ...studio, company: holding.company, vatNumber: 'DE123456789' };
    const [deposit] = await accept({ billing, total: '1000.00' });
    const { registrationNumber: __, ...own } = billing;
    expect(deposit).toMatchObject({ status: 'open', total: '500.00', client: own });
  });

  it('is held if the proposal was accepted without address and VAT number', async () => {
    const { email } = await studioClient();
    const { accept } = await proposalFor({ ...holding, email });
    const [deposit] = await accept();
    expect(deposit?.client).toEqual({ ...holding, email });
    expect(deposit).toMatchObject({
      status: 'draft',
      heldFor: expect.stringContaining('address is missing'),
    });
  });

  it('has no data of the record on an invoice or a recurring invoice, but follows name and email', async () => {
    const { email, clientId } = await studioClient();
    const items = [{ description: 'Care', quantity: '1', unitPrice: '100.00' }];
    const client = { company: holding.company, name: 'Ada Byron' };
    const made = await ask<AdminInvoice>('POST', '/api/admin/invoices', {
      ...{ clientId, client, items },
    });
    expect(made.body).toMatchObject({ total: '120.00' });
    expect(made.body.client).toEqual({ ...client, email });
    // A spelling of the same company follows the record.
    const same = await ask<AdminInvoice>('PUT', `/api/admin/invoices/${made.body.id}`, {
      client: { name: 'Ada Byron', company: 'STUDIO ZWEI GmbH' },
    });
    expect(same.body.client).toMatchObject({ ...studio, company: 'STUDIO ZWEI GmbH' });
  });
});
