import { describe, expect, it } from 'vitest';

import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { signUpClient, type TestClient } from '~/testing/client-requests';
import { companiesOf, companyProfile } from '~/testing/companies';
import { linkTo } from '~/testing/private-links';
import { salesOf } from '~/testing/sales';
import { askerOf } from '~/testing/sign-in';

const app = testApp({
  env: { TRUST_PROXY: '1' },
  rateLimits: { codesFromNetwork: 1e6, linkWrites: 1e6, linkReads: 1e6 },
});
const ask = askerOf(app, async () => (await signedInAs(app, 'owner')).cookie);

const { openInvoice, sentProposal } = salesOf(() => app);
const { newCompany, add, change, remove, staffed } = companiesOf(
  () => app,
  () => ask,
);

const byLink = (kind: string, token: string) => app.fetch(`/api/${kind}/by-link/${token}`);

/** Returns the recipients of emails about an invoice, in order. */
const recipientsOf = async (invoiceId: number) => {
  const mails = await app.sql<{ to: string }[]>`
    select "to" from mails where about = ${`invoice:${invoiceId}`} and kind like 'invoice_%' order by id`;
  return mails.map(({ to }) => to);
};

/** Returns the recipients of new links to an invoice. */
const renewedFor = async (invoiceId: number) => {
  const mails = await app.sql<{ to: string }[]>`
    select "to" from mails where about = ${`invoice:${invoiceId}`} and kind = 'link_renewed' order by id`;
  return mails.map(({ to }) => to);
};

describe('documents follow the email for invoices', () => {
  const newEmail = () => `${crypto.randomUUID()}@engines.example`;
  const profileWith = (email: string) => ({
    ...companyProfile,
    company: companyProfile.name,
    email,
  });

  it.each<[string, (email: string, of: { id: number; client: TestClient }) => Promise<unknown>]>([
    ['the agency', (email, { id }) => ask('PUT', `/api/admin/companies/${id}`, { email })],
    [
      'the agency at a client',
      (email, { client }) => ask('PUT', `/api/admin/clients/${client.id}`, { billing: { email } }),
    ],
    [
      'a manager',
      (email, { client }) => client.mutate('companies.changeProfile', profileWith(email)),
    ],
    [
      'a merge',
      async (email, { id }) =>
        ask('POST', `/api/admin/companies/${id}/merge`, { into: await newCompany({ email }) }),
    ],
  ])('of a company that is changed by %s', async (_, changeEmail) => {
    const { id, client } = await staffed();
    const invoice = await openInvoice(undefined, { clientId: client.id, client: undefined });
    const email = newEmail();
    await changeEmail(email, { id, client });
    expect((await byLink('invoices', invoice.token)).status).toBe(404);
    expect(await renewedFor(invoice.id)).toEqual([email]);
  });

  it('of a company without a member who may see them', async () => {
    const id = await newCompany();
    const client = await signUpClient(app);
    await add(id, client, ['requests']);
    const invoice = await openInvoice(undefined, { clientId: client.id, client: undefined });
    const email = newEmail();
    await ask('PUT', `/api/admin/companies/${id}`, { email });
    expect((await byLink('invoices', invoice.token)).status).toBe(404);
    expect(await renewedFor(invoice.id)).toEqual([email]);
  });

  it.each<[string, (email: string, client: TestClient) => Promise<unknown>]>([
    [
      'the agency',
      (email, client) => ask('PUT', `/api/admin/clients/${client.id}`, { billing: { email } }),
    ],
    ['the client', (email, client) => client.mutate('companies.changeProfile', profileWith(email))],
  ])('of a client without a company that is changed by %s', async (_, changeEmail) => {
    const client = await signUpClient(app);
    await changeEmail('typo@engines.example', client);
    const invoice = await openInvoice(undefined, { clientId: client.id, client: undefined });
    const email = newEmail();
    await changeEmail(email, client);
    expect((await byLink('invoices', invoice.token)).status).toBe(404);
    expect(await renewedFor(invoice.id)).toEqual([email]);
  });

  it('of an account that is changed by its client', async () => {
    const client = await signUpClient(app);
    const invoice = await openInvoice(client.email);
    const email = newEmail();
    await client.mutate('identity.sendEmailCode', { email });
    await client.mutate('identity.changeEmail', { email, otp: '123456' });
    expect(await renewedFor(invoice.id)).toEqual([email]);
  });

  it('in the next email if a document still has an earlier one', async () => {
    const { id, client } = await staffed();
    const invoice = await openInvoice(undefined, { clientId: client.id, client: undefined });
    await ask('PUT', `/api/admin/companies/${id}`, { email: newEmail() });
    const into = await newCompany({ email: newEmail() });
    await ask('POST', `/api/admin/companies/${id}/merge`, { into });
    await app.sql`update invoices set client_email = ${companyProfile.email} where id = ${invoice.id}`;
    const [company] = await app.sql`select email from companies where id = ${into}`;
    await ask('POST', `/api/admin/invoices/${invoice.id}/remind`, {});
    expect((await recipientsOf(invoice.id)).at(-1)).toBe(company?.email);
  });
});

describe('a member who loses the right to see documents', () => {
  it('receives documents at the company’s email no longer', async () => {
    const { id, client, bookkeeper } = await staffed({ email: '' });
    await ask('PUT', `/api/admin/companies/${id}`, { email: bookkeeper.email });
    const invoice = await openInvoice(undefined, { clientId: client.id, client: undefined });
    await change(id, bookkeeper, ['requests']);
    await ask('POST', `/api/admin/invoices/${invoice.id}/remind`, {});
    expect(await recipientsOf(invoice.id)).toEqual([bookkeeper.email, client.email]);
    const [company] = await app.sql`select email from companies where id = ${id}`;
    expect(company?.email).toBe('');
  });

  it('receives no reminder, even of a document that still has their address', async () => {
    const { id, client, bookkeeper } = await staffed();
    const invoice = await openInvoice(client.email);
    await change(id, bookkeeper, ['requests']);
    await app.sql`update invoices set client_email = ${bookkeeper.email} where id = ${invoice.id}`;
    const before = await linkTo(app, 'invoice', invoice.id);
    await ask('POST', `/api/admin/invoices/${invoice.id}/remind`, {});
    expect((await recipientsOf(invoice.id)).at(-1)).toBe(companyProfile.email);
    expect((await byLink('invoices', before)).status).toBe(404);
  });
});

it('documents of colleagues no longer go to a mailbox that was the company’s once its owner’s email changes', async () => {
  const { id, client, bookkeeper } = await staffed({ email: '' });
  await ask('PUT', `/api/admin/companies/${id}`, { email: client.email });
  const invoice = await openInvoice(undefined, { clientId: bookkeeper.id, client: undefined });
  await ask('PUT', `/api/admin/companies/${id}`, { email: companyProfile.email });
  const email = `${crypto.randomUUID()}@example.com`;
  await client.mutate('identity.sendEmailCode', { email });
  await client.mutate('identity.changeEmail', { email, otp: '123456' });
  expect((await byLink('invoices', invoice.token)).status).toBe(404);
  const [row] = await app.sql`select client_email from invoices where id = ${invoice.id}`;
  expect(row?.client_email).toBe(companyProfile.email);
});

it('links of documents end when their client joins a company without the right to see them', async () => {
  const { id, client } = await staffed({ email: '' });
  const joining = await signUpClient(app);
  const invoice = await openInvoice(joining.email);
  await add(id, joining, ['requests']);
  expect((await byLink('invoices', invoice.token)).status).toBe(404);
  expect(await renewedFor(invoice.id)).toContain(client.email);
});

it('a document whose links had ended gets a new one with its next recipient', async () => {
  const { id, client, bookkeeper } = await staffed({ email: '' });
  await ask('PUT', `/api/admin/companies/${id}`, { email: bookkeeper.email });
  const invoice = await openInvoice(undefined, { clientId: client.id, client: undefined });
  const email = `${crypto.randomUUID()}@example.com`;
  await bookkeeper.mutate('identity.sendEmailCode', { email });
  await bookkeeper.mutate('identity.changeEmail', { email, otp: '123456' });
  await remove(id, bookkeeper);
  expect(await renewedFor(invoice.id)).toContain(client.email);
});

it('an invoice keeps the email of an only payer who is disabled for some time', async () => {
  const id = await newCompany({ email: '' });
  const client = await signUpClient(app);
  await add(id, client, ['requests', 'invoices'], true);
  const invoice = await openInvoice(client.email);
  await app.sql`update users set disabled_at = now() where id = ${client.id}`;
  const payment = { id: invoice.id, amount: '1.00', date: '2026-01-31' };
  await app.services.admin.invoices.recordTransfer('system', payment);
  const received =
    await app.sql`select from mails where kind = 'payment_received' and "to" = ${client.email}`;
  expect(received).toHaveLength(0);
  await app.sql`update users set disabled_at = null where id = ${client.id}`;
  await ask('POST', `/api/admin/invoices/${invoice.id}/remind`, {});
  expect((await recipientsOf(invoice.id)).at(-1)).toBe(client.email);
});

it('documents return to an only payer who loses the right and gets it back', async () => {
  const id = await newCompany({ email: '' });
  const client = await signUpClient(app);
  await add(id, client, ['requests', 'invoices'], true);
  const invoice = await openInvoice(client.email);
  const proposal = await sentProposal(client.email);
  await change(id, client, ['requests']);
  await change(id, client, ['requests', 'invoices']);
  for (const [table, document] of [
    ['invoices', invoice],
    ['proposals', proposal],
  ] as const) {
    const [row] =
      await app.sql`select client_email from ${app.sql(table)} where id = ${document.id}`;
    expect(row?.client_email).toBe(client.email);
  }
});
