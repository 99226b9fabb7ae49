import { eq, type SQL, sql } from 'drizzle-orm';

import { centsToAmount } from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import { totalsOf } from '~/contract/documents/money';
import {
  fillIn,
  itemsIn,
  type Period,
  type Recurrence,
} from '~/contract/recurring-invoices/recurrence';
import type { RecurringStatus } from '~/contract/recurring-invoices/recurring-invoices';
import type {
  Occurrence,
  RecurringRow as ShownRow,
} from '~/contract/recurring-invoices/recurring-invoices-schema';
import { presentItems } from '~/server/features/documents/items';
import type { Database } from '~/server/platform/db/client';
import { recurringInvoices } from '~/server/platform/db/schema/recurring-invoices';

export type RecurringRow = typeof recurringInvoices.$inferSelect;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export const notFound = () => new AppError('NOT_FOUND', 'Recurring invoice not found');
export const aboutRecurring = (id: number) => `recurring_invoice:${id}`;

export async function lockRecurring(tx: Transaction, id: number): Promise<RecurringRow> {
  const [row] = await tx
    .select()
    .from(recurringInvoices)
    .where(eq(recurringInvoices.id, id))
    .for('update');
  if (!row) throw notFound();
  return row;
}

export const recurrenceOf = (
  row: Pick<RecurringRow, 'unit' | 'count' | 'startsOn' | 'endsOn'>,
): Recurrence => ({
  every: { unit: row.unit, count: row.count },
  startsOn: row.startsOn,
  endsOn: row.endsOn,
});

export const statusInRow = sql<RecurringStatus>`case when ${recurringInvoices.nextOn} is null then 'ended'
  when ${recurringInvoices.pausedAt} is not null then 'paused' else 'active' end`;

// Qualifies column names explicitly. In a selection from a single table, Drizzle omits table names, so the columns
// would refer to the subquery's table.
export const hasMissed = sql`exists (select from missed_invoices late
  where late.recurring_invoice_id = recurring_invoices.id)`;

/** Columns of a recurring invoice for the panel. */
export const shownColumns = {
  row: recurringInvoices,
  status: statusInRow,
  missed: sql<number>`(select count(*)::int from missed_invoices late
    where late.recurring_invoice_id = recurring_invoices.id)`,
  made: sql<number>`(select count(*)::int from invoices made
    where made.recurring_invoice_id = recurring_invoices.id)`,
} satisfies Record<string, typeof recurringInvoices | SQL>;

export function toShownRow({
  row,
  ...counted
}: {
  row: RecurringRow;
  status: RecurringStatus;
  missed: number;
  made: number;
}): ShownRow {
  const { id, pauseReason, clientName, clientEmail, startsOn, endsOn, nextOn, action } = row;
  return {
    id,
    pauseReason,
    // If the client's details were entered manually, forms show no account, even if an account was found since then.
    clientId: row.buyer ? null : row.userId,
    clientName,
    clientEmail,
    about: row.items[0]?.description ?? '',
    every: { unit: row.unit, count: row.count },
    startsOn,
    endsOn,
    nextOn,
    action,
    total: centsToAmount(row.totalCents, row.currency),
    currency: row.currency,
    requestId: row.requestId,
    ...counted,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Returns a preview of the invoice for a period. */
export function occurrenceIn(row: RecurringRow, period: Period): Occurrence {
  const { currency, discount } = row;
  const items = itemsIn(row.items, period);
  return {
    day: period.from,
    ...period,
    items: presentItems(items, currency),
    note: fillIn(row.note, period),
    total: centsToAmount(totalsOf({ items, discount }, currency).totalCents, currency),
  };
}
