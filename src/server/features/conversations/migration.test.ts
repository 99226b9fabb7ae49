import { expect, it } from 'vitest';

import { migrate } from '~/server/platform/db/migrate';
import { databaseBefore } from '~/testing/database-before';

it('0037 and 0038 keep conversations and inbox, and an older instance writes on', async () => {
  const { url, sql } = await databaseBefore('0037_merged_quotes');
  await sql`insert into users (id, email, first_name, last_name, is_admin) values ('admin', 'a@example.com', 'Olive', 'Owner', true)`;
  const addQuote = async (name: string) => {
    const [row] = await sql<[{ id: number }]>`
      insert into quotes (name, email, phone, phone_digits, budget, timeline, project_details)
      values (${name}, 'ada@example.com', '+44 20', '4420', 'asap', 'asap', 'An engine') returning id`;
    return row.id;
  };
  const [kept, merged] = [await addQuote('kept'), await addQuote('merged')];
  await sql`insert into request_messages (quote_id, author_name, by_agency, text) values (${kept}, 'Olive', true, 'Hello')`;
  await sql`insert into message_drafts (user_id, quote_id, text) values ('admin', ${kept}, 'Half a sen')`;
  await sql`insert into request_reads (user_id, quote_id, message_id) values ('admin', ${kept}, 1)`;
  const [proposal] = await sql<[{ id: number }]>`
    insert into proposals (number, status, content, title, client_name, client_email, total_cents, currency, valid_until)
    values ('P-0001', 'sent', '{}', 'A mill', 'Ada', 'ada@example.com', 100, 'USD', '2027-01-01') returning id`;

  await migrate(url);
  const items = () => sql<{ quote_id: number; waits: boolean; is_spam: boolean }[]>`
    select quote_id, waiting_since is not null as waits, is_spam from inbox_items where quote_id is not null order by id`;
  expect([...(await items())]).toEqual([
    { quote_id: kept, waits: false, is_spam: false },
    { quote_id: merged, waits: true, is_spam: false },
  ]);
  const [left] = await sql`select (select count(*)::int from message_drafts) as drafts,
    (select count(*)::int from request_reads) as reads, (select count(*)::int from request_messages) as messages`;
  expect(left).toEqual({ drafts: 1, reads: 1, messages: 1 });

  // As the version before writes.
  await sql`insert into request_messages (quote_id, author_name, by_agency, text) values (${kept}, 'Ada', false, 'And?')`;
  await sql`update quotes set merged_into = ${kept} where id = ${merged}`;
  await sql`insert into request_messages (quote_id, author_name, by_agency, text) values (${merged}, 'Ada', false, 'Hello?')`;
  expect([...(await items())]).toEqual([
    { quote_id: kept, waits: true, is_spam: false },
    { quote_id: merged, waits: true, is_spam: true },
  ]);
  await sql`insert into request_messages (proposal_id, author_name, by_agency, text) values (${proposal.id}, 'Ada', false, 'Why?')`;
  const [asked] =
    await sql`select kind, about, stage from inbox_items where proposal_id = ${proposal.id}`;
  expect(asked).toEqual({ kind: 'proposal', about: 'P-0001 A mill', stage: 'answered' });
  await expect(
    sql`insert into request_messages (proposal_id, quote_id, author_name, by_agency, text)
      values (${proposal.id}, ${kept}, 'Ada', false, 'Both')`,
  ).rejects.toThrow('request_messages_subject');
});
