import { describe, expect, it } from 'vitest';

import type { ClientData, PersonalData } from '~/contract/personal-data/personal-data-schema';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { companiesOf } from '~/testing/companies';
import { askDeletion, columnsWith, makeDue } from '~/testing/personal-data';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { askerOf } from '~/testing/sign-in';

const app = testApp({
  env: { TRUST_PROXY: '1' },
  burstSeconds: 0,
  rateLimits: {
    ...{ codeGap: 1e6, codesFromNetwork: 1e6, companyInvitations: 1e6, quoteForm: 1e6 },
    contactForm: 1e6,
  },
});
const ask = askerOf(app, async () => (await signedInAs(app, 'owner')).cookie);
const other = askerOf(app, async () => (await signedInAs(app, 'owner')).cookie);

const { openInvoice, sentProposal } = salesOf(() => app);
const { newCompany, add, staffed } = companiesOf(
  () => app,
  () => ask,
);

const stateOf = (client: TestClient) => client.query<PersonalData>('personalData.get');
const mailsAbout = ({ id }: TestClient) => app.sql<{ kind: string; to: string; text: string }[]>`
  select kind, "to", text from mails where about = ${`user:${id}`} order by id`;
const keep = (client: TestClient) => client.post('/api/account/keep', {});

describe('a client who requests the deletion', () => {
  it('confirms it with a code, has a week, and learns how to cancel it', async () => {
    const client = await signUpClient(app);
    const asked = await askDeletion(app, client);
    expect(asked.status).toBe(200);
    const { dueAt } = (await asked.json()) as { dueAt: string };
    const days = (Date.parse(dueAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThan(7.01);
    expect(await stateOf(client)).toMatchObject({ deletion: { dueAt, by: '' } });
    expect(await client.query('identity.viewer')).toMatchObject({ deletionDueAt: dueAt });
    const mails = await mailsAbout(client);
    expect(mails.map(({ kind }) => kind)).toEqual(['deletion_planned', 'deletion_notice']);
    expect(mails[0]).toMatchObject({
      to: client.email,
      text: expect.stringContaining('Keep my account'),
    });
    // Until the deletion is due, everything works as before.
    expect(await createRequest(client)).toMatchObject({ status: 'pending' });
    await app.services.personalData.deleteDue();
    expect((await keep(client)).status).toBe(200);
    expect(await stateOf(client)).toMatchObject({ deletion: null });
    expect(await client.query('identity.viewer')).not.toHaveProperty('deletionDueAt');
    expect((await mailsAbout(client)).map(({ kind }) => kind).slice(2)).toEqual([
      'deletion_stopped',
      'deletion_notice',
    ]);
    expect((await keep(client)).status).toBe(409);
  });

  it('needs the correct code for this purpose and email, which can be used once', async () => {
    const [client, stranger] = [await signUpClient(app), await signUpClient(app)];
    expect((await askDeletion(app, client, '000000')).status).toBe(401);
    const remove = (one: TestClient, otp: unknown) =>
      app.fetch('/api/account', {
        method: 'DELETE',
        headers: { ...one.headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ otp }),
      });
    expect((await remove(client, undefined)).status).toBe(400);
    // A code for signing in cannot be used to delete.
    await app.postJson('/api/auth/send-otp', { email: stranger.email, type: 'signin' });
    expect((await remove(stranger, '123456')).status).toBe(401);
    await client.post('/api/account/deletion-code', {});
    await app.sql`
      update one_time_codes set expires_at = now() - interval '1 second'
      where email = ${client.email} and purpose = 'account_deletion'`;
    expect((await remove(client, '123456')).status).toBe(401);
    expect(await stateOf(client)).toMatchObject({ deletion: null });
    expect((await askDeletion(app, client)).status).toBe(200);
    expect((await remove(client, '123456')).status).toBe(401);
    expect((await askDeletion(app, client)).status).toBe(409);
    expect((await app.fetch('/api/account', { method: 'DELETE' })).status).toBe(401);
  });
});

describe('two admins at once', () => {
  it('delete a client: one succeeds, the other gets an error', async () => {
    const client = await signUpClient(app);
    const answers = await Promise.all([
      ask('DELETE', `/api/admin/clients/${client.id}`),
      other('DELETE', `/api/admin/clients/${client.id}`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      message: expect.stringMatching(
        /^Olive Tester already requested this. The deletion happens on /,
      ),
    });
    const rows = await app.sql`
      select from audit_log where about = ${`user:${client.id}`} and action = 'user.deletion_planned'`;
    expect(rows).toHaveLength(1);
    // The email also says how to keep the account.
    expect((await mailsAbout(client))[0]?.text).toContain('Olive Tester');
    expect((await keep(client)).status).toBe(200);
  });

  it('cancel a deletion: one succeeds, the other gets an error', async () => {
    const client = await signUpClient(app);
    await askDeletion(app, client);
    const answers = await Promise.all([
      ask('POST', `/api/admin/clients/${client.id}/keep`),
      other('POST', `/api/admin/clients/${client.id}/keep`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await stateOf(client)).toMatchObject({ deletion: null });
  });

  it('neither delete nor export an unknown client, an admin, or a deleted client', async () => {
    const client = await signUpClient(app);
    await ask('DELETE', `/api/admin/clients/${client.id}`);
    await makeDue(app, client.id);
    await app.services.personalData.deleteDue();
    const { id } = await signedInAs(app, 'viewer');
    for (const one of ['unknown', id, client.id]) {
      expect((await ask('DELETE', `/api/admin/clients/${one}`)).status).toBe(404);
      expect((await ask('POST', `/api/admin/clients/${one}/export`)).status).toBe(404);
      expect((await ask('POST', `/api/admin/clients/${one}/keep`)).status).toBe(404);
    }
    const shown = await ask<ClientData>('GET', `/api/admin/clients/${client.id}/data`);
    expect(shown.body).toMatchObject({ deletedAt: expect.any(String), deletion: null });
    const page = await app.services.admin.users.get(client.id);
    expect(page.user).toMatchObject({ firstName: 'Deleted', status: 'deleted' });
    const company = await newCompany();
    expect((await add(company, client, ['requests'])).status).toBe(404);
    expect(await app.services.admin.companies.candidates('Deleted')).toEqual([]);
    const listed = await app.services.admin.users.search({
      status: 'deleted',
      search: '',
      page: 1,
      pageSize: 10,
      sort: undefined,
    });
    expect(listed.rows.map((row) => row.id)).toContain(client.id);
    // The email can be used again.
    await app.postJson('/api/auth/send-otp', { email: client.email, type: 'signup' });
    const fields = { email: client.email, firstName: 'Ada', lastName: 'Byron', otp: '123456' };
    const again = await app.postJson('/api/auth/signup', fields);
    expect(await again.json()).toMatchObject({ isNew: true });
  });
});

describe('a member of a company', () => {
  const secret = 'a brass cogwheel of mine';

  async function leaving() {
    const { id, client, colleague, bookkeeper } = await staffed();
    await client.mutate('identity.changeProfile', { firstName: 'Philomena', lastName: 'Cobbold' });
    const request = await createRequest(client, { title: 'The company’s engine' });
    await client.mutate('requestThreads.send', { id: request.id, text: secret, fileIds: [] });
    await app.services.bursts.runJob();
    const invoice = await openInvoice(client.email, { clientId: client.id });
    await askDeletion(app, client);
    await makeDue(app, client.id);
    return { id, client, colleague, bookkeeper, request, invoice };
  }

  it('leaves the company first, and the company loses nothing', async () => {
    const { id, client, colleague, bookkeeper, request, invoice } = await leaving();
    const told = () => app.sql<{ text: string }[]>`
      select text from mails where about = ${`request:${request.id}`} and "to" <> ${client.email}`;
    expect((await told()).map(({ text }) => text).join()).toContain('Philomena Cobbold');
    expect(await app.services.personalData.deleteDue()).toBe('Deleted 1 clients.');
    const [thread] = await app.sql`
      select author_name, text from messages m join conversations c on c.id = m.conversation_id where request_id = ${request.id}`;
    expect(thread).toEqual({ author_name: 'Former member', text: secret });
    expect(await colleague.query('requests.get', { id: request.id })).toMatchObject({
      title: 'The company’s engine',
    });
    expect(await bookkeeper.query('invoices.get', { id: invoice.id })).toMatchObject({
      id: invoice.id,
    });
    const [company] = await app.sql`
      select (select count(*)::int from users where company_id = companies.id) as people,
        (select count(*)::int from invoices where company_id = companies.id) as invoices
      from companies where id = ${id}`;
    expect(company).toEqual({ people: 2, invoices: 1 });
    expect((await told()).map(({ text }) => text).join()).toContain('Former member');
    // The company's documents still show to whom they were issued. Nothing else names the client.
    const left = await columnsWith(app, ['philomena', 'cobbold', client.email]);
    expect(left.filter((column) => !column.startsWith('invoices.'))).toEqual(['mails.to']);
  });

  it('who is its only manager is notified, and so is the agency', async () => {
    const { client } = await staffed();
    expect(await stateOf(client)).toMatchObject({
      companies: [{ name: 'Engines Ltd', isLastMember: false }],
    });
    await askDeletion(app, client);
    const notice = (await mailsAbout(client)).find(({ kind }) => kind === 'deletion_notice');
    expect(notice?.text).toContain('has no manager left');
    expect(notice?.text).toMatch(/Kept by Engines Ltd: open requests: \d+, unpaid invoices: \d+/);
  });

  it('can be deleted while the company is merged: both happen completely', async () => {
    const { id, client, colleague, request } = await leaving();
    const into = await newCompany();
    const [merged, ran] = await Promise.allSettled([
      ask('POST', `/api/admin/companies/${id}/merge`, { into }),
      app.services.personalData.deleteDue(),
    ]);
    expect(merged).toMatchObject({ status: 'fulfilled', value: { status: 200 } });
    // If the merge came first, the next run finds the client in the other company.
    if (ran.status === 'rejected') await app.services.personalData.deleteDue();
    const [row] = await app.sql`
      select company_id, deleted_at is not null as deleted from users where id = ${client.id}`;
    expect(row).toEqual({ company_id: null, deleted: true });
    const [kept] = await app.sql`
      select company_id, user_id from service_requests where id = ${request.id}`;
    expect(kept).toEqual({ company_id: into, user_id: colleague.id });
  });

  it('who is its only member leaves it empty, and the agency still sees the company', async () => {
    const id = await newCompany();
    const client = await signUpClient(app);
    await add(id, client, ['requests', 'invoices'], true);
    const request = await createRequest(client);
    expect(await stateOf(client)).toMatchObject({ companies: [{ isLastMember: true }] });
    await askDeletion(app, client);
    await makeDue(app, client.id);
    expect(await app.services.personalData.deleteDue()).toBe('Deleted 1 clients.');
    const { body } = await ask<{ members: number; requests: { id: number }[] }>(
      'GET',
      `/api/admin/companies/${id}`,
    );
    expect(body.members).toBe(0);
    expect(body.requests.map((one) => one.id)).toEqual([request.id]);
  });
});

const fullName = (client: TestClient, firstName: string, lastName: string) =>
  client.mutate('identity.changeProfile', { firstName, lastName });

async function move(client: TestClient, email: string): Promise<TestClient> {
  await client.mutate('identity.sendEmailCode', { email });
  await client.mutate('identity.changeEmail', { email, otp: '123456' });
  return { ...client, email };
}

async function deleteNow(client: TestClient): Promise<string> {
  // A change of email delays a deletion for some days.
  await app.sql`update email_changes set expires_at = now() where user_id = ${client.id}`;
  expect((await askDeletion(app, client)).status).toBe(200);
  await makeDue(app, client.id);
  return app.services.personalData.deleteDue();
}

const logOf = (about: string) => app.sql`
  select actor_name, description from audit_log where about = ${about} order by id`;
const newEmail = () => `${crypto.randomUUID()}@firm.example`;

describe('a deletion keeps', () => {
  it('the words of a form that a stranger sent with the client’s email', async () => {
    const client = await signUpClient(app);
    const { id } = await openInvoice(client.email, { clientId: client.id });
    const paid = { id, amount: '30.00', date: '2026-01-31', reference: '' };
    await ask('POST', `/api/admin/invoices/${id}/payments`, paid);
    const actors = (await logOf(`invoice:${id}`)).map((row) => row.actor_name);
    for (const name of [actors.at(-1) as string, '"reference": ""', '[], "requests":']) {
      const form = quoteRequest({ name, email: client.email });
      expect((await app.postJson('/api/quotes', form)).status).toBe(200);
    }
    expect(await deleteNow(client)).toBe('Deleted 1 clients.');
    expect((await logOf(`invoice:${id}`)).map((row) => row.actor_name)).toEqual(actors);
  });

  it('words of earlier emails that later became the client’s name', async () => {
    const { client, id: company } = await staffed();
    const mail = async (subject: string) => {
      const [row] = await app.sql<[{ id: number }]>`
        insert into mails (kind, "to", subject, html, text, about)
        values ('request_update', 'colleague@firm.example', ${subject}, ${subject}, ${subject}, ${`company:${company}`})
        returning id`;
      return row.id;
    };
    await fullName(client, 'Clara', 'Byron');
    const named = await mail('Clara Byron wrote');
    const before = await mail('Page for group bookings');
    await fullName(client, 'Page', 'for group bookings');
    expect(await deleteNow(client)).toBe('Deleted 1 clients.');
    const subjects = await app.sql`
      select subject from mails where id in (${named}, ${before}) order by id`;
    expect(subjects.map(({ subject }) => subject)).toEqual([
      'Former member wrote',
      'Page for group bookings',
    ]);
  });

  it('the syntax of stored JSON if the client’s name contains JSON syntax', async () => {
    const { client } = await staffed();
    await fullName(client, '[],', '"requests":');
    expect(await deleteNow(client)).toBe('Deleted 1 clients.');
  });

  it('messages that others sent from or received at the client’s former email', async () => {
    const before = await signUpClient(app);
    const old = before.email;
    const client = await move(before, newEmail());
    await app.postJson('/api/quotes', quoteRequest({ name: 'A Stranger', email: old }));
    await app.postJson('/api/contact', contactMessage({ email: old }));
    const proposal = await sentProposal(old);
    expect(await deleteNow(client)).toBe('Deleted 1 clients.');
    const [left] = await app.sql`
      select (select count(*)::int from quotes where email = ${old}) as quotes,
        (select count(*)::int from contact_messages where email = ${old}) as messages,
        (select count(*)::int from mails where "to" = ${old} and about = ${`proposal:${proposal.id}`}) as mails`;
    expect(left).toEqual({ quotes: 1, messages: 1, mails: 1 });
    expect((await app.fetch(`/api/proposals/by-link/${proposal.token}`)).status).toBe(200);
  });

  it('emails of the account that had the email before', async () => {
    const first = await signUpClient(app);
    const shared = first.email;
    const request = await createRequest(first, { title: 'A matter of the first' });
    await move(first, newEmail());
    const second = await move(await signUpClient(app), shared);
    const mails = () => app.sql`
      select id from mails where about = ${`request:${request.id}`} and "to" = ${shared}`;
    const count = (await mails()).length;
    expect(count).toBeGreaterThan(0);
    expect(await deleteNow(second)).toBe('Deleted 1 clients.');
    expect(await mails()).toHaveLength(count);
  });

  it('the agency’s emails, if an account has its mailbox', async () => {
    const [contact] =
      await app.sql`select value->>'email' as email from settings where key = 'contact'`;
    const before = await signUpClient(app);
    const client = await move(before, String(contact?.email));
    const { id } = await openInvoice();
    await app.sql`
      update mails set sent_at = null, claimed_until = now() + interval '1 hour' where about = ${`invoice:${id}`}`;
    const others = () => app.sql<{ id: number }[]>`
      select id from mails 
      where about <> ${`user:${client.id}`} and about not like 'deletion:%' and "to" <> ${before.email}`;
    const all = await others();
    expect(await deleteNow(client)).toBe('Deleted 1 clients.');
    expect(await others()).toEqual(expect.arrayContaining([...all]));
    expect(await app.sql`select id from mails where about = ${`invoice:${id}`}`).toHaveLength(1);
  });

  it('another client’s email that contains the client’s', async () => {
    const domain = `${crypto.randomUUID().slice(0, 8)}.co`;
    const other = await move(await signUpClient(app), `jo-ann@${domain}.uk`);
    await move(other, newEmail());
    const client = await move(await signUpClient(app), `ann@${domain}`);
    const before = await logOf(`user:${other.id}`);
    expect(JSON.stringify(before)).toContain(`jo-ann@${domain}.uk`);
    expect(await deleteNow(client)).toBe('Deleted 1 clients.');
    expect(await logOf(`user:${other.id}`)).toEqual(before);
  });

  it('names of a colleague and an admin that equal the client’s name', async () => {
    const { id, client, colleague } = await staffed();
    const [added] = await logOf(`company:${id}`);
    const [first = '', ...rest] = String(added?.actor_name).split(' ');
    await fullName(colleague, first, rest.join(' '));
    await fullName(client, first, rest.join(' '));
    const before = await logOf(`company:${id}`);
    expect(await deleteNow(client)).toBe('Deleted 1 clients.');
    expect((await logOf(`company:${id}`)).slice(0, before.length)).toEqual(before);
  });
});

it('an export is no longer available to a client who lost a right', async () => {
  const { id, colleague } = await staffed();
  const status = async () => {
    const asked = await colleague.post('/api/account/export', {});
    const { id: file } = (await asked.json()) as { id: number };
    await app.services.personalData.writeExports();
    return async () => (await colleague.get(`/api/account/exports/${file}`)).status;
  };
  const first = await status();
  expect(await first()).toBe(200);
  await ask('DELETE', `/api/admin/companies/${id}/members/${colleague.id}`, {});
  expect(await first()).toBe(404);
  const second = await status();
  expect(await second()).toBe(200);
});
