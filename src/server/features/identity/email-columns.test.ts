import { expect, it } from 'vitest';

import { testApp } from '~/testing/app';
import { createRequest, signUpClient } from '~/testing/client-requests';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';

const app = testApp({ env: { TRUST_PROXY: '1' } });

const { openInvoice, newRecurring, sentProposal } = salesOf(() => app);

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
  const to = `${crypto.randomUUID()}@example.com`;
  await client.mutate('identity.sendEmailCode', { email: to });
  await client.mutate('identity.changeEmail', { email: to, otp: '123456' });
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
