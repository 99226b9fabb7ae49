import { isLive } from '~/contract/billing/billing';
import { centsToAmount } from '~/contract/common/currencies';
import { formatMoney } from '~/contract/common/money';
import { shownName } from '~/server/features/documents/clients';
import type { PaymentRow, WrittenPayment } from '~/server/features/payments/write-payment';
import { recordAudit } from '~/server/platform/audit/audit';
import type { Owner, Transaction, WrittenSubscription } from './apply-subscription';
import type { BillingEmails } from './emails';

const amountOf = (row: PaymentRow): string =>
  formatMoney(centsToAmount(row.amountCents, row.currency), row.currency);

/**
 * Notifies client and agency of a payment without an invoice. Called by the process that wrote the change, so that each
 * change is announced once.
 *
 * @param reason why Stripe created the Stripe invoice of the payment
 */
export async function notifyOfInvoice(
  tx: Transaction,
  emails: BillingEmails,
  owner: Owner,
  { before, after }: WrittenPayment,
  reason: string,
): Promise<void> {
  if (before?.status === after.status) return;
  const { id, description, failure } = after;
  const payment = { id, description, amount: amountOf(after) };
  const isFirst = reason === 'subscription_create';
  // Sends an email only for the first debit, because Stripe announces the debits of renewals.
  if (after.status === 'pending' && isFirst) await emails.paymentBegun(tx, owner, payment);
  if (after.status === 'completed' && before?.status !== 'refunded') {
    await emails.paymentReceived(tx, owner, payment);
  }
  if (after.status !== 'failed') return;
  if (after.returnedAt) {
    await emails.paymentReturned(tx, owner, payment);
    return;
  }
  const method = after.method === 'transfer' ? 'online' : after.method;
  // Sends no email about a first card payment that fails immediately, because the client sees the failure on the
  // screen. Debits and other pending payments fail days later.
  if (isFirst && before?.status !== 'pending' && method !== 'debit') return;
  await emails.paymentFailed(tx, owner, { ...payment, failure, method });
  await recordAudit(tx, 'system', {
    action: 'payment.failed',
    about: `user:${owner.id}`,
    did: `recorded a failed payment of ${payment.amount} from ${shownName(owner)} for ${description}${failure && `: ${failure}`}`,
  });
}

/** Notifies the agency of a paid plan whose invoice waits for the client's billing data. */
export async function notifyOfHeldInvoice(
  tx: Transaction,
  emails: BillingEmails,
  owner: Owner,
  payment: PaymentRow,
  why: string,
): Promise<void> {
  const { id, description } = payment;
  await emails.invoiceHeld(tx, owner, { id, description, amount: amountOf(payment), why });
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
  // If the client had canceled, the email was sent at that time, so the end of the subscription sends none.
  if (isCancelled || (isOver && !before.cancelAtPeriodEnd)) {
    await emails.subscriptionEnding(tx, owner, {
      id: after.id,
      planName,
      endsAt: isOver ? null : after.currentPeriodEnd,
    });
  }
}
