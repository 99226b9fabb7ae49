import { desc, eq, sql } from 'drizzle-orm';

import type { UserDetail } from '~/contract/admin/admin-schema';
import { centsToDecimal, formatMoney } from '~/contract/common/money';
import type { Database } from '~/server/platform/db/client';
import { payments } from '~/server/platform/db/schema/billing';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { quotes } from '~/server/platform/db/schema/quotes';
import { serviceRequests } from '~/server/platform/db/schema/requests';

type Entry = UserDetail['history'][number];

const each = 25;

/** The leads, requests and payments of a user, newest first; includes leads sent before the account existed. */
export async function historyOf(
  db: Database,
  { id, email }: { id: string; email: string },
): Promise<Entry[]> {
  const [quoted, written, requested, paid] = await Promise.all([
    db
      .select()
      .from(quotes)
      .where(eq(sql`lower(${quotes.email})`, email))
      .orderBy(desc(quotes.createdAt))
      .limit(each),
    db
      .select()
      .from(contactMessages)
      .where(eq(sql`lower(${contactMessages.email})`, email))
      .orderBy(desc(contactMessages.createdAt))
      .limit(each),
    db
      .select()
      .from(serviceRequests)
      .where(eq(serviceRequests.userId, id))
      .orderBy(desc(serviceRequests.createdAt))
      .limit(each),
    db
      .select()
      .from(payments)
      .where(eq(payments.userId, id))
      .orderBy(desc(payments.createdAt))
      .limit(each),
  ]);
  const entries: Entry[] = [
    ...quoted.map((row) => entry('quote', row, row.serviceName || 'Quote request')),
    ...written.map((row) => entry('message', row, row.subject || 'Message')),
    ...requested.map((row) => entry('request', row, row.title)),
    ...paid.map((row) =>
      entry(
        'payment',
        { ...row, createdAt: row.paidAt ?? row.createdAt },
        `${row.description}, ${formatMoney(centsToDecimal(row.amountCents), row.currency)}`,
      ),
    ),
  ];
  return entries.sort((a, b) => (a.time < b.time ? 1 : -1));
}

function entry(
  kind: Entry['kind'],
  row: { id: number; status: string; createdAt: Date },
  title: string,
): Entry {
  return {
    id: `${kind}:${row.id}`,
    kind,
    title,
    status: row.status,
    time: row.createdAt.toISOString(),
  };
}
