import { expect, it } from 'vitest';

import { migrate } from '~/server/platform/db/migrate';
import { databaseBefore } from '~/testing/database-before';

it('0017 keeps existing rows, and an older instance keeps working', async () => {
  const { url, sql } = await databaseBefore('0017_proposals_and_invoices');
  const addUser = (id: string) => sql`
    insert into users (id, email, first_name, last_name, created_at)
    values (${id}, ${`${id}@example.com`}, 'A', 'B', '2026-01-31')`;
  const addPayment = (id: string) => sql`
    insert into payments (user_id, description, amount_cents, currency, status, stripe_invoice_id)
    values ('u1', 'Growth, monthly', 4900, 'USD', 'completed', ${id})`;
  const addMessage = (status: string) => sql`
    insert into contact_messages (first_name, last_name, email, service, message, status, updated_at)
    values ('Ada', 'Byron', 'ada@example.com', 'website', 'A message', ${status}, '2026-03-02')`;
  await addUser('u1');
  await addPayment('in_1');
  await addMessage('replied');
  await addMessage('replied');
  await addMessage('read');
  await sql`insert into mails (kind, "to", subject, html, text, about, created_at)
    values ('reply', 'ada@example.com', 'S', 'H', 'T', 'message:1', '2026-03-01')`;

  await migrate(url);
  const answered =
    await sql`select first_answer_at at time zone 'UTC' as at from contact_messages order by id`;
  expect(answered.map(({ at }) => at?.toISOString().slice(0, 10) ?? null)).toEqual([
    '2026-03-01',
    '2026-03-02',
    null,
  ]);

  // As the version before writes.
  await addUser('u2');
  await addPayment('in_2');
  await addMessage('unread');
  const verified = await sql`select email_verified_at is not null as is from users order by id`;
  expect(verified.map(({ is }) => is)).toEqual([true, true]);
  const [first] =
    await sql`select email_verified_at = created_at as same from users where id = 'u1'`;
  expect(first?.same).toBe(true);
  const payments = await sql`select amount_cents::int as cents, method, invoice_id from payments`;
  expect(payments).toEqual([
    { cents: 4900, method: 'card', invoice_id: null },
    { cents: 4900, method: 'card', invoice_id: null },
  ]);
});
