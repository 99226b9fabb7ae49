import { beforeAll, describe, expect, it } from 'vitest';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { testApp } from '~/testing/app';
import { makeClient } from '~/testing/payments';
import { invoiceFields, recurringFields } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));
type Row = Pick<AdminInvoice, 'id' | 'clientName' | 'clientId' | 'client' | 'number'>;
const admin = async (method: string, path: string, body?: unknown) => {
  const answer = await ask<Row>(method, `/api/admin/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};

async function newClient(company: string) {
  const { id: clientId, email } = await makeClient(app.sql);
  const change = (fields: object) => admin('PUT', `clients/${clientId}`, fields);
  await change({ firstName: 'Lena', lastName: 'Fuchs', billing: { company, address: 'Kade 1' } });
  return { email, clientId, change };
}

const { items } = invoiceFields;
const { client: _, ...schedule } = recurringFields;

describe('lists and search of unissued documents', () => {
  const listed = async (section: string, search: string) =>
    (
      await ask<Row[]>('GET', `/api/admin/${section}?search=${encodeURIComponent(search)}`)
    ).body.map(({ id, clientName }) => ({ id, clientName }));

  it.each([
    ['invoices', { items }],
    ['recurring-invoices', schedule],
  ])('%s show the client as the opened document does', async (section, fields) => {
    const tag = crypto.randomUUID();
    const { clientId, change } = await newClient(`Grafik ${tag}`);
    const { id } = await admin('POST', section, { ...fields, clientId });
    if (section === 'invoices') expect(await listed(section, `Grafik ${tag}`)).toHaveLength(1);
    await change({ lastName: `Meyer ${tag}`, billing: { company: '' } });
    const clientName = `Lena Meyer ${tag}`;
    expect(await admin('GET', `${section}/${id}`)).toMatchObject({ clientName });
    expect(await listed(section, `Meyer ${tag}`)).toEqual([{ id, clientName }]);
    expect(await listed(section, `Grafik ${tag}`)).toEqual([]);
  });

  it('keep a name that was entered for the document', async () => {
    const { email, clientId, change } = await newClient('Grafik');
    const client = { name: 'Purchasing', email };
    const { id } = await admin('POST', 'invoices', { clientId, client, items });
    const recurring = await admin('POST', 'recurring-invoices', { ...schedule, client });
    await change({ lastName: 'Meyer' });
    const clientName = 'Purchasing';
    expect(await listed('invoices', email)).toEqual([{ id, clientName }]);
    expect(await listed('recurring-invoices', email)).toEqual([{ id: recurring.id, clientName }]);
  });
});

describe('a draft with a manually entered client', () => {
  it('with a known email follows the record, and does not restore an emptied company', async () => {
    const { email, clientId, change } = await newClient('Fuchs Grafik GmbH');
    const client = { name: 'Lena Fuchs', email, company: 'Fuchs Grafik GmbH' };
    const { id, clientId: found } = await admin('POST', 'invoices', { client, items });
    expect(found).toBe(clientId);
    await change({ lastName: 'Meyer', billing: { company: '' } });
    await admin('POST', `invoices/${id}/issue`);
    const issued = await admin('GET', `invoices/${id}`);
    expect(issued.client).toMatchObject({ name: 'Lena Meyer', email });
    expect(issued.client).not.toHaveProperty('company');
    expect(await app.services.admin.invoices.lastBuyer(clientId)).not.toHaveProperty('company');
  });

  it('follows the account that another invoice created for its email', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const client = { name: 'Lena', email, company: 'Fuchs Grafik GmbH', address: 'Kade 1' };
    const first = await admin('POST', 'invoices', { client, items });
    const more = { ...client, registrationNumber: '12345678' };
    const second = await admin('POST', 'invoices', { client: more, items });
    await admin('POST', `invoices/${first.id}/issue`);
    const { clientId } = await admin('GET', `invoices/${second.id}`);
    expect(clientId).not.toBeNull();
    await admin('PUT', `clients/${clientId}`, { lastName: 'Meyer', billing: { company: 'Meyer' } });
    expect((await admin('GET', `invoices/${second.id}`)).client).toMatchObject({
      ...{ name: 'Lena Meyer', company: 'Meyer', registrationNumber: '12345678' },
    });
  });

  it('keeps an override in a copy of its issued invoice', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const client = { name: 'Lena', email, company: 'Fuchs', address: 'Kade 1' };
    const first = await admin('POST', 'invoices', { client, items });
    await admin('POST', `invoices/${first.id}/issue`);
    const other = { ...client, name: 'Purchasing' };
    const { id } = await admin('POST', 'invoices', { client: other, items });
    await admin('POST', `invoices/${id}/issue`);
    const copy = await admin('POST', `invoices/${id}/duplicate`);
    expect(copy.client.name).toBe('Purchasing');
  });
});

it('the email about a held draft has the client’s name from the record', async () => {
  const { clientId, change } = await newClient('');
  const { id } = await admin('POST', 'invoices', { clientId, items });
  const { body: seller } = await ask<{ value: object }>('GET', '/api/admin/settings/seller');
  await change({ lastName: 'Meyer', billing: { address: '', country: '' } });
  const today = new Date().toISOString().slice(0, 10);
  await ask('PUT', '/api/admin/settings/seller', { value: { ...seller.value, country: 'NL' } });
  await app.sql`update invoices set scheduled_for = ${today}, client_name = 'Stale' where id = ${id}`;
  await app.services.invoices.runJob();
  const [mail] = await app.sql`
    select subject from mails where about = ${`invoice:${id}`} and kind = 'invoice_notice'`;
  expect(mail?.subject).toContain('Lena Meyer');
});

describe('a form that was opened before its client moved', () => {
  beforeAll(async () => {
    const { body } = await ask<{ value: object }>('GET', '/api/admin/settings/seller');
    await ask('PUT', '/api/admin/settings/seller', { value: { ...body.value, country: 'DE' } });
    const tax = { scheme: 'regular', standardRate: '19', reducedRates: ['7'] };
    await ask('PUT', '/api/admin/settings/tax', { value: tax });
  });

  const call = (method: string, path: string, body?: unknown) =>
    ask<AdminInvoice & { message: string; issues: { path: string }[] }>(
      method,
      `/api/admin/${path}`,
      body,
    );

  /** Creates a client in Germany. */
  async function germanClient() {
    const { id: clientId } = await makeClient(app.sql);
    const moveTo = (country: string) =>
      call('PUT', `clients/${clientId}`, { billing: { address: 'Kade 1', country } });
    await moveTo('DE');
    return { clientId, moveTo };
  }

  const item = { description: 'Hosting', quantity: '1', unitPrice: '100.00' };
  const standard = { taxCategory: 'S', taxRate: '19' } as const;
  const exempt = { ...item, taxCategory: 'E', taxRate: '0' };

  describe.each([
    ['invoices', {}],
    ['recurring-invoices', schedule],
  ])('%s that were opened before their client moved', (section, fields) => {
    it('are saved with the tax that applies now, and keep a tax that was chosen', async () => {
      const { clientId, moveTo } = await germanClient();
      const { body } = await call('POST', section, { ...fields, clientId, items: [item] });
      await moveTo('US');
      const items = [{ ...item, ...standard }, exempt];
      const change = { items, proposedTax: standard };
      const saved = await call('PUT', `${section}/${body.id}`, change);
      expect(saved.body.items.map(({ taxCategory }) => taxCategory)).toEqual(['O', 'E']);
      await moveTo('DE');
      const followed = await call('GET', `${section}/${body.id}`);
      expect(followed.body.items.map(({ taxCategory }) => taxCategory)).toEqual(['S', 'E']);
    });

    it('are rejected if they have a proposed tax, but no items', async () => {
      const { clientId } = await germanClient();
      const { body } = await call('POST', section, { ...fields, clientId, items: [item] });
      const refused = await call('PUT', `${section}/${body.id}`, { proposedTax: standard });
      expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'proposedTax' }] } });
    });
  });

  it('a new invoice whose client moved while its form was open uses their present data and tax', async () => {
    const { clientId, moveTo } = await germanClient();
    await moveTo('US');
    const items = [{ ...item, ...standard }];
    const { body } = await call('POST', 'invoices', { clientId, items, proposedTax: standard });
    expect(body).toMatchObject({ client: { country: 'US' }, items: [{ taxCategory: 'O' }] });
  });

  it('a draft is issued only with the total and the client that were confirmed', async () => {
    const { clientId, moveTo } = await germanClient();
    const { body } = await call('POST', 'invoices', { clientId, items: [exempt] });
    const confirmed = { total: body.total, client: body.client };
    await moveTo('FR');
    const issue = (shown: object) =>
      call('POST', `invoices/${body.id}/issue`, { confirmed: { ...confirmed, ...shown } });
    expect(await issue({})).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^Not issued: the client’s data/) },
    });
    const { client } = (await call('GET', `invoices/${body.id}`)).body;
    expect((await issue({ client, total: '1.00' })).status).toBe(409);
    expect((await issue({ client })).status).toBe(200);
  });

  it('a credit note is read with its invoice', async () => {
    const { clientId } = await germanClient();
    const { body } = await call('POST', 'invoices', { clientId, items: [item] });
    await call('POST', `invoices/${body.id}/issue`);
    const credited = await call('POST', `invoices/${body.id}/credit`, { reason: 'Sent twice' });
    const note = await call('GET', `credit-notes/${credited.body.id}`);
    expect(note.body).toEqual(credited.body);
    expect((await call('GET', 'credit-notes/999999')).status).toBe(404);
  });
});
