import { and, asc, eq, isNull, lte } from 'drizzle-orm';

import { addDays, daysBetween, momentOf } from '~/contract/common/dates';
import { AppError } from '~/contract/common/errors';
import { dayAfter, periodOf } from '~/contract/recurring-invoices/recurrence';
import { lateDaysMax } from '~/contract/recurring-invoices/recurring-invoices';
import type { DocumentContext } from '~/server/features/documents/context';
import { atOnce, type JobDeps } from '~/server/features/invoices/each-invoice';
import type { Issuing } from '~/server/features/invoices/issue';
import type { Database } from '~/server/platform/db/client';
import { missedInvoices, recurringInvoices } from '~/server/platform/db/schema/recurring-invoices';
import { makeInvoice } from './make';
import { lockRecurring, recurrenceOf, type Transaction } from './recurring-invoices.rows';

/** Time of day at which invoices are created on their date, in the agency's time zone. */
const dueAt = '06:00';

/** Returns the last date whose invoices are due now. */
function lastDueDay({ today, timeZone }: DocumentContext, now: Date): string {
  return now >= momentOf(today, dueAt, timeZone) ? today : addDays(today, -1);
}

interface Made {
  made: number;
  missed: number;
}

/** Creates all due invoices of one recurring invoice, and stores its next date in the same transaction. */
async function workOn(tx: Transaction, id: number, until: string, issuing: Issuing): Promise<Made> {
  // Locks and reads the row again, because another instance or an admin may have been faster.
  const row = await lockRecurring(tx, id);
  const done: Made = { made: 0, missed: 0 };
  if (row.pausedAt !== null) return done;
  const recurrence = recurrenceOf(row);
  let { nextOn: day, handledOn } = row;
  while (day && day <= until) {
    const period = periodOf(recurrence, day);
    if (daysBetween(day, issuing.context.today) > lateDaysMax) {
      await tx
        .insert(missedInvoices)
        .values({ recurringInvoiceId: id, day, periodEnd: period.to })
        .onConflictDoNothing();
      done.missed += 1;
    } else {
      const invoice = await makeInvoice(tx, row, period, issuing, row);
      row.clientName = invoice.clientName;
      row.clientEmail = invoice.clientEmail;
      done.made += 1;
    }
    handledOn = day;
    day = dayAfter(recurrence, day);
  }
  const { clientName, clientEmail } = row;
  await tx
    .update(recurringInvoices)
    .set({ nextOn: day, handledOn, clientName, clientEmail })
    .where(eq(recurringInvoices.id, id));
  return done;
}

/**
 * Creates due invoices, with one transaction for each recurring invoice. Dates that passed earlier, because the server
 * was not running, are stored as missed, and an admin must decide about them. If creating an invoice fails, the
 * recurring invoice is paused with the reason.
 */
export async function makeDue(
  db: Database,
  deps: JobDeps & { pause(id: number, reason: string): Promise<void> },
  now: Date,
): Promise<Made & { paused: number }> {
  const issuing = await deps.prepare(now);
  const until = lastDueDay(issuing.context, now);
  const rows = await db
    .select({ id: recurringInvoices.id })
    .from(recurringInvoices)
    .where(and(isNull(recurringInvoices.pausedAt), lte(recurringInvoices.nextOn, until)))
    .orderBy(asc(recurringInvoices.nextOn), asc(recurringInvoices.id))
    .limit(atOnce);
  const all = { made: 0, missed: 0, paused: 0 };
  for (const { id } of rows) {
    try {
      const { made, missed } = await db.transaction((tx) => workOn(tx, id, until, issuing));
      all.made += made;
      all.missed += missed;
    } catch (error) {
      if (error instanceof AppError) {
        // The recurring invoice was deleted in the meantime, so it needs no decision.
        if (error.code === 'NOT_FOUND') continue;
        await deps.pause(id, error.message);
        all.paused += 1;
      } else {
        // The cause is external, such as an unreachable database, so the next run retries.
        deps.onFailure(`recurring_invoice:${id}`, error);
      }
    }
  }
  return all;
}
