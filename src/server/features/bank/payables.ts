import { and, eq, gte, inArray, or, sql } from 'drizzle-orm';

import { remainingOfRow } from '~/server/features/invoices/invoices.rows';
import type { Database } from '~/server/platform/db/client';
import { invoices } from '~/server/platform/db/schema/invoices';
import type { Payable } from './matching/match-entry';

/** Days for which a paid invoice is still matched by its number: a transfer that names it is a second payment. */
const paidDays = 730;

export interface PayableRow extends Payable {
  clientName: string;
  clientEmail: string;
  company: string;
}

const columns = {
  id: invoices.id,
  number: sql<string>`coalesce(${invoices.number}, '')`,
  currency: invoices.currency,
  remainingCents: sql<string>`case when ${invoices.status} = 'open' then ${remainingOfRow} else 0 end`,
  issueDate: sql<string>`coalesce(${invoices.issueDate}::text, '')`,
  clientName: invoices.clientName,
  clientEmail: invoices.clientEmail,
  company: sql<string>`coalesce(${invoices.buyer}->>'company', '')`,
};

type Row = { [Key in keyof typeof columns]: Key extends 'id' ? number : string };

const toPayable = (row: Row): PayableRow => ({
  ...row,
  remainingCents: Number(row.remainingCents),
  names: [row.clientName, row.company],
});

/** Reads the invoices that an entry can pay, oldest first. */
export async function readPayables(db: Pick<Database, 'select'>): Promise<PayableRow[]> {
  const rows = await db
    .select(columns)
    .from(invoices)
    .where(
      or(
        eq(invoices.status, 'open'),
        and(
          eq(invoices.status, 'paid'),
          gte(invoices.issueDate, sql`current_date - ${paidDays}::int`),
        ),
      ),
    )
    .orderBy(invoices.dueDate, invoices.id);
  return rows.map(toPayable);
}

export async function readPayablesOf(
  db: Pick<Database, 'select'>,
  ids: readonly number[],
): Promise<Map<number, PayableRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select(columns)
    .from(invoices)
    .where(inArray(invoices.id, [...ids]));
  return new Map(rows.map((row) => [row.id, toPayable(row)]));
}
