import { beforeAll, describe, expect, it } from 'vitest';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { testApp } from '~/testing/app';
import { makeClient } from '~/testing/payments';
import { recurringFields } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));
const admin = (method: string, path: string, body?: unknown) =>
  ask<AdminInvoice & { message: string; issues: { path: string }[] }>(
    method,
    `/api/admin/${path}`,
    body,
  );

beforeAll(async () => {
  const { body } = await ask<{ value: object }>('GET', '/api/admin/settings/seller');
  await ask('PUT', '/api/admin/settings/seller', { value: { ...body.value, country: 'DE' } });
  const tax = { scheme: 'regular', standardRate: '19', reducedRates: ['7'] };
  await ask('PUT', '/api/admin/settings/tax', { value: tax });
});

/** Creates a client in Germany. */
async function newClient() {
  const { id: clientId } = await makeClient(app.sql);
  const moveTo = (country: string) =>
    admin('PUT', `clients/${clientId}`, { billing: { address: 'Kade 1', country } });
  await moveTo('DE');
  return { clientId, moveTo };
}

const { client: _, ...schedule } = recurringFields;
const item = { description: 'Hosting', quantity: '1', unitPrice: '100.00' };
const standard = { taxCategory: 'S', taxRate: '19' } as const;
const exempt = { ...item, taxCategory: 'E', taxRate: '0' };

describe.each([
  ['invoices', {}],
  ['recurring-invoices', schedule],
])('%s that were opened before their client moved', (section, fields) => {
  it('are saved with the tax that applies now, and keep a tax that was chosen', async () => {
    const { clientId, moveTo } = await newClient();
    const { body } = await admin('POST', section, { ...fields, clientId, items: [item] });
    await moveTo('US');
    const items = [{ ...item, ...standard }, exempt];
    const change = { items, proposedTax: standard };
    const saved = await admin('PUT', `${section}/${body.id}`, change);
    expect(saved.body.items.map(({ taxCategory }) => taxCategory)).toEqual(['O', 'E']);
    await moveTo('DE');
    const followed = await admin('GET', `${section}/${body.id}`);
    expect(followed.body.items.map(({ taxCategory }) => taxCategory)).toEqual(['S', 'E']);
  });

  it('are rejected if they have a proposed tax, but no items', async () => {
    const { clientId } = await newClient();
    const { body } = await admin('POST', section, { ...fields, clientId, items: [item] });
    const refused = await admin('PUT', `${section}/${body.id}`, { proposedTax: standard });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'proposedTax' }] } });
  });
});

it('a new invoice whose client moved while its form was open uses their present data and tax', async () => {
  const { clientId, moveTo } = await newClient();
  await moveTo('US');
  const items = [{ ...item, ...standard }];
  const { body } = await admin('POST', 'invoices', { clientId, items, proposedTax: standard });
  expect(body).toMatchObject({ client: { country: 'US' }, items: [{ taxCategory: 'O' }] });
});

it('a draft is issued only with the total and the client that were confirmed', async () => {
  const { clientId, moveTo } = await newClient();
  const { body } = await admin('POST', 'invoices', { clientId, items: [exempt] });
  const confirmed = { total: body.total, client: body.client };
  await moveTo('FR');
  const issue = (shown: object) =>
    admin('POST', `invoices/${body.id}/issue`, { confirmed: { ...confirmed, ...shown } });
  expect(await issue({})).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^Not issued: the client’s data/) },
  });
  const { client } = (await admin('GET', `invoices/${body.id}`)).body;
  expect((await issue({ client, total: '1.00' })).status).toBe(409);
  expect((await issue({ client })).status).toBe(200);
});

it('a credit note is read with its invoice', async () => {
  const { clientId } = await newClient();
  const { body } = await admin('POST', 'invoices', { clientId, items: [item] });
  await admin('POST', `invoices/${body.id}/issue`);
  const credited = await admin('POST', `invoices/${body.id}/credit`, { reason: 'Sent twice' });
  const note = await admin('GET', `credit-notes/${credited.body.id}`);
  expect(note.body).toEqual(credited.body);
  expect((await admin('GET', 'credit-notes/999999')).status).toBe(404);
});
