import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';

import { paidStatuses } from '~/contract/billing/billing';
import { addDocumentEvent } from '~/server/features/documents/events';
import { payments } from '~/server/platform/db/schema/billing';
import { creditNotes } from '~/server/platform/db/schema/credit-notes';
import { documentEvents, invoiceIntents, invoices } from '~/server/platform/db/schema/invoices';
import { emitInvoice } from './emit-invoice';
import { type InvoiceRow, remainingCents, statusOf, type Transaction } from './invoices.rows';

/**
 * Updates the amounts and the status of an issued invoice from its payments and credit notes. Must be called in the
 * transaction of every change of these, with the invoice's row locked. Closes an intent whose amount differs from the
 * remaining one. A closed intent is canceled at Stripe after the commit.
 */
export async function recalculateInvoice(tx: Transaction, before: InvoiceRow): Promise<InvoiceRow> {
  const { id } = before;
  const [paid] = await tx
    .select({
      // A returned payment counts as 0, but refunds that were paid out before the return are still subtracted.
      cents: sql<string>`coalesce(sum(case when ${payments.returnedAt} is null then ${payments.amountCents} else 0 end
        - ${payments.refundedCents}), 0)`,
    })
    .from(payments)
    .where(
      and(
        eq(payments.invoiceId, id),
        or(inArray(payments.status, [...paidStatuses]), isNotNull(payments.returnedAt)),
      ),
    );
  const [credited] = await tx
    .select({
      cents: sql<string>`coalesce(sum(${creditNotes.totalCents}), 0)`,
      notes: sql<number>`count(*)::int`,
    })
    .from(creditNotes)
    .where(eq(creditNotes.invoiceId, id));
  const sums = {
    totalCents: before.totalCents,
    paidCents: Number(paid?.cents ?? 0) + before.balanceCents,
    creditedCents: Number(credited?.cents ?? 0),
  };
  const status = statusOf(sums, (credited?.notes ?? 0) > 0);
  const [after] = await tx
    .update(invoices)
    .set({ ...sums, status, updatedAt: new Date() })
    .where(eq(invoices.id, id))
    .returning();
  if (!after) throw new Error('a locked invoice disappeared');
  const isNews = status !== before.status && status !== 'open';
  if (isNews && !(status === 'paid' && (await wasPaid(tx, before, sums.paidCents)))) {
    await addDocumentEvent(tx, { invoiceId: id }, status);
    await emitInvoice(tx, status === 'paid' ? 'invoice.paid' : 'invoice.voided', id);
  }
  const payable = status === 'open' ? remainingCents(after) : 0;
  await tx
    .update(invoiceIntents)
    .set({ closedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(invoiceIntents.invoiceId, id),
        isNull(invoiceIntents.closedAt),
        ne(invoiceIntents.amountCents, payable),
      ),
    );
  return after;
}

/**
 * Returns whether the timeline already contains the payment. A refund with its credit note can settle an invoice again
 * without a new payment.
 */
async function wasPaid(tx: Transaction, { id, paidCents }: InvoiceRow, now: number) {
  if (now > paidCents) return false;
  const [known] = await tx
    .select({ id: documentEvents.id })
    .from(documentEvents)
    .where(and(eq(documentEvents.invoiceId, id), eq(documentEvents.kind, 'paid')))
    .limit(1);
  return known !== undefined;
}
