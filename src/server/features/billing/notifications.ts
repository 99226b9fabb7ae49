import { isLive } from '~/contract/billing/billing';
import { centsToAmount } from '~/contract/common/currencies';
import { formatMoney } from '~/contract/common/money';
import type { PaymentRow, WrittenPayment } from '~/server/features/payments/write-payment';
import type { Owner, Transaction, WrittenSubscription } from './apply-subscription';
import type { BillingEmails } from './emails';

const amountOf = (row: PaymentRow): string =>
  formatMoney(centsToAmount(row.amountCents, row.currency), row.currency);

/** Notifies the client, and the agency of a debit that begins and of a failure. Called by the process that wrote the change, so that each change is announced once. */
export async function notifyOfInvoice(
  tx: Transaction,
  emails: BillingEmails,
  owner: Owner,
  { before, after }: WrittenPayment,
  reason: string,
): Promise<void> {
  if (before?.status === after.status) return;
  const { id, description, method } = after;
  const payment = { id, description, amount: amountOf(after), method };
  if (after.status === 'pending' && method === 'debit') {
    await emails.paymentBegun(tx, owner, payment);
  }
  if (after.status === 'completed' && before?.status !== 'refunded') {
    await emails.paymentReceived(tx, owner, payment);
  }
  // A first payment that fails at once is shown on the payment page instead.
  const isSeen = reason === 'subscription_create' && before?.status !== 'pending';
  if (after.status === 'failed' && !isSeen) {
    await emails.paymentFailed(tx, owner, { ...payment, failure: after.failure });
  }
}

export async function notifyOfSubscription(
  tx: Transaction,
  emails: BillingEmails,
  owner: Owner,
  written: WrittenSubscription,
): Promise<void> {
  const { before, after, planName } = written;
  if (!before || !isLive(before.status)) return;
  const isOver = !isLive(after.status);
  const isResumed = before.cancelAtPeriodEnd && !after.cancelAtPeriodEnd && !isOver;
  if (isResumed) await emails.subscriptionResumed(tx, owner, { id: after.id, planName });
  const isCancelled = after.cancelAtPeriodEnd && !before.cancelAtPeriodEnd;
  // A client who canceled was notified at that time, and gets no email at the end.
  if (isCancelled || (isOver && !before.cancelAtPeriodEnd)) {
    await emails.subscriptionEnding(tx, owner, {
      id: after.id,
      planName,
      endsAt: isOver ? null : after.currentPeriodEnd,
    });
  }
}
