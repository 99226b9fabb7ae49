import { and, asc, eq, not, sql } from 'drizzle-orm';

import { daysBetween } from '~/contract/common/dates';
import type { SalesSettings } from '~/contract/settings/sales-settings-schema';
import { addDocumentEvent } from '~/server/features/documents/events';
import type { Database } from '~/server/platform/db/client';
import { invoiceReminders, invoices } from '~/server/platform/db/schema/invoices';
import { atOnce, forEachInvoice, type JobDeps } from './each-invoice';
import { hasPendingPayment, type InvoiceRow, lockInvoice, type Transaction } from './invoices.rows';
import type { Issuing } from './issue';
import { isPaymentPending } from './pending-payments';

function textFor(day: number, { before, on, after }: SalesSettings['reminders']): string {
  if (day < 0) return before;
  return day === 0 ? on : after;
}

const dayOf = (row: InvoiceRow, today: string): number =>
  row.dueDate ? daysBetween(row.dueDate, today) : 0;

/** Returns the text of a reminder for today, and the number of days since the due date, negative before it. */
export function reminderOf(row: InvoiceRow, { today, sales }: Issuing['context']) {
  const day = dayOf(row, today);
  return { day, text: textFor(day, sales.reminders) };
}

/**
 * Emails a reminder of an open invoice whose row is locked, with today's text.
 *
 * @returns false without a recipient
 */
export async function sendReminder(
  tx: Transaction,
  row: InvoiceRow,
  { context, emails }: Issuing,
  author = '',
): Promise<boolean> {
  const { day, text } = reminderOf(row, context);
  const mailId = await emails.reminder(tx, row, text);
  if (mailId === undefined) return false;
  const when =
    day === 0 ? 'on the due date' : `${Math.abs(day)} days ${day < 0 ? 'before' : 'after'}`;
  await addDocumentEvent(tx, { invoiceId: row.id }, 'reminder', { text: when, author });
  return true;
}

/**
 * Returns the latest reminder day that has been reached; undefined before the first one. After an
 * outage, only this reminder is sent instead of all missed ones.
 */
function dueDay(days: readonly number[], day: number): number | undefined {
  const come = days.filter((one) => one <= day);
  return come.length > 0 ? Math.max(...come) : undefined;
}

/**
 * Sends due reminders: one for each reminder day while an invoice is open and reminders are turned on.
 *
 * @returns how many
 */
export async function sendReminders(db: Database, deps: JobDeps, now: Date): Promise<number> {
  const issuing = await deps.prepare(now);
  const { sales, today } = issuing.context;
  const { enabled, days } = sales.reminders;
  if (!enabled || days.length === 0) return 0;
  const candidates = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.status, 'open'),
        eq(invoices.remindersOn, true),
        sql`${invoices.clientEmail} <> ''`,
        // Excludes invoices with a pending payment, because their clients have already paid.
        not(hasPendingPayment),
        sql`${invoices.dueDate} <= ${today}::date - ${Math.min(...days)}::int`,
        // Selects candidates. The code below excludes those whose reminder for the day was already sent.
        sql`(select coalesce(max(r.day), -100000) from invoice_reminders r where r.invoice_id = ${invoices.id})
          < (select max(d) from unnest(${sql.param(days)}::int[]) d where d <= ${today}::date - ${invoices.dueDate})`,
      ),
    )
    .orderBy(asc(invoices.id))
    .limit(atOnce);
  return forEachInvoice(db, candidates, deps, async (tx, id) => {
    const row = await lockInvoice(tx, id);
    const day = dueDay(days, dayOf(row, today));
    if (row.status !== 'open' || !row.remindersOn || day === undefined) return false;
    if (await isPaymentPending(tx, id)) return false;
    // Skips reminder days up to the issue date, for example of an invoice whose due date is in the past, because the
    // client has just received the invoice itself.
    if (row.issueDate && day <= daysBetween(row.dueDate ?? today, row.issueDate)) return false;
    const [first] = await tx
      .insert(invoiceReminders)
      .values({ invoiceId: id, day })
      .onConflictDoNothing()
      .returning();
    if (!first) return false;
    return sendReminder(tx, row, issuing);
  });
}
