import { beforeAll, describe, expect, it } from 'vitest';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import type { AdminProposal, ClientProposal } from '~/contract/proposals/proposals-schema';
import { testApp } from '~/testing/app';
import { makeClient } from '~/testing/payments';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6 } });
const ask = askerOf(app, () => signInAdmin(app));
const setting = async (key: string, changes: object) => {
  const { body } = await ask<{ value: object }>('GET', `/api/admin/settings/${key}`);
  await ask('PUT', `/api/admin/settings/${key}`, { value: { ...body.value, ...changes } });
};
const { acceptProposal: accept, sentProposal } = salesOf(() => app);

beforeAll(async () => {
  await setting('seller', { country: 'NL', address: ['Kade 1'], vatNumber: 'NL123456789B01' });
  await setting('tax', { scheme: 'regular', standardRate: '21', reducedRates: ['9'] });
});

const german = {
  company: 'Vogel Rad GmbH',
  address: 'Hafenstrasse 3',
  postcode: '20457',
  city: 'Hamburg',
  country: 'DE',
  vatNumber: 'DE123456789',
};
const item = { description: 'A shop', quantity: '1', unitPrice: '1000.00' };
const halves = [
  { label: 'Deposit', percent: '50', due: 'on_acceptance' },
  { label: 'Rest', percent: '50', due: { days: 30 } },
];
const client = { name: 'Katrin Vogel', email: 'x@example.com' };

async function newClient(billing: object = {}) {
  const { id: clientId, email } = await makeClient(app.sql);
  const { body } = await ask<AdminInvoice>('POST', '/api/admin/invoices', {
    clientId,
    client: { ...client, email, ...billing },
    items: [],
  });
  await ask('DELETE', `/api/admin/invoices/${body.id}`);
  return { email, clientId };
}

const sent = (email?: string, company = '') => {
  const to = email ?? `${crypto.randomUUID()}@example.com`;
  const named = { ...client, email: to, ...(company && { company }) };
  return sentProposal(to, { client: named, items: [item], schedule: halves });
};
const read = async (token: string) =>
  (await (await app.fetch(`/api/proposals/by-link/${token}`)).json()) as ClientProposal;
async function invoicesOf(id: number) {
  const { body } = await ask<AdminProposal>('GET', `/api/admin/proposals/${id}`);
  const all = body.invoices.map((one) =>
    ask<AdminInvoice>('GET', `/api/admin/invoices/${one.id}`).then((answer) => answer.body),
  );
  return Promise.all(all);
}
const onRecord = (clientId: string) => app.services.admin.invoices.lastBuyer(clientId);

describe('the tax of a proposal', () => {
  it('is the tax of the client from the editor to the invoices, and does not change the billing record', async () => {
    const { email, clientId } = await newClient(german);
    const { id, token } = await sent(email);
    const tax = { taxCategory: 'AE', taxRate: '0' };
    expect(await app.services.admin.proposals.tax({ id, client: { ...client, email } })).toEqual({
      ...tax,
      why: 'a business in another member state, with a valid VAT number',
    });
    const shown = await read(token);
    expect(shown).toMatchObject({ total: '1000.00', items: [tax], asksFor: [] });
    const before = await onRecord(clientId);
    await accept(token);
    const [deposit, rest] = await invoicesOf(id);
    expect(deposit).toMatchObject({ status: 'open', total: '500.00', items: [tax] });
    expect(deposit?.client).toMatchObject({ ...german, email });
    expect(rest).toMatchObject({ status: 'draft', total: '500.00', client: german });
    expect(await onRecord(clientId)).toEqual(before);
  });

  it('follows the client while it is a draft, and keeps a tax that was chosen', async () => {
    const { email, clientId } = await newClient({ country: 'NL' });
    const { body } = await ask<AdminProposal>('POST', '/api/admin/proposals', {
      clientId,
      items: [item, { ...item, taxRate: '9' }, { ...item, taxCategory: 'E' }].map((one) => ({
        ...one,
        optional: false,
      })),
    });
    const taxes = ({ items }: AdminProposal) =>
      items.map(({ taxCategory, taxRate }) => `${taxCategory} ${taxRate}`);
    expect(taxes(body)).toEqual(['S 21', 'S 9', 'E 0']);
    await app.sql`update billing_profiles set country = 'US' where user_id = ${clientId}`;
    const moved = await ask<AdminProposal>('GET', `/api/admin/proposals/${body.id}`);
    expect(taxes(moved.body)).toEqual(['O 0', 'O 0', 'E 0']);
    expect(moved.body.client.email).toBe(email);
  });

  it('that was opened before the client moved is saved with the current tax, and sent as confirmed', async () => {
    const { clientId } = await newClient({ country: 'NL' });
    const items = [item, { ...item, taxCategory: 'E', taxRate: '0' }].map((one) => ({
      ...one,
      optional: false,
    }));
    const admin = (method: string, path: string, body: unknown) =>
      ask<AdminProposal & { message: string }>(method, `/api/admin/proposals${path}`, body);
    const fields = { clientId, title: 'Website', items };
    const { body: opened } = await admin('POST', '', fields);
    await app.sql`update billing_profiles set country = 'US' where user_id = ${clientId}`;
    const [first, ...others] = items;
    const saved = await admin('PUT', `/${opened.id}`, {
      items: [{ ...first, ...opened.proposedTax, unitPrice: '2000.00' }, ...others],
      proposedTax: opened.proposedTax,
    });
    expect(saved.body.items.map(({ taxCategory }) => taxCategory)).toEqual(['O', 'E']);
    await app.sql`update billing_profiles set country = 'NL' where user_id = ${clientId}`;
    const { total, client } = saved.body;
    const send = (confirmed: unknown) => admin('POST', `/${opened.id}/send`, { confirmed });
    expect(await send({ total, client })).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^Not sent: the client’s data/) },
    });
    const { body: now } = await ask<AdminProposal>('GET', `/api/admin/proposals/${opened.id}`);
    expect((await send({ total: now.total, client: now.client })).status).toBe(200);
  });
});

describe('acceptance of a proposal whose client has no billing address', () => {
  it('stores the address that the client enters, and applies the resulting tax', async () => {
    const { id, token, email } = await sent(undefined, german.company);
    const open = await read(token);
    expect(open).toMatchObject({ total: '1210.00', asksFor: ['address', 'vatNumber'] });
    const billed = await app.services.proposals.billed({
      token,
      optionalItems: [],
      billing: german,
    });
    expect(billed).toMatchObject({ tax: { taxCategory: 'AE' }, total: '1000.00' });
    const refused = await accept(token, { billing: german, total: '1210.00' });
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining('The total is $1,000.00 by now'),
    ]);
    expect((await accept(token, { billing: german, total: '1000.00' })).status).toBe(200);
    // The record of acceptance contains the accepted selection.
    const agreed = await read(token);
    expect(agreed).toMatchObject({
      status: 'accepted',
      total: '1000.00',
      totals: { taxes: [{ category: 'AE' }] },
    });
    expect(agreed.acceptance?.contentHash).toBe(agreed.contentHash);
    const [mail] = await app.sql`
      select text from mails where about = ${`proposal:${id}`} and kind = 'proposal_accepted' limit 1`;
    expect(mail?.text).toContain('1,000.00');
    const made = await invoicesOf(id);
    expect(made.map(({ status, total }) => [status, total])).toEqual([
      ['open', '500.00'],
      ['draft', '500.00'],
    ]);
    for (const one of made) expect(one).toMatchObject({ client: { ...german, email } });
    const [account] = await app.sql`select id from users where email = ${email}`;
    expect(await onRecord(String(account?.id))).toMatchObject(german);
  });

  it('succeeds without an address, and the invoice remains a draft that shows the reason', async () => {
    const { id, token } = await sent();
    expect((await read(token)).asksFor).toEqual(['address']);
    const accepted = await accept(token);
    expect([accepted.status, (await accepted.json()).status]).toEqual([200, 'accepted']);
    const [deposit] = await invoicesOf(id);
    const heldFor =
      'The client’s address is missing, which the law asks for on an invoice (the Netherlands)';
    expect(deposit).toMatchObject({ status: 'draft', number: null, isReady: true, heldFor });
    const { body } = await ask<{ invoices: { ready: object[] } }>(
      'GET',
      '/api/admin/dashboard/today',
    );
    expect(body.invoices.ready).not.toEqual([]);
    const [mail] =
      await app.sql`select subject from mails where about = ${`invoice:${deposit?.id}`}`;
    expect(mail?.subject).toContain('needs your review');

    const path = `/api/admin/invoices/${deposit?.id}`;
    await ask('PUT', path, { client: { ...deposit?.client, ...german } });
    await ask('POST', `${path}/issue`);
    const [issued, rest] = await invoicesOf(id);
    expect(issued).toMatchObject({ status: 'open', heldFor: '', total: '500.00', client: german });
    // The address was added to the client's record, which the next part uses.
    expect(rest).toMatchObject({ status: 'draft', total: '500.00', client: german });
  });

  it('holds an invoice whose chosen reverse charge needs a VAT number', async () => {
    const to = `${crypto.randomUUID()}@example.com`;
    const items = [{ ...item, taxCategory: 'AE', taxRate: '0' }];
    const named = { ...client, email: to, company: german.company };
    const { id, token } = await sentProposal(to, { client: named, items, schedule: halves });
    expect((await read(token)).asksFor).toEqual(['address', 'vatNumber']);
    const billing = { ...german, vatNumber: '' };
    const billed = await app.services.proposals.billed({ token, optionalItems: [], billing });
    expect(billed).toMatchObject({
      tax: { taxCategory: 'S' },
      totals: { taxes: [{ category: 'AE' }] },
    });
    expect((await accept(token, { billing })).status).toBe(200);
    const [deposit] = await invoicesOf(id);
    expect(deposit).toMatchObject({
      status: 'draft',
      heldFor: 'The client’s VAT number is missing, which the tax of the items requires',
    });
    expect((await read(token)).progress?.nextPart).toMatchObject({ isHeld: true });
  });

  it('reports a VAT number in the wrong format', async () => {
    const { token } = await sent();
    const refused = await accept(token, { billing: { ...german, vatNumber: 'DE1' } });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { issues: [{ path: 'billing.vatNumber' }] },
    ]);
  });

  it('holds an invoice above the accepted amount', async () => {
    const { email, clientId } = await newClient(german);
    const { id, token } = await sent(email);
    await app.sql`update billing_profiles set vat_number = 'DE123456799' where user_id = ${clientId}`;
    await accept(token);
    const [deposit] = await invoicesOf(id);
    expect(deposit).toMatchObject({
      status: 'draft',
      total: '605.00',
      heldFor: expect.stringContaining('more than the client accepted'),
    });
    expect((await read(token)).progress?.nextPart).toMatchObject({
      amount: '500.00',
      isHeld: true,
    });
  });

  it('holds a later part whose tax became higher after the acceptance', async () => {
    const { email, clientId } = await newClient(german);
    const { id, token } = await sent(email);
    await accept(token);
    expect((await invoicesOf(id))[0]).toMatchObject({ status: 'open', total: '500.00' });
    await app.sql`update billing_profiles set vat_number = '' where user_id = ${clientId}`;
    expect((await read(token)).progress?.nextPart).toMatchObject({
      amount: '500.00',
      isHeld: true,
    });
    const rest = (await invoicesOf(id))[1];
    await app.sql`update invoices set scheduled_for = current_date where id = ${rest?.id ?? 0}`;
    await app.services.invoices.runJob();
    expect((await invoicesOf(id))[1]).toMatchObject({
      status: 'draft',
      number: null,
      total: '605.00',
      heldFor: expect.stringContaining('more than the client accepted'),
    });
    const mails = await app.sql`
      select subject, text from mails where about = ${`invoice:${rest?.id}`}`;
    expect(mails).toMatchObject([{ subject: expect.stringContaining('needs your review') }]);
    expect(mails[0]?.text).toContain(
      'The invoice of $605.00 to Katrin Vogel was to be issued today, and waits for you instead. With the tax that fits the client now, it is $605.00. That is more than the client accepted, $500.00.',
    );
    const list = await ask<{ id: number; total: string }[]>(
      'GET',
      `/api/admin/invoices?proposalId=${id}&status=ready`,
    );
    expect(list.body.find((row) => row.id === rest?.id)?.total).toBe('605.00');

    await ask('PUT', `/api/admin/clients/${clientId}`, { billing: german });
    const listed = await ask<AdminInvoice[]>('GET', `/api/admin/invoices?proposalId=${id}`);
    expect(listed.body.map(({ total }) => total)).toEqual(['500.00', '500.00']);
    await app.services.invoices.runJob();
    expect(await invoicesOf(id)).toMatchObject([
      { status: 'open', total: '500.00' },
      { status: 'open', total: '500.00' },
    ]);
  });

  it('holds a later part whose tax became higher after a change of its date and discount', async () => {
    const { email, clientId } = await newClient(german);
    const { id, token } = await sent(email);
    await accept(token);
    await app.sql`update billing_profiles set vat_number = '' where user_id = ${clientId}`;
    const path = `/api/admin/invoices/${(await invoicesOf(id))[1]?.id}`;
    const [today] = await app.sql`select current_date::text as date`;
    const fields = { discount: { amount: '100.00' }, scheduledFor: today?.date };
    expect((await ask('PUT', path, fields)).body).toMatchObject({
      total: '484.00',
      savedTotal: '400.00',
    });
    expect((await read(token)).progress?.nextPart).toMatchObject({
      amount: '400.00',
      isHeld: true,
    });
    await app.services.invoices.runJob();
    expect((await invoicesOf(id))[1]).toMatchObject({
      status: 'draft',
      total: '484.00',
      heldFor: expect.stringContaining('more than the client accepted'),
    });
  });

  it('issues a later part whose higher tax was saved with its items', async () => {
    const { email, clientId } = await newClient(german);
    const { id, token } = await sent(email);
    await accept(token);
    await app.sql`update billing_profiles set vat_number = '' where user_id = ${clientId}`;
    const rest = (await invoicesOf(id))[1];
    const [today] = await app.sql`select current_date::text as date`;
    await ask('PUT', `/api/admin/invoices/${rest?.id}`, {
      items: rest?.items.map(({ description, quantity, unitPrice, taxRate, taxCategory }) => ({
        ...{ description, quantity, unitPrice, taxRate, taxCategory },
      })),
      scheduledFor: today?.date,
    });
    await app.services.invoices.runJob();
    expect((await invoicesOf(id))[1]).toMatchObject({ status: 'open', total: '605.00' });
  });

  it('holds a part due on completion instead of announcing it', async () => {
    const { email, clientId } = await newClient(german);
    const { id, token } = await sentProposal(email, {
      client: { ...client, email },
      items: [item],
      schedule: [{ label: 'All', percent: '100', due: 'on_completion' }],
    });
    await accept(token);
    await app.sql`update billing_profiles set vat_number = '' where user_id = ${clientId}`;
    const { body } = await ask<AdminProposal>('GET', `/api/admin/proposals/${id}`);
    await app.services.requests.setStatus(body.requestId ?? 0, 'completed');
    await setting('sales', { completion: { issueAfterDays: 1 } });
    await app.services.invoices.runJob();
    await setting('sales', { completion: { issueAfterDays: null } });
    expect((await invoicesOf(id))[0]).toMatchObject({
      status: 'draft',
      scheduledFor: null,
      heldFor: expect.stringContaining('more than the client accepted'),
    });
  });

  it('issues a later part whose tax became lower', async () => {
    const { email, clientId } = await newClient({ ...german, vatNumber: '' });
    const { id, token } = await sent(email);
    await accept(token);
    const vatNumber = german.vatNumber;
    await app.sql`update billing_profiles set vat_number = ${vatNumber} where user_id = ${clientId}`;
    const rest = (await invoicesOf(id))[1];
    await app.sql`update invoices set scheduled_for = current_date where id = ${rest?.id ?? 0}`;
    await app.services.invoices.runJob();
    expect((await invoicesOf(id))[1]).toMatchObject({ status: 'open', total: '500.00' });
  });

  it('overrides the record for its invoices if another address is entered', async () => {
    const { email, clientId } = await newClient(german);
    const { id, token } = await sent(email);
    const before = await onRecord(clientId);
    const elsewhere = { address: 'Am Markt 1', postcode: '10115', city: 'Berlin', country: 'DE' };
    await accept(token, { billing: elsewhere });
    const made = await invoicesOf(id);
    for (const one of made) expect(one.client).toMatchObject({ ...german, ...elsewhere });
    expect(await onRecord(clientId)).toEqual(before);
  });
});
