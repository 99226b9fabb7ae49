import { expect, it } from 'vitest';

import type { AdminUser, UserDetail } from '~/contract/admin/admin-schema';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { createRequest, signUpClient } from '~/testing/client-requests';
import { quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { askerOf } from '~/testing/sign-in';
import { agencyFileIn, userOf } from '~/testing/threads';

const app = testApp({ env: { TRUST_PROXY: '1' } });
const ask = askerOf(app, async () => (await signedInAs(app, 'owner')).cookie);

const { newRecurring, openInvoice, sentProposal } = salesOf(() => app);
const newEmail = () => `${crypto.randomUUID()}@example.com`;
const mailsTo = (email: string) => app.sql`select kind from mails where "to" = ${email}`;

it('a lead that came by phone can be entered with only a number', async () => {
  const fields = {
    name: 'Ada Byron',
    phone: '020 7946 0958',
    projectDetails: 'An engine',
    source: 'phone',
  };
  const { status, body } = await ask<{ id: number }>('POST', '/api/admin/quotes', fields);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { ...fields, email: '', status: 'pending', firstAnswerAt: null },
  });
  const [row] = await app.sql`select source, entered_source from quotes where id = ${body.id}`;
  expect(row).toEqual({ source: 'api', entered_source: 'phone' });
  const mails = await app.sql`select id from mails where about = ${`quote:${body.id}`}`;
  expect(mails).toHaveLength(0);
  const listed = await ask<{ id: number; source: string }[]>('GET', '/api/admin/quotes');
  expect(listed.body.find(({ id }) => id === body.id)?.source).toBe('phone');
  // Sending fails, because the lead has no email.
  const path = `/api/admin/quotes/${body.id}/messages`;
  expect((await ask('POST', path, { text: 'Hello' })).status).toBe(409);
  expect((await ask('POST', path, { text: 'Call again', internal: true })).status).toBe(200);
});

it('a lead is stored once per idempotency key, and another lead with the same key is refused', async () => {
  const fields = { name: 'Ada Byron', phone: '020 7946 0958', projectDetails: 'An engine' };
  const enter = (details: string) =>
    ask<{ id: number }>('POST', '/api/admin/quotes', {
      ...fields,
      projectDetails: details,
      source: 'event',
      key: 'one-key',
    });
  const [first, again] = await Promise.all([enter('An engine'), enter('An engine')]);
  expect(again.body.id).toBe(first.body.id);
  expect((await enter('Another')).status).toBe(422);
});

it('no records are created for a deleted client, and the placeholder email of a deleted account is rejected', async () => {
  const client = await signUpClient(app);
  await app.sql`update users set deleted_at = now() where id = ${client.id}`;
  const clientId = client.id;
  const refused = [
    ask('POST', '/api/admin/service-requests', { clientId, title: 'Work' }),
    ask('POST', '/api/admin/invoices', { clientId }),
    ask('POST', '/api/admin/proposals', { clientId }),
  ];
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([404, 404, 404]);
  const blocked = { firstName: 'Block', email: `deleted-${client.id}@deleted.invalid` };
  expect((await ask('POST', '/api/admin/clients', blocked)).status).toBe(400);
});

it('a lead needs an email or a phone number, and a known source', async () => {
  const fields = { name: 'Ada Byron', projectDetails: 'An engine', source: 'phone' };
  expect((await ask('POST', '/api/admin/quotes', fields)).status).toBe(400);
  const from = { ...fields, phone: '020 7946 0958', source: 'api' };
  expect((await ask('POST', '/api/admin/quotes', from)).status).toBe(400);
});

it('an admin adds a client, who is only emailed on request', async () => {
  const [silent, told] = [newEmail(), newEmail()];
  const add = (email: string, invite?: boolean) =>
    ask<AdminUser>('POST', '/api/admin/clients', {
      firstName: 'Ada',
      lastName: 'Byron',
      email: email.toUpperCase(),
      ...(invite && { invite }),
    });
  const { body } = await add(silent);
  expect(body).toMatchObject({ email: silent, firstName: 'Ada', requests: 0 });
  expect(await mailsTo(silent)).toHaveLength(0);
  await add(told, true);
  expect([...(await mailsTo(told))]).toEqual([{ kind: 'welcome' }]);
  // The email counts as unverified until the client signs in with a code.
  const [row] = await app.sql`select email_verified_at from users where email = ${silent}`;
  expect(row?.email_verified_at).toBeNull();
  expect(await add(silent)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('the account of Ada Byron') },
  });
});

it('an admin adds a client to a company', async () => {
  const company = await ask<{ id: number }>('POST', '/api/admin/companies', { name: 'Engines' });
  const fields = { firstName: 'Ada', email: newEmail() };
  const { body } = await ask<AdminUser>('POST', '/api/admin/clients', {
    ...fields,
    companyId: company.body.id,
  });
  const [row] = await app.sql`select company_id, company_rights from users where id = ${body.id}`;
  expect(row).toEqual({ company_id: company.body.id, company_rights: ['requests', 'invoices'] });
  const unknown = { firstName: 'Ada', email: newEmail(), companyId: 999_999 };
  expect((await ask('POST', '/api/admin/clients', unknown)).status).toBe(404);
  expect(await app.sql`select id from users where email = ${unknown.email}`).toHaveLength(0);
});

it('an admin opens a request for a client, who is only notified if requested', async () => {
  const client = await signUpClient(app);
  const open = (notify: boolean) =>
    ask<{ id: number }>('POST', '/api/admin/service-requests', {
      clientId: client.id,
      title: 'An engine',
      notify,
    });
  const { body } = await open(false);
  expect(await client.query('requests.get', { id: body.id })).toMatchObject({
    title: 'An engine',
    events: [{ kind: 'created', byAgency: true }],
  });
  const told = await open(true);
  const mails = await app.sql`
    select about from mails where "to" = ${client.email} and kind = 'request_received'`;
  expect([...mails]).toEqual([{ about: `request:${told.body.id}` }]);
  const unknown = { clientId: 'unknown', title: 'An engine' };
  expect((await ask('POST', '/api/admin/service-requests', unknown)).status).toBe(404);
});

it('the pages of a client and of the company show open records and personal data', async () => {
  const client = await signUpClient(app);
  await app.postJson('/api/quotes', quoteRequest({ email: client.email, phone: '020 7946 0958' }));
  const invoice = await openInvoice(client.email);
  const proposal = await sentProposal(client.email);
  const repeated = await newRecurring({ clientId: client.id });
  const company = await ask<{ id: number }>('POST', '/api/admin/companies', {
    name: 'Engines Ltd',
    city: 'Ockham',
  });
  await ask('POST', `/api/admin/companies/${company.body.id}/members`, {
    clientId: client.id,
    rights: ['invoices'],
  });
  const detail: UserDetail = await app.services.admin.users.get(client.id);
  expect(detail).toMatchObject({
    company: { id: company.body.id, name: 'Engines Ltd', rights: ['invoices'] },
    phone: '020 7946 0958',
    owed: [{ amount: '100.00' }],
    openInvoices: [{ id: invoice.id, remaining: '100.00', isOverdue: false }],
    openProposals: [{ id: proposal.id, status: 'sent' }],
    openRequests: [],
    recurringInvoices: [{ id: repeated.id, status: 'active' }],
    conversations: [{ kind: 'quote', status: 'pending' }],
    billing: { company: 'Engines Ltd', city: 'Ockham' },
  });
  const { owed, openInvoices, openProposals, recurringInvoices, conversations } = detail;
  const open = { owed, openInvoices, openProposals, recurringInvoices, conversations };
  expect(await app.services.admin.companies.get(company.body.id)).toMatchObject(open);
});

it('a client’s page has notes, emails, files and sessions', async () => {
  const client = await signUpClient(app);
  const { id: owner } = await signedInAs(app, 'owner');
  const admin = await userOf(app, owner);
  const { id } = await createRequest(client);
  const { fileId } = await agencyFileIn(app, admin, id);
  await openInvoice(client.email, { clientId: client.id });
  await app.services.admin.users.addNote(admin, client.id, 'Pays late');
  await expect(app.services.admin.users.addNote(admin, owner, 'No')).rejects.toThrow('not found');
  const detail = await app.services.admin.users.get(client.id);
  expect(detail).toMatchObject({
    notes: [{ text: 'Pays late' }],
    files: [{ id: fileId, requestId: id }],
    signedIn: [{ device: expect.any(String) }],
  });
  const kinds = detail.mails.map(({ kind }) => kind);
  expect(kinds).toContain('invoice_issued');
  expect(kinds).not.toContain('code');
});
