import { expect, it } from 'vitest';

import { testApp } from '~/testing/app';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { waitForLock } from '~/testing/locks';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';

const app = testApp({ env: { TRUST_PROXY: '1' } });

const { acceptProposal, newInvoice, newRecurring, openInvoice, sentProposal } = salesOf(() => app);
const newEmail = () => `${crypto.randomUUID()}@example.com`;

/** Changes the email with the code of demo mode. */
async function change(client: TestClient, email: string, otp = '123456') {
  await client.mutate('identity.sendEmailCode', { email });
  return client.mutate('identity.changeEmail', { email, otp });
}

it('an email change sets the verified email, and notifies the old mailbox', async () => {
  const client = await signUpClient(app);
  const email = newEmail();
  expect(await change(client, email.toUpperCase())).toMatchObject({ id: client.id, email });
  expect(await client.query('identity.viewer')).toMatchObject({ email });
  const mails = await app.sql`
    select "to", subject from mails where kind = 'email_changed' and about = ${`user:${client.id}`}`;
  expect([...mails]).toEqual([{ to: client.email, subject: expect.stringContaining('changed') }]);
  const [row] = await app.sql`
    select description from audit_log where about = ${`user:${client.id}`} and action = 'user.email_changed'`;
  expect(row?.description).toContain(email);
});

it('an email change requires the correct code for the new email', async () => {
  const client = await signUpClient(app);
  expect(await change(client, newEmail(), '000000')).toBe(401);
  expect(await client.mutate('identity.changeEmail', { email: newEmail(), otp: '123456' })).toBe(
    401,
  );
  expect(await client.query('identity.viewer')).toMatchObject({ email: client.email });
});

it('an email change does not reveal that the new email has an account, and does not take it over', async () => {
  const [client, other] = await Promise.all([signUpClient(app), signUpClient(app)]);
  const free = await client.mutate<{ message: string }>('identity.sendEmailCode', {
    email: newEmail(),
  });
  const taken = await other.mutate<{ message: string }>('identity.sendEmailCode', {
    email: client.email,
  });
  expect(taken.message).toBe(free.message);
  expect(await other.mutate('identity.changeEmail', { email: client.email, otp: '123456' })).toBe(
    401,
  );
  const [mail] = await app.sql`
    select subject from mails where "to" = ${client.email} and kind = 'no_account'`;
  expect(mail?.subject).toContain('already');
});

/** Returns the token of the link that was sent to the old mailbox. */
async function restoreToken(client: TestClient): Promise<string> {
  const [mail] = await app.sql<[{ text: string }]>`
    select text from mails where kind = 'email_changed' and "to" = ${client.email} order by id desc limit 1`;
  const token = /\/restore-email#([\w-]+)/.exec(mail.text)?.[1];
  if (!token) throw new Error('the email has no link');
  return token;
}
const restore = (token: string) =>
  app.postJson('/api/trpc/identity.restoreEmail?batch=1', { 0: { token } });

it('the old mailbox can restore the old email, even after another change', async () => {
  const client = await signUpClient(app);
  await app.postJson('/api/quotes', quoteRequest({ email: client.email }));
  await change(client, newEmail());
  const token = await restoreToken(client);
  await change(client, newEmail());
  expect((await restore(token)).status).toBe(200);
  const [row] = await app.sql`
    select email, (select count(*)::int from sessions where user_id = users.id) as sessions
    from users where id = ${client.id}`;
  expect(row).toEqual({ email: client.email, sessions: 0 });
  expect(await app.sql`select from quotes where email = ${client.email}`).toHaveLength(1);
  expect((await restore(token)).status).toBe(404);
});

it('a restore does nothing if the client has changed the email back', async () => {
  const client = await signUpClient(app);
  await change(client, newEmail());
  // Without this, no code would be sent, because the mailbox received its sign-up code less than a minute ago.
  await app.sql`delete from rate_limits`;
  await change(client, client.email);
  expect((await restore(await restoreToken(client))).status).toBe(200);
  expect(await client.query('identity.viewer')).toMatchObject({ email: client.email });
});

it('a restore does nothing after seven days', async () => {
  const client = await signUpClient(app);
  const email = newEmail();
  await change(client, email);
  const token = await restoreToken(client);
  await app.sql`update email_changes set expires_at = now() where user_id = ${client.id}`;
  expect((await restore(token)).status).toBe(404);
  expect(await client.query('identity.viewer')).toMatchObject({ email });
});

it('the client can neither delete nor export the account while the old email can be restored', async () => {
  const client = await signUpClient(app);
  const [file] = await app.sql<[{ id: number }]>`
    insert into data_exports (user_id, ready_at, expires_at)
    values (${client.id}, now(), now() + interval '1 day') returning id`;
  await change(client, newEmail());
  const statuses = async () => [
    (await client.post('/api/account/export', {})).status,
    (await client.get(`/api/account/exports/${file.id}`)).status,
  ];
  expect(await statuses()).toEqual([409, 409]);
  expect((await client.post('/api/account/deletion-code', {})).status).toBe(409);
  expect(await client.mutate('personalData.delete', { otp: '123456' })).toBe(409);
  await app.sql`update email_changes set expires_at = now() where user_id = ${client.id}`;
  expect(await statuses()).toEqual([200, 200]);
});

it('an email change ends other sessions, and moves leads and open documents', async () => {
  const client = await signUpClient(app);
  await app.postJson('/api/quotes', quoteRequest({ email: client.email }));
  const invoice = await openInvoice(client.email);
  const draft = await newInvoice({ clientId: client.id }, client.email);
  await app.sql`insert into sessions (token_hash, user_id, kind, expires_at, absolute_expires_at)
    values (${crypto.randomUUID()}, ${client.id}, 'client', now() + interval '1 day', now() + interval '1 day')`;
  const email = newEmail();
  await change(client, email);
  const [sessions] =
    await app.sql`select count(*)::int as open from sessions where user_id = ${client.id}`;
  expect(sessions?.open).toBe(1);
  expect(await client.query('requests.inquiries')).toHaveLength(1);
  const rows = await app.sql<{ id: number; client_email: string; printed: string }[]>`
    select id, client_email, buyer->>'email' as printed from invoices where user_id = ${client.id} order by id`;
  // Data on issued documents does not change.
  expect([...rows]).toEqual([
    { id: invoice.id, client_email: email, printed: client.email },
    { id: draft.id, client_email: email, printed: email },
  ]);
  // The code cannot be used again.
  expect(await client.mutate('identity.changeEmail', { email, otp: '123456' })).toBe(401);
});

it('an open proposal moves with the account, and the links of the old mailbox are revoked', async () => {
  const client = await signUpClient(app);
  const old = await sentProposal(client.email);
  await app.sql`insert into external_accounts (provider, subject, user_id)
    values ('google', ${crypto.randomUUID()}, ${client.id})`;
  await change(client, newEmail());
  expect((await app.fetch(`/api/proposals/by-link/${old.token}`)).status).toBe(404);
  expect(await app.sql`select from external_accounts where user_id = ${client.id}`).toHaveLength(0);
  const { url } = await client.query<{ url: string }>('proposals.get', { id: old.id });
  expect((await acceptProposal(url.split('/').at(-1) ?? '')).status).toBe(200);
  expect(await app.sql`select from users where email = ${client.email}`).toHaveLength(0);
  const rows = await app.sql`select user_id from invoices where proposal_id = ${old.id}`;
  expect(rows.map(({ user_id }) => user_id)).toEqual([client.id, client.id]);
});

it('an email change is rejected if another account takes the email at the same moment', async () => {
  const client = await signUpClient(app);
  const email = newEmail();
  await client.mutate('identity.sendEmailCode', { email });
  let answer: Promise<unknown> = Promise.resolve();
  await app.sql.begin(async (other) => {
    await other`insert into users (id, email, first_name, last_name)
      values (${crypto.randomUUID()}, ${email}, 'Ada', 'Byron')`;
    answer = client.mutate('identity.changeEmail', { email, otp: '123456' });
    await waitForLock(other);
  });
  expect(await answer).toBe(409);
});

it('an email change moves leads that were sent while signed in, with any name', async () => {
  const client = await signUpClient(app);
  const { headers, email: from } = client;
  await app.postJson('/api/quotes', quoteRequest({ email: from, name: 'Robert S' }), headers);
  const message = contactMessage({ email: from, firstName: 'Robert', lastName: 'Smith' });
  await app.postJson('/api/contact', message, headers);
  const email = newEmail();
  await change(client, email);
  expect(await client.query('requests.inquiries')).toHaveLength(2);
  for (const table of ['quotes', 'contact_messages']) {
    const rows = await app.sql`
      select email from ${app.sql(table)} where email in (${from}, ${email})`;
    expect([...rows]).toEqual([{ email }]);
  }
});

it('an email change does not move a colleague’s leads, even if the client now has the colleague’s name', async () => {
  const client = await signUpClient(app);
  await app.postJson('/api/quotes', quoteRequest({ email: client.email, name: 'Bob Stone' }));
  await client.mutate('identity.changeProfile', { firstName: 'Bob', lastName: 'Stone' });
  const email = newEmail();
  await change(client, email);
  await client.mutate('identity.changeProfile', { firstName: 'Ada', lastName: 'Byron' });
  expect(await app.sql`select from quotes where email = ${email}`).toHaveLength(0);
  expect(await client.query('requests.inquiries')).toHaveLength(0);
});

it('an email change moves leads with the name that the client had when they were sent', async () => {
  const client = await signUpClient(app);
  await app.postJson('/api/quotes', quoteRequest({ email: client.email }));
  await client.mutate('identity.changeProfile', { firstName: 'Augusta', lastName: 'King' });
  const email = newEmail();
  await change(client, email);
  expect(await app.sql`select from quotes where email = ${email}`).toHaveLength(1);
});

it('an email change leaves leads with another name at a shared mailbox', async () => {
  const client = await signUpClient(app);
  await app.sql`update users set first_name = 'Ann', last_name = 'Reed' where id = ${client.id}`;
  for (const name of ['Ann Reed', 'Bob Stone']) {
    await app.postJson('/api/quotes', quoteRequest({ email: client.email, name }));
  }
  const email = newEmail();
  await change(client, email);
  const rows = await app.sql`
    select name, email, user_id from quotes where email in (${email}, ${client.email}) order by name`;
  expect(rows).toMatchObject([
    { name: 'Ann Reed', email },
    { name: 'Bob Stone', email: client.email, user_id: null },
  ]);
});

it('an email change moves the leads of an account without a name', async () => {
  const client = await signUpClient(app);
  await app.sql`update users set first_name = '', last_name = '' where id = ${client.id}`;
  await app.postJson('/api/quotes', quoteRequest({ email: client.email }));
  const email = newEmail();
  await change(client, email);
  expect(await app.sql`select from quotes where email = ${email}`).toHaveLength(1);
});

/** Rule for each column with an email when a client's email changes. */
const columns: Record<string, 'moves' | 'ends' | `stays: ${string}`> = {
  'accepted_senders.client': 'moves',
  'accepted_senders.sender': 'stays: another address of a client',
  'billing_profiles.email': 'moves',
  'companies.email': 'moves',
  'company_invitations.email': 'stays: whoever proves this mailbox can accept',
  'contact_messages.email': 'moves',
  'email_changes.email': 'stays: the link restores it',
  'incoming_mails.from_address': 'stays: an email that has arrived',
  'invoices.client_email': 'moves',
  'mails.to': 'stays: an email that was sent',
  'one_time_codes.email': 'stays: the code proves this mailbox, and expires',
  'proposals.client_email': 'moves',
  'quotes.email': 'moves',
  'recurring_invoices.client_email': 'moves',
  'reply_addresses.email': 'ends',
  'testimonials.email': 'moves',
  'users.email': 'moves',
};

it('every column with an email has a rule', async () => {
  const rows = await app.sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'text'
      and (column_name like '%email%' or column_name in ('to', 'from_address', 'sender', 'client'))
    order by 1`;
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(columns));
});

it('each email changes by its rule', async () => {
  const client = await signUpClient(app);
  const { id, email: from } = client;
  await app.postJson('/api/quotes', quoteRequest({ email: from }), client.headers);
  await app.postJson('/api/contact', contactMessage({ email: from }), client.headers);
  const request = await createRequest(client);
  await openInvoice(from);
  await sentProposal(from);
  await newRecurring({ clientId: id }, from);
  await app.sql`insert into billing_profiles (user_id, email) values (${id}, ${from})`;
  await app.sql`
    with own as (insert into companies (name, email) values ('Engines Ltd', ${from}) returning id)
    update users set company_id = own.id from own where users.id = ${id}`;
  await app.sql`
    insert into testimonials (name, email, user_id) values ('Ada', ${from}, ${id})`;
  await app.sql`
    insert into accepted_senders (client, sender) values (${from}, 'ada@home.example')`;
  await app.sql`
    insert into reply_addresses (conversation_id, email, nonce, token_hash)
    select id, ${from}, ${id}, ${id} from conversations where request_id = ${request.id}`;
  const to = newEmail();
  await change(client, to);
  for (const [name, rule] of Object.entries(columns)) {
    const [table = '', column = ''] = name.split('.');
    const count = async (email: string) =>
      (await app.sql`select from ${app.sql(table)} where ${app.sql(column)} = ${email}`).length;
    if (rule === 'moves') {
      expect([name, await count(from), (await count(to)) > 0]).toEqual([name, 0, true]);
    }
    if (rule === 'ends') expect([name, await count(from)]).toEqual([name, 0]);
  }
});
