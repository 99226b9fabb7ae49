import { formatCents } from '~/contract/common/currencies';
import { addDocumentEvent } from '~/server/features/documents/events';
import type { PaymentRow, WrittenPayment } from '~/server/features/payments/write-payment';
import { creditAmount } from './credit';
import { type InvoiceRow, overpaidCents, type Transaction } from './invoices.rows';
import type { Issuing } from './issue';
import { recalculateInvoice } from './recalculate';

export const isPaid = (row: Pick<PaymentRow, 'status'> | undefined): boolean =>
  row?.status === 'completed' || row?.status === 'refunded';

/**
 * Updates timeline, status, credit note and emails after a payment changed at Stripe. The caller must lock the
 * invoice's row. After the return of a debit, its amount is outstanding again. The same applies to a lost dispute,
 * because the work was done and its price stays the same. For a plan, a lost dispute creates a credit note instead.
 */
export async function applyPaymentChange(
  tx: Transaction,
  invoice: InvoiceRow,
  { before, after }: WrittenPayment,
  issuing: Issuing,
): Promise<InvoiceRow> {
  const words = (cents: number) => formatCents(cents, after.currency);
  const about = { invoiceId: invoice.id };
  const isOfPlan = invoice.stripeInvoiceId !== null;
  const isDebit = after.method === 'debit';
  const isReturned = after.reversedAt !== null && !before?.reversedAt;
  const hasFailed = !isReturned && after.status === 'failed' && before?.failure !== after.failure;
  const isBegun = after.status === 'pending' && before?.status !== 'pending';
  if (isBegun) {
    await addDocumentEvent(tx, about, 'payment_pending', { text: words(after.amountCents) });
  }
  if (hasFailed) await addDocumentEvent(tx, about, 'payment_failed', { text: after.failure });
  if (isReturned) {
    await addDocumentEvent(tx, about, 'returned', { text: words(after.amountCents) });
  }
  const isNew = isPaid(after) && !isPaid(before);
  const overpaid = overpaidCents(invoice);
  if (isNew) await addDocumentEvent(tx, about, 'payment', { text: words(after.amountCents) });
  let recalculated = await recalculateInvoice(tx, invoice);
  if (isBegun) {
    await issuing.emails.paymentBegun(tx, recalculated, after.amountCents);
  }
  // Sends no email about a card payment that fails immediately, because the client sees the failure on the screen.
  // Debits and other pending payments fail days later.
  if (isReturned || (hasFailed && (isDebit || before?.status === 'pending'))) {
    const why = isReturned ? 'returned' : 'failed';
    await issuing.emails.reversed(tx, recalculated, { cents: after.amountCents, why });
  }
  const refunded = after.refundedCents - (before?.refundedCents ?? 0);
  // Either a refund failed, or a lost dispute was won later. The credit note for it stays valid.
  if (refunded < 0 && !isReturned) {
    await addDocumentEvent(tx, about, 'repayment_reversed', { text: words(-refunded) });
    if (before?.dispute !== 'lost') {
      const failed = { cents: -refunded, why: 'refundFailed' as const };
      await issuing.emails.reversed(tx, recalculated, failed);
    }
  }
  if (refunded > 0) {
    // After a lost dispute, the rest of the payment can still be refunded.
    const isLost = after.dispute === 'lost' && before?.dispute !== 'lost';
    const author = isLost ? '' : after.refundAuthor;
    const kind = isLost ? 'returned' : 'refunded';
    await addDocumentEvent(tx, about, kind, { text: words(refunded), author });
    const credited = isLost && !isOfPlan ? 0 : refunded - overpaid;
    const repaid = { cents: refunded, method: after.method };
    const crediting = isLost
      ? { reason: 'Disputed payment', label: `Disputed payment of ${invoice.number}` }
      : { reason: after.refundReason || 'Refund', repaid };
    if (isLost) await issuing.emails.disputeLost(tx, recalculated, refunded);
    if (credited > 0) {
      recalculated = (
        await creditAmount(
          tx,
          recalculated,
          credited,
          { ...crediting, author, paymentId: after.id },
          issuing,
        )
      ).invoice;
    } else if (!isLost) {
      await issuing.emails.repaid(tx, recalculated, repaid);
    }
  }
  if (isNew) {
    await issuing.emails.paymentReceived(tx, recalculated, { cents: after.amountCents });
  }
  return recalculated;
}
