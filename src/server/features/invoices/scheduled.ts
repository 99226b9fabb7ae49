import { and, asc, eq, isNotNull, isNull, lte, ne, not, or, type SQL } from 'drizzle-orm';

import { dateInWords } from '~/contract/common/date-words';
import { workingDaysAfter } from '~/contract/settings/response-times';
import { addDocumentEvent } from '~/server/features/documents/events';
import type { Database } from '~/server/platform/db/client';
import { invoices } from '~/server/platform/db/schema/invoices';
import { atOnce, forEachInvoice, type JobDeps } from './each-invoice';
import { type InvoiceRow, isReady, isRequestCompleted, type Transaction } from './invoices.rows';
import { heldReasonOf, holdDraft, type Issuing, issueUnlessHeld, namedNow } from './issue';

const isDraft = eq(invoices.status, 'draft');

/**
 * Processes each matching draft. Locks the draft's row, and skips a draft that no longer matches.
 *
 * @returns the number of drafts for which `work` returned true
 */
async function forEachDraft(
  db: Database,
  deps: JobDeps,
  meant: SQL | undefined,
  work: (tx: Transaction, row: InvoiceRow) => Promise<boolean>,
): Promise<number> {
  const rows = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(isDraft, meant))
    .orderBy(asc(invoices.id))
    .limit(atOnce);
  return forEachInvoice(db, rows, deps, async (tx, id) => {
    await tx.select({ id: invoices.id }).from(invoices).where(eq(invoices.id, id)).for('update');
    // Reads the draft again after locking it, because an admin may have issued, emptied or unscheduled it since the
    // query.
    const [row] = await tx
      .select()
      .from(invoices)
      .where(and(eq(invoices.id, id), isDraft, meant));
    return row ? work(tx, row) : false;
  });
}

/** Cancels the announcement of an invoice whose request is no longer completed. */
const withdraw = (db: Database, deps: JobDeps) =>
  forEachDraft(
    db,
    deps,
    and(isNotNull(invoices.announcedAt), not(isRequestCompleted)),
    async (tx, row) => {
      await tx
        .update(invoices)
        .set({ announcedAt: null, scheduledFor: null })
        .where(eq(invoices.id, row.id));
      if (!row.scheduledFor) return false;
      const text = 'The request is no longer completed';
      await addDocumentEvent(tx, { invoiceId: row.id }, 'stopped', { text });
      return true;
    },
  );

/**
 * Announces an invoice that is due on completion, if enabled in the settings. Notifies the agency that the invoice will
 * be issued, or holds it immediately if it could not be issued automatically.
 */
async function announce(db: Database, deps: JobDeps, issuing: Issuing): Promise<void> {
  const { sales, today, responseTimes } = issuing.context;
  const days = sales.completion.issueAfterDays;
  if (days === null) return;
  const scheduledFor = workingDaysAfter(today, days, responseTimes);
  await forEachDraft(
    db,
    deps,
    and(
      isReady,
      eq(invoices.heldFor, ''),
      isNull(invoices.announcedAt),
      isNull(invoices.scheduledFor),
    ),
    async (tx, row) => {
      const { now, why } = await heldReasonOf(tx, row, issuing);
      if (why) {
        await holdDraft(tx, namedNow(row, now), why, issuing);
        return true;
      }
      await tx
        .update(invoices)
        .set({ announcedAt: new Date(), scheduledFor })
        .where(eq(invoices.id, row.id));
      const text = dateInWords(scheduledFor);
      await addDocumentEvent(tx, { invoiceId: row.id }, 'scheduled', { text });
      await issuing.emails.announced(tx, now, text);
      return true;
    },
  );
}

/**
 * Ends the hold of drafts whose reason no longer applies, so that they are issued on their date. Updates the reason of
 * other drafts.
 */
const endHolds = (db: Database, deps: JobDeps, issuing: Issuing) =>
  forEachDraft(db, deps, ne(invoices.heldFor, ''), async (tx, row) => {
    const { why = '' } = await heldReasonOf(tx, row, issuing);
    if (why === row.heldFor) return false;
    await tx.update(invoices).set({ heldFor: why }).where(eq(invoices.id, row.id));
    if (why !== '') return true;
    const text = `${row.scheduledFor ? dateInWords(row.scheduledFor) : 'on completion'}, the reason no longer applies`;
    await addDocumentEvent(tx, { invoiceId: row.id }, 'scheduled', { text });
    return true;
  });

/**
 * Issues the drafts whose date has been reached. A draft that is due on completion waits for an admin or, if enabled in
 * the settings, for an announced date. A draft also waits while `heldReasonOf` returns a reason.
 *
 * @returns how many were issued
 */
export async function issueScheduled(db: Database, deps: JobDeps, now: Date): Promise<number> {
  const issuing = await deps.prepare(now);
  await withdraw(db, deps);
  await endHolds(db, deps, issuing);
  const due = and(
    eq(invoices.heldFor, ''),
    lte(invoices.scheduledFor, issuing.context.today),
    or(not(invoices.onCompletion), isRequestCompleted),
  );
  const issued = await forEachDraft(db, deps, due, async (tx, row) => {
    if (row.items.length === 0) return false;
    return (await issueUnlessHeld(tx, row, issuing)).status !== 'draft';
  });
  await announce(db, deps, issuing);
  return issued;
}
