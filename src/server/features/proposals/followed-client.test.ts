import { describe, expect, it } from 'vitest';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import type { AdminProposal, ClientProposal } from '~/contract/proposals/proposals-schema';
import { testApp } from '~/testing/app';
import { makeClient } from '~/testing/payments';
import { quoteRequest } from '~/testing/requests';
import { proposalFields, salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6, quoteForm: 1e6 } });
const ask = askerOf(app, () => signInAdmin(app));
const { acceptProposal } = salesOf(() => app);
const admin = async (method: string, path: string, body?: unknown) => {
  const answer = await ask<AdminProposal>(method, `/api/admin/proposals${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};

async function newClient(lastName: string, company: string) {
  const { id: clientId, email } = await makeClient(app.sql);
  const change = async (fields: object) =>
    expect((await ask('PUT', `/api/admin/clients/${clientId}`, fields)).status).toBe(200);
  await change({ firstName: 'Lena', lastName, billing: { company, address: 'Kade 1' } });
  return { email, clientId, change };
}

const { client: _, ...content } = proposalFields;
const draftFor = (fields: object) => admin('POST', '', { ...content, ...fields });
const listed = async (search: string) =>
  (
    await ask<{ id: number; clientName: string }[]>('GET', `/api/admin/proposals?search=${search}`)
  ).body.map(({ id, clientName }) => ({ id, clientName }));

async function accepted(id: number) {
  const url = (await ask<{ url: string }>('POST', `/api/admin/proposals/${id}/send`)).body.url;
  const token = url.split('/').at(-1) ?? '';
  const linked = await app.fetch(`/api/proposals/by-link/${token}`);
  const shown = (await linked.json()) as ClientProposal;
  const accept = async () => {
    expect((await acceptProposal(token, { optionalItems: [] })).status).toBe(200);
    const [first] = (await admin('GET', `/${id}`)).invoices;
    return (await ask<AdminInvoice>('GET', `/api/admin/invoices/${first?.id}`)).body.client;
  };
  return { shown: shown.client, accept };
}

describe('the client of a draft proposal', () => {
  it('follows the name and company of the record in editor, list, search, link and invoice', async () => {
    const tag = crypto.randomUUID();
    const { email, clientId, change } = await newClient('Fuchs', `Grafik ${tag}`);
    const { id, client } = await draftFor({ clientId });
    expect(client).toEqual({ name: 'Lena Fuchs', email, company: `Grafik ${tag}` });
    expect(await listed(tag)).toEqual([{ id, clientName: 'Lena Fuchs' }]);

    await change({ lastName: 'Meyer', billing: { company: `Holding ${tag}` } });
    expect(await admin('GET', `/${id}`)).toMatchObject({
      client: { name: 'Lena Meyer', company: `Holding ${tag}` },
      clientName: 'Lena Meyer',
    });
    expect(await listed(`Holding ${tag}`)).toEqual([{ id, clientName: 'Lena Meyer' }]);
    expect(await listed(`Grafik ${tag}`)).toEqual([]);

    const { shown, accept } = await accepted(id);
    expect(shown).toEqual({ name: 'Lena Meyer', email, company: `Holding ${tag}` });
    expect(await accept()).toMatchObject({ name: 'Lena Meyer', company: `Holding ${tag}` });
  });

  it('has no company after the company was removed from the record, before and after sending', async () => {
    const { clientId, change } = await newClient('Fuchs', 'Fuchs Grafik GmbH');
    const [first, second] = [await draftFor({ clientId }), await draftFor({ clientId })];
    const sent = await accepted(first.id);
    await change({ billing: { company: '' } });
    const { shown, accept } = await accepted(second.id);
    expect(shown.company).toBeUndefined();
    // A sent proposal keeps the company, but its new invoice follows the record.
    expect(sent.shown.company).toBe('Fuchs Grafik GmbH');
    for (const one of [sent.accept, accept]) expect((await one()).company).toBeUndefined();
    expect(await app.services.admin.invoices.lastBuyer(clientId)).not.toHaveProperty('company');
    const copy = await admin('POST', `/${first.id}/duplicate`);
    expect(copy.client.company).toBeUndefined();
  });

  it('keeps a name and a company that were entered for it, up to the invoice', async () => {
    const { email, clientId, change } = await newClient('Fuchs', 'Fuchs Grafik GmbH');
    const typed = { name: 'Purchasing', email, company: 'Fuchs Print GmbH' };
    const { id } = await draftFor({ client: typed });
    await change({ lastName: 'Meyer', billing: { company: 'Fuchs Holding' } });
    expect((await admin('GET', `/${id}`)).client).toEqual(typed);
    expect((await admin('PUT', `/${id}`, { title: 'Other' })).client).toEqual(typed);
    expect((await admin('POST', `/${id}/duplicate`)).client).toEqual(typed);
    const { accept } = await accepted(id);
    expect(await accept()).toMatchObject({ name: 'Purchasing', company: 'Fuchs Print GmbH' });
    expect(await app.services.admin.invoices.lastBuyer(clientId)).toMatchObject({
      name: 'Lena Meyer',
      company: 'Fuchs Holding',
    });
  });

  it('follows the record again after a field is set back to the record’s value', async () => {
    const { email, clientId, change } = await newClient('Fuchs', 'Fuchs Grafik GmbH');
    const { id } = await draftFor({ clientId });
    const put = async (company?: string) =>
      (await admin('PUT', `/${id}`, { client: { name: 'Lena Fuchs', email, company } })).client;
    expect(await put('')).toEqual({ name: 'Lena Fuchs', email });
    expect(await put()).toEqual({ name: 'Lena Fuchs', email });
    expect((await put('Fuchs Grafik GmbH')).company).toBe('Fuchs Grafik GmbH');
    await change({ billing: { company: 'Fuchs Holding' } });
    expect((await admin('GET', `/${id}`)).client.company).toBe('Fuchs Holding');
  });

  it('follows the record of the account if the proposal is for a lead', async () => {
    const { email, change } = await newClient('Fuchs', 'Fuchs Grafik GmbH');
    const quote = quoteRequest({ email, name: 'lena', company: 'Fuchs' });
    const { id: leadId } = (await (await app.postJson('/api/quotes', quote)).json()) as {
      id: number;
    };
    const { id, client } = await draftFor({ leadId });
    expect(client).toEqual({ name: 'Lena Fuchs', email, company: 'Fuchs Grafik GmbH' });
    await change({ billing: { company: '' } });
    expect((await admin('GET', `/${id}`)).client).toEqual({ name: 'Lena Fuchs', email });
  });

  it('that was entered before the account existed follows the account with the same name and email', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const client = { name: 'Lena Fuchs', email, company: 'Fuchs Grafik GmbH' };
    const [first, second] = [await draftFor({ client }), await draftFor({ client })];
    await (await accepted(first.id)).accept();
    await listed(email);
    const [row] = await app.sql`select id from users where email = ${email}`;
    const billing = { company: '' };
    await ask('PUT', `/api/admin/clients/${row?.id}`, {
      firstName: 'Lena',
      lastName: 'Meyer',
      billing,
    });
    const { client: now } = await admin('GET', `/${second.id}`);
    expect(now).toEqual({ name: 'Lena Meyer', email });
  });
});
