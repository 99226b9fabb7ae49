import { and, eq, lte } from 'drizzle-orm';

import type { PaymentStatus } from '~/contract/billing/payments';
import type { Buyer } from '~/contract/documents/documents-schema';
import type { BillingCycle } from '~/contract/plans/plans';
import { type WrittenPayment, writePayment } from '~/server/features/payments/write-payment';
import { payments, subscriptions } from '~/server/platform/db/schema/billing';
import { plans } from '~/server/platform/db/schema/plans';
import type { Owner, Transaction } from './apply-subscription';
import type { InvoiceSnapshot } from './snapshots';

/** Stored subscription of an invoice. */
export interface InvoiceSubscription {
  id: number;
  cycle: BillingCycle;
  plan: string | null;
  taxedBuyer: Buyer | null;
}

export async function subscriptionOf(
  tx: Transaction,
  { subscriptionId }: Pick<InvoiceSnapshot, 'subscriptionId'>,
): Promise<InvoiceSubscription | undefined> {
  if (!subscriptionId) return undefined;
  const [row] = await tx
    .select({
      id: subscriptions.id,
      cycle: subscriptions.cycle,
      plan: plans.name,
      taxedBuyer: subscriptions.taxedBuyer,
    })
    .from(subscriptions)
    .leftJoin(plans, eq(plans.id, subscriptions.planId))
    .where(eq(subscriptions.stripeSubscriptionId, subscriptionId));
  return row;
}

/**
 * Returns whether an invoice counts as a charge. A first payment that failed does not, because the client can repeat it
 * with other billing data.
 */
const isChargeIn = (status: PaymentStatus, reason: string): boolean =>
  status !== 'failed' || reason !== 'subscription_create';

/**
 * Writes the snapshot of an invoice, unless a newer one was written. Two kinds of invoices do not count as payments:
 * those paid completely from the client's balance, and first payments that the client has not confirmed yet.
 *
 * @returns 'outdated' if a newer snapshot was written; undefined if the invoice is no payment
 */
export async function applyInvoice(
  tx: Transaction,
  owner: Owner,
  snapshot: InvoiceSnapshot,
  readAt: Date,
): Promise<WrittenPayment | 'outdated' | undefined> {
  const [before] = await tx
    .select()
    .from(payments)
    .where(eq(payments.stripeInvoiceId, snapshot.id));
  if (snapshot.isOnScreen) return undefined;
  // A first invoice without an attempted payment is not a payment: the client opened the payment page and left.
  const isPayment = snapshot.isTried || snapshot.reason !== 'subscription_create';
  if (!before && (!isPayment || snapshot.amountCents <= 0)) return undefined;
  const subscription = await subscriptionOf(tx, snapshot);
  // Ignores invoices that were created manually at Stripe, and those of unknown customers, because we did not sell
  // anything there.
  if (!before && !subscription) return undefined;
  const { amountCents, refundedCents, refundedAt, currency, method, methodType } = snapshot;
  const { status, isReturned, dispute, failure, paidAt } = snapshot;
  const isCharge = isChargeIn(status, snapshot.reason);
  // Later changes of the subscription's tax affect only later charges.
  const isNew = isCharge && (!before || !isChargeIn(before.status, snapshot.reason));
  const reading = {
    ...{ amountCents, refundedCents, refundedAt, currency, method, methodType },
    ...{ status, isReturned, dispute, failure, paidAt },
  };
  const written = await writePayment(
    tx,
    before,
    {
      ...reading,
      ...(isNew && { taxedBuyer: subscription?.taxedBuyer }),
      stripePaymentIntentId: snapshot.paymentIntentId ?? null,
      readAt,
    },
    {
      userId: owner.id,
      subscriptionId: subscription?.id ?? null,
      description: subscription ? describe(subscription, snapshot.reason) : '',
      stripeInvoiceId: snapshot.id,
      createdAt: snapshot.createdAt,
    },
  );
  return written ?? 'outdated';
}

/**
 * Handles a stored invoice that could not be read at Stripe. If Stripe does not have an open invoice, marks it as
 * failed. If there is nothing to pay, marks the invoice as read, so that the next run does not request it again
 * immediately.
 */
export async function leaveInvoice(
  tx: Transaction,
  invoice: { id: string; isMissing: boolean },
  readAt: Date,
): Promise<void> {
  await tx
    .update(payments)
    .set({
      syncedAt: readAt,
      ...(invoice.isMissing && {
        status: 'failed' as const,
        failure: 'This payment was never finished.',
        updatedAt: new Date(),
      }),
    })
    .where(
      and(
        eq(payments.stripeInvoiceId, invoice.id),
        eq(payments.status, 'pending'),
        lte(payments.syncedAt, readAt),
      ),
    );
}

export function describe(
  subscription: Pick<InvoiceSubscription, 'plan' | 'cycle'>,
  reason: string,
): string {
  const plan = `${subscription.plan ?? 'Subscription'}, ${subscription.cycle}`;
  return reason === 'subscription_update' ? `Change to ${plan}` : plan;
}
