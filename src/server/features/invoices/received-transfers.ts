import { and, eq } from 'drizzle-orm';

import { centsToAmount, formatCents } from '~/contract/common/currencies';
import { momentOf } from '~/contract/common/dates';
import { AppError } from '~/contract/common/errors';
import { addDocumentEvent } from '~/server/features/documents/events';
import { emitPayment } from '~/server/features/payments/payment.rows';
import { type Actor, nameOf, recordAudit } from '~/server/platform/audit/audit';
import { payments } from '~/server/platform/db/schema/billing';
import type { InvoiceRow, Transaction } from './invoices.rows';
import type { Issuing } from './issue';
import { recalculateInvoice } from './recalculate';

type PaymentRow = typeof payments.$inferSelect;

export interface Received {
  amountCents: number;
  /** Date on which the transfer was received. */
  date: string;
  reference: string;
  submissionKey?: string | null;
  submissionDigest?: string | null;
  /** Source for the audit log; omitted for a manual entry. */
  source?: string;
}

/**
 * Stores a transfer for an issued invoice whose row is locked, and notifies the client. Called for manual entries and
 * bank statements. An overpayment is stored and shown.
 *
 * @returns undefined if a payment with the same submission key exists
 */
export async function receiveTransfer(
  tx: Transaction,
  actor: Actor,
  invoice: InvoiceRow,
  received: Received,
  issuing: Issuing,
): Promise<PaymentRow | undefined> {
  const { amountCents, date, reference, source } = received;
  const { id, currency, userId } = invoice;
  if (invoice.status === 'draft') {
    throw new AppError('CONFLICT', 'Only an issued invoice can be paid');
  }
  const [row] = await tx
    .insert(payments)
    .values({
      userId,
      invoiceId: id,
      method: 'transfer',
      description: `Invoice ${invoice.number}`,
      amountCents,
      currency,
      status: 'completed',
      reference,
      paidAt: momentOf(date, '12:00', issuing.context.timeZone),
      submissionKey: received.submissionKey ?? null,
      submissionDigest: received.submissionDigest ?? null,
    })
    .onConflictDoNothing({ target: payments.submissionKey })
    .returning();
  if (!row) return undefined;
  await emitPayment(tx, undefined, row);
  const words = formatCents(amountCents, currency);
  await addDocumentEvent(tx, { invoiceId: id }, 'payment', { text: words, author: nameOf(actor) });
  await recordAudit(tx, actor, {
    action: 'invoice.payment_recorded',
    about: `invoice:${id}`,
    did: `recorded a transfer of ${words} for the invoice ${invoice.number}`,
    after: {
      amount: centsToAmount(amountCents, currency),
      date,
      reference,
      ...(source && { source }),
    },
  });
  const after = await recalculateInvoice(tx, invoice);
  const isRecorded = actor !== 'system';
  await issuing.emails.paymentReceived(tx, after, { cents: amountCents, isRecorded });
  return row;
}

const reasons = {
  mistake: 'It was recorded by mistake.',
  returned: 'It was returned by the bank.',
};

/**
 * Reverses a transfer of an invoice whose row is locked. The transfer is listed as reversed, its amount is outstanding
 * again, and the client is notified.
 *
 * @param returnedOn the day on which the bank returned the transfer; omitted if the transfer was recorded by mistake
 * @returns false for a transfer that was already reversed, which does not change
 */
export async function reverseReceived(
  tx: Transaction,
  actor: Actor,
  invoice: InvoiceRow,
  { paymentId, returnedOn }: { paymentId: number; returnedOn?: string },
  issuing: Issuing,
): Promise<boolean> {
  const { id } = invoice;
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.invoiceId, id)));
  if (!row) throw new AppError('NOT_FOUND', 'Payment not found');
  if (row.method !== 'transfer') {
    throw new AppError('CONFLICT', 'An online payment is refunded, not reversed');
  }
  if (row.reversedAt) return false;
  const isReturned = returnedOn !== undefined;
  if (row.refundedCents > 0 && !isReturned) {
    throw new AppError('CONFLICT', 'This payment was refunded and cannot be reversed');
  }
  await tx
    .update(payments)
    .set({
      status: 'failed',
      failure: isReturned ? reasons.returned : reasons.mistake,
      reversedAt: new Date(),
      returnedAt: isReturned ? momentOf(returnedOn, '12:00', issuing.context.timeZone) : null,
      updatedAt: new Date(),
    })
    .where(eq(payments.id, paymentId));
  const words = formatCents(row.amountCents, row.currency);
  const kind = isReturned ? 'returned' : 'payment_reversed';
  await addDocumentEvent(tx, { invoiceId: id }, kind, { text: words, author: nameOf(actor) });
  await recordAudit(tx, actor, {
    action: 'invoice.payment_reversed',
    about: `invoice:${id}`,
    did: `reversed a transfer of ${words} for the invoice ${invoice.number}${isReturned ? ', returned by the bank' : ''}`,
    before: { amount: words, reference: row.reference },
  });
  const after = await recalculateInvoice(tx, invoice);
  await issuing.emails.reversed(tx, after, {
    cents: row.amountCents,
    why: isReturned ? 'returned' : 'mistake',
  });
  return true;
}
