import { expect, it } from 'vitest';

import { migrate } from '~/server/platform/db/migrate';
import { databaseBefore } from '~/testing/database-before';

it('0035 makes an item of each lead and request, and an older instance makes them too', async () => {
  const { url, sql } = await databaseBefore('0035_inbox');
  const addQuote = (name: string, status: string, days: number) => sql<[{ id: number }]>`
    insert into quotes (name, email, phone, phone_digits, budget, timeline, project_details, status, first_answer_at, created_at, updated_at)
    values (${name}, 'ada@example.com', '+44 20', '4420', 'asap', 'asap', 'An engine', ${status},
      ${status === 'contacted' ? new Date() : null}, now() - make_interval(days => ${days}), now() - make_interval(days => ${days}))
    returning id`;
  await addQuote('new', 'pending', 100);
  await addQuote('answered lately', 'contacted', 5);
  await addQuote('answered long ago', 'contacted', 100);
  await addQuote('won', 'approved', 5);
  const [{ id: asked }] = await addQuote('wrote again', 'contacted', 100);
  await sql`insert into request_messages (quote_id, author_name, by_agency, text)
    values (${asked}, 'Agency', true, 'Hello'), (${asked}, 'Ada', false, 'And?')`;
  await sql`insert into contact_messages (first_name, last_name, email, service, message, status)
    values ('a message', '', 'a@example.com', 'website', 'x', 'read'), ('replied', '', 'a@example.com', 'website', 'x', 'replied')`;
  await sql`insert into users (id, email, first_name, last_name) values ('client', 'c@example.com', 'a', 'client')`;
  await sql`insert into service_requests (user_id, title, status, unanswered_since) values
    ('client', 'new work', 'pending', null), ('client', 'under way', 'in_progress', null),
    ('client', 'asks', 'in_progress', now()), ('client', 'finished', 'completed', now())`;

  await migrate(url);
  // As the version before writes.
  await addQuote('of an older instance', 'pending', 0);
  await sql`update quotes set status = 'rejected' where name = 'answered lately'`;
  const items = await sql<{ name: string; waits: boolean; done: boolean; stage: string }[]>`
    select case kind when 'request' then about else trim(name) end as name, waiting_since is not null as waits,
      done_at is not null as done, stage from inbox_items`;
  expect(Object.fromEntries(items.map(({ name, ...rest }) => [name, rest]))).toEqual({
    'new': { waits: true, done: false, stage: 'new' },
    'answered lately': { waits: false, done: true, stage: 'closed' },
    'answered long ago': { waits: false, done: true, stage: 'answered' },
    won: { waits: false, done: true, stage: 'won' },
    'wrote again': { waits: true, done: false, stage: 'answered' },
    'a message': { waits: true, done: false, stage: 'new' },
    replied: { waits: false, done: false, stage: 'answered' },
    'new work': { waits: true, done: false, stage: 'new' },
    'under way': { waits: false, done: true, stage: 'won' },
    asks: { waits: true, done: false, stage: 'won' },
    finished: { waits: false, done: true, stage: 'won' },
    'of an older instance': { waits: true, done: false, stage: 'new' },
  });
});

it('0041 notes phone numbers and last words, also of what an older instance writes', async () => {
  const { url, sql } = await databaseBefore('0041_inbox_last_words');
  const [quote] = await sql<[{ id: number }]>`
    insert into quotes (name, email, phone, phone_digits, budget, timeline, project_details)
    values ('Ada', 'ada@example.com', '+44 20 7946', '44207946', 'asap', 'asap', 'An engine') returning id`;
  await sql`insert into request_messages (quote_id, author_name, by_agency, text)
    values (${quote.id}, 'Ada', false, 'First'), (${quote.id}, 'Ada', false, 'Then'), (${quote.id}, 'Olive', true, 'Ours')`;
  await migrate(url);
  const item = () =>
    sql`select phone_digits, last_words, search_text from inbox_items where quote_id = ${quote.id}`;
  expect((await item())[0]).toMatchObject({
    phone_digits: '44207946',
    last_words: 'Then',
    search_text: expect.stringContaining('44207946'),
  });
  await sql`insert into request_messages (quote_id, author_name, by_agency, text) values (${quote.id}, 'Ada', false, 'And?')`;
  await sql`update quotes set status = 'contacted' where id = ${quote.id}`;
  expect((await item())[0]).toMatchObject({ last_words: 'And?' });
});
