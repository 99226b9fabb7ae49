import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { createDatabase } from '~/server/platform/db/client';
import { migrate } from '~/server/platform/db/migrate';
import { kindOf, mailKind, mails } from '~/server/platform/db/schema/mail';
import { databaseBefore } from '~/testing/database-before';
import { createOutbox } from './outbox';

it('0029 reads mails of before, and an older instance reads and writes them still', async () => {
  const { url, sql } = await databaseBefore('0029_mail_kinds_and_refunds');
  const writeAsBefore = (kind: string) => sql`
    insert into mails (kind, "to", subject, html, text) values (${kind}, 'a@example.com', 'S', 'H', 'T')`;
  await writeAsBefore('welcome');
  await sql`insert into users (id, email, first_name, last_name) values ('u1', 'u1@example.com', 'A', 'B')`;
  await sql`insert into payments (user_id, description, amount_cents, currency, status, stripe_invoice_id)
    values ('u1', 'Growth, monthly', 4900, 'USD', 'completed', 'in_1')`;
  await migrate(url);
  await writeAsBefore('invoice_issued');

  const db = createDatabase(sql);
  const outbox = createOutbox(db, {
    transport: undefined,
    from: async () => 'a@example.com',
    onFailure: () => {},
  });
  const mail = { to: 'a@example.com', subject: 'S', html: 'H', text: 'T' };
  // One that versions before know, and one that needed no migration.
  await outbox.enqueue(db, { ...mail, kind: 'quote_notice' });
  await outbox.enqueue(db, { ...mail, kind: 'payment_reversed' });

  const rows = await db.select().from(mails).orderBy(mails.id);
  const kinds = ['welcome', 'invoice_issued', 'quote_notice', 'payment_reversed'];
  expect(rows.map(kindOf)).toEqual(kinds);
  expect(
    (await db.select({ kind: mailKind }).from(mails).orderBy(mails.id)).map(({ kind }) => kind),
  ).toEqual(kinds);
  expect(await db.select({ id: mails.id }).from(mails).where(eq(mailKind, 'welcome'))).toHaveLength(
    1,
  );
  const asBefore = await sql`select kind from mails order by id`;
  expect(asBefore.map(({ kind }) => kind)).toEqual([
    'welcome',
    'invoice_issued',
    'quote_notice',
    'reply',
  ]);
  const [payment] = await sql`select refund_reason, refund_author from payments`;
  expect(payment).toEqual({ refund_reason: '', refund_author: '' });
});
