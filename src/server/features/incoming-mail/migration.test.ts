import { expect, it } from 'vitest';

import { migrate } from '~/server/platform/db/migrate';
import { databaseBefore } from '~/testing/database-before';

it('0051 keeps messages and mails, and an older instance writes on', async () => {
  const { url, sql } = await databaseBefore('0051_incoming_mail');
  const [quote] = await sql<[{ id: number }]>`
    insert into quotes (name, email, phone, phone_digits, budget, timeline, project_details)
    values ('Ada', 'ada@example.com', '+44 20', '4420', 'asap', 'asap', 'An engine') returning id`;
  const write = (text: string, byAgency: boolean, internal: boolean) => sql<[{ id: number }]>`
    insert into request_messages (quote_id, author_name, by_agency, internal, text)
    values (${quote.id}, 'Ada', ${byAgency}, ${internal}, ${text}) returning id`;
  await write('Hello', true, false);
  await sql`insert into mails ("to", subject, html, text, kind, kind_name, about)
    values ('ada@example.com', 'Hello', '', '', 'reply', 'reply', ${`quote:${quote.id}`})`;
  await migrate(url);
  await write('Of an older instance', false, false);
  const [note] = await write('A note of it', true, true);
  expect(
    await sql`select text, origin, incoming_mail_id from request_messages order by id`,
  ).toEqual(
    ['Hello', 'Of an older instance', 'A note of it'].map((text) => ({
      text,
      origin: null,
      incoming_mail_id: null,
    })),
  );
  expect((await sql`select reply_nonce, bounced_at, bounce_reason from mails`)[0]).toEqual({
    reply_nonce: null,
    bounced_at: null,
    bounce_reason: '',
  });
  const words = async () =>
    (await sql`select last_words from inbox_items where quote_id = ${quote.id}`)[0]?.last_words;
  expect(await words()).toBe('Of an older instance');
  // One that is accepted is what the other side wrote last.
  await sql`update request_messages set internal = false, by_agency = false where id = ${note.id}`;
  expect(await words()).toBe('A note of it');
  await sql`delete from quotes`;
  expect(await sql`select id from request_messages`).toHaveLength(0);
});
