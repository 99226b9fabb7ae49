import { expect, it } from 'vitest';

import { migrate } from '~/server/platform/db/migrate';
import { databaseBefore } from '~/testing/database-before';

it('0052 keeps payments, and an older instance writes on', async () => {
  const { url, sql } = await databaseBefore('0054_recurring_and_bank');
  await sql`insert into users (id, email, first_name, last_name) values ('u1', 'u1@example.com', 'A', 'B')`;
  const pay = () => sql<[{ id: number }]>`
    insert into payments (user_id, description, amount_cents, currency, status, method)
    values ('u1', 'Invoice INV-1', 4900, 'EUR', 'completed', 'transfer') returning id`;
  const [before] = await pay();
  await migrate(url);
  const [after] = await pay();
  const rows = await sql`select id, amount_cents::int as cents from payments order by id`;
  expect(rows).toEqual([
    { id: before.id, cents: 4900 },
    { id: after.id, cents: 4900 },
  ]);

  const [statement] = await sql<[{ id: number }]>`
    insert into bank_statements (file_name, hash, format, accounts, entry_count, new_count, imported_by_name)
    values ('a.xml', 'a', 'camt.053', '{DE1}', 1, 1, 'Ada') returning id`;
  const add = (fingerprint: string, cents = 100) => sql<[{ id: number }]>`
    insert into bank_entries (statement_id, account, fingerprint, booked_on, value_on, amount_cents, currency, is_credit, state)
    values (${statement.id}, 'DE1', ${fingerprint}, '2026-03-04', '2026-03-04', ${cents}, 'EUR', true, 'proposed') returning id`;
  const [entry] = await add('one');
  await expect(add('one')).rejects.toThrow('bank_entries_fingerprint_idx');
  await expect(add('two', 0)).rejects.toThrow('bank_entries_amount');
  await sql`insert into bank_bookings (payment_id, entry_id) values (${after.id}, ${entry.id})`;
  // As the version before deletes a demo's samples.
  await sql`delete from payments`;
  const [left] = await sql`select count(*)::int as count from bank_bookings`;
  expect(left?.count).toBe(0);
});

it('0056 knows what the bank has taken back before', async () => {
  const { url, sql } = await databaseBefore('0056_returned_payments');
  await sql`insert into users (id, email, first_name, last_name) values ('u1', 'u1@example.com', 'A', 'B')`;
  const add = (failure: string) => sql`
    insert into payments (user_id, description, amount_cents, currency, status, method, failure, reversed_at)
    values ('u1', 'Invoice INV-1', 4900, 'EUR', 'failed', 'transfer', ${failure}, '2026-05-20')`;
  await add('It was returned by the bank.');
  await add('It was recorded by mistake.');
  await migrate(url);
  // As an instance of the version before writes.
  await add('It was recorded by mistake.');
  const rows = await sql`select returned_at from payments order by id`;
  expect(rows.map((row) => row.returned_at)).toEqual([new Date('2026-05-20'), null, null]);
});
