import { and, eq } from 'drizzle-orm';

import type { Repayment } from '~/contract/billing/payments';
import { formatCents } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import { dateIn, momentOf } from '~/contract/common/dates';
import { AppError } from '~/contract/common/errors';
import { addDocumentEvent } from '~/server/features/documents/events';
import { rejectFields } from '~/server/features/documents/items';
import { creditAmount } from '~/server/features/invoices/credit';
import {
  type InvoiceRow,
  lockInvoice,
  overpaidCents,
  standingRefund,
  type Transaction,
} from '~/server/features/invoices/invoices.rows';
import type { Issuing } from '~/server/features/invoices/issue';
import { recalculateInvoice } from '~/server/features/invoices/recalculate';
import { type Actor, nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { payments, refunds } from '~/server/platform/db/schema/billing';
import { emitPayment } from './payment.rows';
import { rejectRepeat } from './refunds';

/**
 * Records that the agency's bank refunded a transfer, in full or in part. Makes no payment. Creates a credit note for
 * any part that was not an overpayment.
 */
export async function refundTransfer(
  db: Database,
  prepare: () => Promise<Issuing>,
  request: { paymentId: number; amountCents?: number | undefined } & Repayment,
): Promise<void> {
  const { paymentId, amountCents, reference = '', author = '' } = request;
  const reason = request.reason || 'Refund';
  const issuing = await prepare();
  const { today, timeZone } = issuing.context;
  const date = request.date ?? today;
  if (date > today) rejectFields([{ path: 'date', message: 'This date is in the future' }]);
  await db.transaction(async (tx) => {
    const [found] = await tx.select().from(payments).where(eq(payments.id, paymentId));
    if (!found?.invoiceId) throw new AppError('NOT_FOUND', 'Payment not found');
    const invoice = await lockInvoice(tx, found.invoiceId);
    const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId));
    if (payment?.paidAt && date < dateIn(timeZone, payment.paidAt)) {
      rejectFields([{ path: 'date', message: 'This is before the payment that is repaid' }]);
    }
    if (payment?.status !== 'completed') {
      throw new AppError('CONFLICT', 'Only what was paid can be refunded');
    }
    rejectRepeat(payment, request);
    const left = payment.amountCents - payment.refundedCents;
    const cents = amountCents ?? left;
    if (!(cents > 0 && cents <= left)) {
      throw new AppError('CONFLICT', 'This is more than is left of the payment');
    }
    await tx.insert(refunds).values({
      paymentId,
      cents,
      refundedAt: momentOf(date, '12:00', timeZone),
      reference,
    });
    const [repaidOne] = await tx
      .update(payments)
      .set({
        refundedCents: payment.refundedCents + cents,
        status: cents === left ? 'refunded' : 'completed',
        updatedAt: new Date(),
      })
      .where(eq(payments.id, paymentId))
      .returning();
    if (repaidOne) await emitPayment(tx, payment, repaidOne);
    const text = [
      `${formatCents(cents, payment.currency)} by transfer on ${dateInWords(date)}`,
      reference,
    ];
    await addDocumentEvent(tx, { invoiceId: invoice.id }, 'refunded', {
      text: text.filter(Boolean).join(', '),
      author,
    });
    const overpaid = overpaidCents(invoice);
    const recalculated = await recalculateInvoice(tx, invoice);
    const repaid = { cents, transfer: { date, reference } };
    const crediting = { reason, author, paymentId, repaid };
    if (cents > overpaid) {
      await creditAmount(tx, recalculated, cents - overpaid, crediting, issuing);
    } else {
      await issuing.emails.repaid(tx, recalculated, repaid);
    }
  });
}

/**
 * Reverses a refund that was recorded by mistake, of an invoice whose row is locked, and notifies the client. The
 * credit note remains, because its number is used, so the agency owes its amount to the client.
 *
 * @throws NOT_FOUND if the refund was already reversed
 */
export async function reverseRepayment(
  tx: Transaction,
  actor: Actor,
  invoice: InvoiceRow,
  refundId: number,
  issuing: Issuing,
): Promise<void> {
  const [found] = await tx
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.id, refundId), eq(payments.invoiceId, invoice.id), standingRefund));
  if (!found) throw new AppError('NOT_FOUND', 'Refund not found');
  const { refund, payment } = found;
  if (payment.method !== 'transfer') {
    throw new AppError('CONFLICT', 'A Stripe refund can’t be reversed');
  }
  const { timeZone, today } = issuing.context;
  const day = dateIn(timeZone, refund.refundedAt);
  if (day.slice(0, 7) === today.slice(0, 7)) {
    await tx.delete(refunds).where(eq(refunds.id, refundId));
  } else {
    // Adds a row of today that reverses a refund of an earlier month, so that the totals of past months do not change.
    const { paymentId } = refund;
    await tx.insert(refunds).values({ paymentId, cents: -refund.cents, takesBackId: refundId });
  }
  await tx
    .update(payments)
    .set({
      refundedCents: payment.refundedCents - refund.cents,
      // If the bank has returned the payment, its status does not change.
      ...(!payment.reversedAt && { status: 'completed' as const }),
      updatedAt: new Date(),
    })
    .where(eq(payments.id, payment.id));
  const words = formatCents(refund.cents, payment.currency);
  await addDocumentEvent(tx, { invoiceId: invoice.id }, 'repayment_reversed', {
    text: words,
    author: nameOf(actor),
  });
  await recordAudit(tx, actor, {
    action: 'invoice.repayment_reversed',
    about: `invoice:${invoice.id}`,
    did: `took back a repayment of ${words} for the invoice ${invoice.number}`,
    before: {
      amount: words,
      date: day,
      reference: refund.reference,
    },
  });
  const recalculated = await recalculateInvoice(tx, invoice);
  await issuing.emails.reversed(tx, recalculated, { cents: refund.cents, why: 'notRepaid' });
}
