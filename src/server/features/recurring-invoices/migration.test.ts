import { expect, it } from 'vitest';

import { migrate } from '~/server/platform/db/migrate';
import { databaseBefore } from '~/testing/database-before';

it('0052 leaves invoices as they are, those that an older instance makes too', async () => {
  const { url, sql } = await databaseBefore('0054_recurring_and_bank');
  // As the version before writes.
  const add = (name: string) => sql`
    insert into invoices (buyer, items, totals, total_cents, currency, client_email, client_name)
    values ('{}', '[]', '{}', 100, 'USD', 'ada@example.com', ${name})`;
  await add('before');
  const [before] = await sql`select * from invoices`;

  await migrate(url);
  expect(await sql`select * from invoices`).toEqual([
    { ...before, recurring_invoice_id: null, recurring_day: null },
  ]);
  await add('meanwhile');
  await add('meanwhile');
  const made = sql`
    insert into recurring_invoices (client_name, client_email, items, total_cents, currency, unit, count, starts_on, action)
    values ('Ada', 'ada@example.com', '[]', 100, 'USD', 'month', 1, '2027-01-31', 'draft') returning id`;
  const [{ id } = { id: 0 }] = await made;
  const makeOf = (day: string) => sql`
    update invoices set recurring_invoice_id = ${id}, recurring_day = ${day}
    where id = (select min(id) from invoices where recurring_invoice_id is null)`;
  await makeOf('2027-01-31');
  await expect(makeOf('2027-01-31')).rejects.toThrow('invoices_recurring_day_idx');
  await makeOf('2027-02-28');
  await sql`insert into missed_invoices (recurring_invoice_id, day, period_end)
    values (${id}, '2027-03-31', '2027-04-29')`;
  // What was made stays, and its rows can be as many as they are.
  await sql`delete from recurring_invoices`;
  const kept = await sql`select recurring_invoice_id as made_by from invoices`;
  expect(kept.map((row) => row.made_by)).toEqual([null, null, null]);
  expect(await sql`select from missed_invoices`).toHaveLength(0);
});
