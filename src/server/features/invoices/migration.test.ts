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

it('0057 gives refunds the day of their credit note or of the timeline, and an older instance makes rows', async () => {
  const { url, sql } = await databaseBefore('0057_refunds');
  await sql`insert into users (id, email, first_name, last_name) values ('u1', 'a@example.com', 'A', 'B')`;
  const json = sql.json({});
  const [invoice] = await sql`
    insert into invoices (number, status, user_id, client_name, client_email, currency, items, totals, total_cents,
      buyer, seller, issue_date, due_date)
    values ('INV-1', 'paid', 'u1', 'A', 'a@example.com', 'EUR', '[]', ${json}, 10000, ${json}, ${json}, '2026-01-01', '2026-01-15')
    returning id`;
  const invoiceId = invoice?.id as number;
  const pay = async (refunded: number, ofInvoice: number | null) => {
    const [row] = await sql`
      insert into payments (user_id, invoice_id, description, amount_cents, refunded_cents, currency, status, updated_at)
      values ('u1', ${ofInvoice}, 'Invoice INV-1', 10000, ${refunded}, 'EUR', 'completed', '2026-04-04T10:00Z')
      returning id`;
    return row?.id as number;
  };
  const credited = await pay(3_000, invoiceId);
  const receipt = await pay(700, null);
  const untouched = await pay(0, invoiceId);
  const note = (number: string, cents: number, at: string) => sql`
    insert into credit_notes (number, invoice_id, payment_id, reason, items, totals, total_cents, seller, issue_date, created_at)
    values (${number}, ${invoiceId}, ${credited}, 'Refund', '[]', ${json}, ${cents}, ${json}, ${at.slice(0, 10)}, ${at})`;
  await note('INV-2', 1_000, '2026-02-01T10:00Z');
  await note('INV-3', 500, '2026-02-20T10:00Z');
  await sql`insert into document_events (invoice_id, kind, created_at) values
    (${invoiceId}, 'refunded', '2026-02-01T10:00Z'), (${invoiceId}, 'refunded', '2026-03-03T10:00Z')`;

  await migrate(url);
  const rowsOf = async (id: number) => {
    const rows =
      await sql`select cents::int, refunded_at as at from refunds where payment_id = ${id} order by id`;
    return rows.map(({ cents, at }) => [cents, at.toISOString().slice(0, 10)]);
  };
  expect(await rowsOf(credited)).toEqual([
    [1_000, '2026-02-01'],
    [500, '2026-02-20'],
    [1_500, '2026-03-03'],
  ]);
  expect(await rowsOf(receipt)).toEqual([[700, '2026-04-04']]);
  expect(await rowsOf(untouched)).toEqual([]);

  // As the version before writes.
  await sql`update payments set refunded_cents = 900, status = 'completed' where id = ${untouched}`;
  const later = await pay(100, invoiceId);
  const today = new Date().toISOString().slice(0, 10);
  expect(await rowsOf(untouched)).toEqual([[900, today]]);
  expect(await rowsOf(later)).toEqual([[100, today]]);
});
