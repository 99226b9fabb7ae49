import { afterAll, beforeAll, expect, it } from 'vitest';

import type { OwnCompany } from '~/contract/companies/companies-schema';
import { signedInAs } from '~/testing/admins';
import { startTestApp, type TestApp } from '~/testing/app';
import {
  createRequest,
  signInClient,
  signUpClient,
  type TestClient,
} from '~/testing/client-requests';
import { acceptInvitation, companiesOf } from '~/testing/companies';
import { waitForLock } from '~/testing/locks';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { askerOf } from '~/testing/sign-in';

let app: TestApp;
let ask: ReturnType<typeof askerOf>;

beforeAll(async () => {
  app = await startTestApp({
    env: { TRUST_PROXY: '1' },
    rateLimits: { codesFromNetwork: 1e6, codeGap: 1e6, companyInvitations: 1e6, quoteForm: 1e6 },
  });
  ask = askerOf(app, (await signedInAs(app, 'owner')).cookie);
});
afterAll(() => app.close());

const { openInvoice, newInvoice } = salesOf(() => app);
const { newCompany, staffed, add, change } = companiesOf(
  () => app,
  () => ask,
);
const newEmail = () => `${crypto.randomUUID()}@example.com`;

const billing = {
  ...{ name: 'Ada', company: '', vatNumber: '', address: '', postcode: '', city: '' },
  ...{ country: '', email: '', buyerReference: '' },
};

/** Changes the email in an open session. @returns the new email */
async function takeOver(client: TestClient): Promise<string> {
  const email = newEmail();
  await client.mutate('identity.sendEmailCode', { email });
  await client.mutate('identity.changeEmail', { email, otp: '123456' });
  return email;
}

async function linkIn(email: string): Promise<string | undefined> {
  const [mail] = await app.sql`
    select text from mails where kind = 'email_changed' and "to" = ${email} order by id desc`;
  return /\/restore-email#([\w-]+)/.exec(mail?.text)?.[1];
}

async function restore(email: string): Promise<number> {
  const token = await linkIn(email);
  return (await app.postJson('/api/trpc/identity.restoreEmail', { token })).status;
}

const mailTo = async (email: string, kind: string) => {
  const [mail] = await app.sql`
    select text from mails where "to" = ${email} and kind = ${kind} order by id desc limit 1`;
  return String(mail?.text);
};

it('moves back what the change has moved, whatever the account’s name by then', async () => {
  const client = await signUpClient(app);
  const { email } = client;
  await app.postJson('/api/quotes', quoteRequest({ email }));
  await app.postJson('/api/contact', contactMessage({ email }));
  const invoice = await openInvoice(email);
  const draft = await newInvoice({ clientId: client.id }, email);
  await takeOver(client);
  // Lists with `updatedSince` show what has moved.
  const [moved] = await app.sql`select updated_at from invoices where id = ${draft.id}`;
  expect(moved?.updated_at.toISOString()).not.toBe(draft.updatedAt);
  await client.mutate('identity.changeProfile', { firstName: 'Xx', lastName: 'Yy' });
  // Invoices that were settled in the meantime move back as well.
  await app.sql`update invoices set status = 'paid' where id = ${invoice.id}`;
  expect(await restore(email)).toBe(200);
  for (const table of ['quotes', 'contact_messages']) {
    expect(await app.sql`select from ${app.sql(table)} where email = ${email}`).toHaveLength(1);
  }
  const rows = await app.sql`
    select client_email from invoices where id in (${invoice.id}, ${draft.id})`;
  expect(rows.map(({ client_email }) => client_email)).toEqual([email, email]);
  const headers = await signInClient(app, email);
  const answer = await app.fetch('/api/trpc/requests.inquiries', { headers });
  expect(((await answer.json()) as { result: { data: unknown[] } }).result.data).toHaveLength(2);
});

it('removes the account from a company that it joined in the meantime, with the records that it brought', async () => {
  const { client: eve } = await staffed();
  const client = await signUpClient(app);
  const request = await createRequest(client);
  const invited = async () => {
    const email = await takeOver(client);
    await eve.mutate('companies.invite', { email, rights: [] });
    // The state after the days in which no company can be joined, while the link is still valid.
    const [kept] = await app.sql`
      update email_changes set expires_at = now() where user_id = ${client.id} returning expires_at`;
    const { invitations } = await client.query<OwnCompany>('companies.mine');
    await acceptInvitation(client, invitations[0]?.id ?? 0);
    await app.sql`
      update email_changes set expires_at = now() + interval '1 day' where user_id = ${client.id}`;
    return kept;
  };
  await invited();
  expect(await eve.query('requests.get', { id: request.id })).not.toBe(404);
  expect(await restore(client.email)).toBe(200);
  expect(await eve.query('requests.get', { id: request.id })).toBe(404);
  const [row] = await app.sql`
    select company_id, user_id from service_requests where id = ${request.id}`;
  expect(row).toEqual({ company_id: null, user_id: client.id });
});

it('withdraws invitations sent in the meantime, and removes members who accepted one', async () => {
  const { id, client } = await staffed();
  const [guest, friend] = await Promise.all([signUpClient(app), signUpClient(app)]);
  const invite = (email: string) =>
    client.mutate('companies.invite', { email, rights: ['requests', 'invoices'], isManager: true });
  await takeOver(client);
  await invite(guest.email);
  await invite(friend.email);
  const { invitations } = await friend.query<OwnCompany>('companies.mine');
  await acceptInvitation(friend, invitations[0]?.id ?? 0);
  expect(await restore(client.email)).toBe(200);
  expect(await guest.query('companies.mine')).toMatchObject({ invitations: [] });
  expect(await friend.query('companies.mine')).toMatchObject({ company: null });
  const [row] = await app.sql`select company_id from users where id = ${client.id}`;
  expect(row?.company_id).toBe(id);
  for (const text of [
    await mailTo(client.email, 'email_changed'),
    (await app.sql`select text from mails where kind = 'email_notice' order by id desc`)[0]?.text,
  ]) {
    expect(text).toContain(`invited ${guest.email}`);
  }
});

/** Accepts the only invitation. */
async function join(client: TestClient): Promise<void> {
  const { invitations } = await client.query<OwnCompany>('companies.mine');
  await acceptInvitation(client, invitations[0]?.id ?? 0);
}

const both = ['requests', 'invoices'];
const roleOf = async ({ id }: TestClient) =>
  (
    await app.sql`
      select company_id as company, company_rights as rights, is_company_manager as manager
      from users where id = ${id}`
  )[0];

it('takes out everybody whom those let in in turn, and restores what they changed', async () => {
  const { id, client, colleague, bookkeeper } = await staffed();
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => signUpClient(app)));
  if (!first || !second || !third) throw new Error('nobody signed up');
  await takeOver(client);
  const guest = { rights: both, isManager: true };
  await client.mutate('companies.invite', { ...guest, email: first.email });
  await join(first);
  await first.mutate('companies.invite', { ...guest, email: second.email });
  await join(second);
  // Somebody who has left is a part of the chain as well.
  await first.mutate('companies.removeMember', { clientId: first.id });
  const mailbox = { ...billing, email: 'thief@example.com' };
  await second.mutate('companies.changeProfile', mailbox);
  await second.mutate('companies.setRights', { ...guest, clientId: colleague.id });
  await colleague.mutate('companies.invite', { ...guest, email: third.email });
  await join(third);
  await third.mutate('companies.setRights', { clientId: client.id, rights: [], isManager: false });
  await third.mutate('companies.removeMember', { clientId: client.id });
  await third.mutate('companies.setRights', { clientId: colleague.id, rights: both });
  await third.mutate('companies.removeMember', { clientId: bookkeeper.id });
  expect(await restore(client.email)).toBe(200);

  const none = { company: null, rights: [], manager: false };
  expect(await Promise.all([first, second, third].map(roleOf))).toEqual([none, none, none]);
  expect(await roleOf(client)).toEqual({ company: id, rights: both, manager: true });
  expect(await roleOf(colleague)).toEqual({ company: id, rights: ['requests'], manager: false });
  expect(await roleOf(bookkeeper)).toEqual({ company: id, rights: ['invoices'], manager: false });
  const [company] = await app.sql`select email from companies where id = ${id}`;
  expect(company).toEqual({ email: 'accounts@engines.example' });
  const text = await mailTo(client.email, 'email_changed');
  expect(text).toContain('changed the billing data of Engines Ltd');
  expect(text).toContain('took Ada Byron out of Engines Ltd');
});

it('is not confirmed by a guest who restores an email of their own meanwhile', async () => {
  const { id, client } = await staffed();
  const [first, second] = [await signUpClient(app), await signUpClient(app)];
  await takeOver(client);
  for (const guest of [first, second]) {
    await client.mutate('companies.invite', { email: guest.email, rights: both, isManager: true });
    await join(guest);
  }
  await second.mutate('companies.changeProfile', { ...billing, email: 'thief@example.com' });
  const own = first.email;
  await takeOver(first);
  await first.mutate('companies.removeMember', { clientId: second.id });
  await first.mutate('companies.changeProfile', { ...billing, email: 'other@example.com' });
  expect(await restore(own)).toBe(200);
  expect(await restore(client.email)).toBe(200);
  expect(await roleOf(second)).toMatchObject({ company: null });
  const [company] = await app.sql`select email from companies where id = ${id}`;
  expect(company).toEqual({ email: 'accounts@engines.example' });
});

it('changes nothing in a company that the account was put out of since', async () => {
  const { id, client, colleague } = await staffed();
  await takeOver(client);
  await client.mutate('companies.removeMember', { clientId: colleague.id });
  await client.mutate('companies.changeProfile', { ...billing, email: 'other@example.com' });
  await ask('DELETE', `/api/admin/companies/${id}/members/${client.id}`);
  expect(await restore(client.email)).toBe(200);
  expect(await roleOf(colleague)).toMatchObject({ company: null });
  const [company] = await app.sql`select email from companies where id = ${id}`;
  expect(company).toEqual({ email: 'other@example.com' });
});

it('takes them out of the company that theirs was merged into', async () => {
  const { id, client } = await staffed();
  const guest = await signUpClient(app);
  await takeOver(client);
  await client.mutate('companies.invite', { email: guest.email, rights: both, isManager: true });
  await join(guest);
  const into = await newCompany();
  await ask('POST', `/api/admin/companies/${id}/merge`, { into });
  expect(await restore(client.email)).toBe(200);
  expect(await roleOf(guest)).toMatchObject({ company: null });
  expect(await roleOf(client)).toMatchObject({ company: into, manager: true });
});

it('keeps what the agency has decided since about members and mailboxes', async () => {
  const { id, client, colleague } = await staffed();
  const [guest, added] = [await signUpClient(app), await signUpClient(app)];
  await takeOver(client);
  await client.mutate('companies.invite', { email: guest.email, rights: both, isManager: true });
  await join(guest);
  await guest.mutate('companies.changeProfile', { ...billing, email: 'thief@example.com' });
  await guest.mutate('companies.setRights', { clientId: colleague.id, rights: [] });
  await guest.mutate('companies.invite', { email: added.email, rights: both });
  await join(added);
  await guest.mutate('companies.removeMember', { clientId: added.id });
  await add(id, added, ['requests']);
  await change(id, colleague, ['requests', 'invoices'], true);
  await ask('PUT', `/api/admin/companies/${id}`, { email: 'new@engines.example' });
  expect(await restore(client.email)).toBe(200);
  expect(await roleOf(guest)).toMatchObject({ company: null });
  expect(await roleOf(added)).toEqual({ company: id, rights: ['requests'], manager: false });
  expect(await roleOf(colleague)).toEqual({ company: id, rights: both, manager: true });
  const [company] = await app.sql`select email from companies where id = ${id}`;
  expect(company).toEqual({ email: 'new@engines.example' });
});

it('undoes other invoice addresses of the client, but none that the agency has set', async () => {
  const client = await signUpClient(app);
  await client.mutate('companies.changeProfile', { ...billing, email: 'books@engines.example' });
  await takeOver(client);
  await client.mutate('companies.changeProfile', { ...billing, email: 'thief@example.com' });
  const draft = await newInvoice({ clientId: client.id, client: undefined });
  expect(await restore(client.email)).toBe(200);
  const [profile] = await app.sql`select email from billing_profiles where user_id = ${client.id}`;
  expect(profile).toEqual({ email: 'books@engines.example' });
  const [row] = await app.sql`select client_email from invoices where id = ${draft.id}`;
  expect(row).toEqual({ client_email: 'books@engines.example' });

  const other = await signUpClient(app);
  await other.mutate('companies.changeProfile', { ...billing, email: 'books@engines.example' });
  await takeOver(other);
  await ask('PUT', `/api/admin/clients/${other.id}`, { billing: { email: 'new@engines.example' } });
  expect(await restore(other.email)).toBe(200);
  const [kept] = await app.sql`select email from billing_profiles where user_id = ${other.id}`;
  expect(kept).toEqual({ email: 'new@engines.example' });
});

it('undoes another email of the company', async () => {
  const { id, client } = await staffed();
  await takeOver(client);
  const {
    of: _,
    canEdit: __,
    ...profile
  } = await client.query<Record<string, unknown>>('companies.profile');
  await client.mutate('companies.changeProfile', { ...profile, email: 'thief@example.com' });
  const draft = await newInvoice({ clientId: client.id, client: undefined });
  expect(await restore(client.email)).toBe(200);
  const [company] = await app.sql`select email from companies where id = ${id}`;
  expect(company).toEqual({ email: 'accounts@engines.example' });
  const [row] = await app.sql`select client_email from invoices where id = ${draft.id}`;
  expect(row).toEqual({ client_email: 'accounts@engines.example' });
});

it('moves invoice addresses that were the email back with it', async () => {
  const client = await signUpClient(app);
  const id = await newCompany({ email: client.email });
  await add(id, client, ['invoices'], true);
  const email = await takeOver(client);
  const mailbox = async () =>
    (await app.sql`select email from companies where id = ${id}`)[0]?.email;
  expect(await mailbox()).toBe(email);
  expect(await restore(client.email)).toBe(200);
  expect(await mailbox()).toBe(client.email);
});

it('waits for a record that another change has locked without locking the account', async () => {
  const client = await signUpClient(app);
  const invoice = await openInvoice(client.email);
  const { client: manager } = await staffed();
  await manager.mutate('companies.invite', { email: client.email, rights: [] });
  const { invitations } = await client.query<OwnCompany>('companies.mine');
  const id = invitations[0]?.id ?? 0;
  const [email, byAgency] = [newEmail(), newEmail()];
  await client.mutate('identity.sendEmailCode', { email });
  const calls: ((token: string | undefined) => Promise<unknown>)[] = [
    () => acceptInvitation(client, id),
    () => client.mutate('identity.changeEmail', { email, otp: '123456' }),
    (token) => app.postJson('/api/trpc/identity.restoreEmail', { token }),
    () => ask('PUT', `/api/admin/clients/${client.id}`, { email: byAgency }),
  ];
  for (const call of calls) {
    const token = await linkIn(client.email);
    let answer: Promise<unknown> = Promise.resolve();
    await app.sql.begin(async (other) => {
      await other`select from invoices where id = ${invoice.id} for update`;
      answer = call(token);
      await waitForLock(other);
      await other`select from users where id = ${client.id} for update nowait`;
      await other`select from companies for update nowait`;
      await other`select from company_invitations where id = ${id} for update nowait`;
    });
    await answer;
    await app.sql`update users set company_id = null, company_rights = '{}' where id = ${client.id}`;
    await app.sql`
      update invoices set company_id = null, user_id = ${client.id} where id = ${invoice.id}`;
  }
  const [row] = await app.sql`select email from users where id = ${client.id}`;
  expect(row).toEqual({ email: byAgency });
});

it('reserves the old email for as long as it can be restored', async () => {
  const client = await signUpClient(app);
  await takeOver(client);
  const first = await linkIn(client.email);
  await app.sql`delete from mails where "to" = ${client.email}`;
  // Signing in or up there emails the link instead of a code.
  for (const type of ['signin', 'signup']) {
    await app.postJson('/api/auth/send-otp', { email: client.email, type });
    expect(await linkIn(client.email)).toBe(first);
  }
  const fields = { email: client.email, firstName: 'Ada', lastName: 'Byron', otp: '123456' };
  expect((await app.postJson('/api/auth/signup', fields)).status).toBe(401);
  const created = await ask('POST', '/api/admin/clients', {
    ...{ email: client.email, firstName: 'Ada', lastName: 'Byron' },
  });
  expect(created.status).toBe(409);
  const invited = { email: client.email, name: 'Ada Byron', role: 'editor' };
  expect((await ask('POST', '/api/admin/admins', invited)).status).toBe(409);
  const invoice = await openInvoice(client.email);
  const [row] = await app.sql`select user_id from invoices where id = ${invoice.id}`;
  expect(row?.user_id).toBe(client.id);
  const other = await signUpClient(app);
  await other.mutate('identity.sendEmailCode', { email: client.email });
  const change = { email: client.email, otp: '123456' };
  expect(await other.mutate('identity.changeEmail', change)).toBe(401);
  expect(await app.sql`select from users where email = ${client.email}`).toHaveLength(0);
  expect(await restore(client.email)).toBe(200);
});

it('lets the client who restored the email neither delete nor export the account for days', async () => {
  const client = await signUpClient(app);
  await takeOver(client);
  expect(await restore(client.email)).toBe(200);
  const headers = await signInClient(app, client.email);
  for (const path of ['/api/account/export', '/api/account/deletion-code']) {
    expect((await app.postJson(path, {}, headers)).status).toBe(409);
  }
});
