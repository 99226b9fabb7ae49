import type Stripe from 'stripe';

import { type SubscriptionStatus, subscriptionStatuses } from '~/contract/billing/billing';
import type { PaymentStatus } from '~/contract/billing/payments';
import type { PaidBy } from '~/contract/documents/documents-schema';
import type { BillingCycle } from '~/contract/plans/plans';
import { fromStripeAmount } from '~/server/features/payments/amounts';
import { type Received, receivedOf } from '~/server/features/payments/reversals';
import { idOf, methodOf, type OnlineMethod, toDate } from '~/server/features/payments/stripe';
import { type DocumentSnapshot, readDocument } from './plan-lines';

/** Fields of a Stripe subscription that we use. */
export interface SubscriptionSnapshot {
  id: string;
  customer: string;
  status: SubscriptionStatus;
  /** Time in seconds, as Stripe returns it. */
  created: number;
  /** Price ids, one for each item. Subscriptions that we created have exactly one. */
  priceIds: string[];
  /** Billing cycle of the first price. */
  cycle: BillingCycle;
  amountCents: number;
  currency: string;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  canceledAt: Date | null;
  card: string;
  /** Id of the Stripe tax rate; empty if the subscription is not taxed. */
  taxRateId: string;
  latestInvoice: string | null;
}

/** Fields of a Stripe invoice that we use. */
export interface InvoiceSnapshot {
  id: string;
  customer: string;
  subscriptionId: string | undefined;
  reason: string;
  amountCents: number;
  refundedCents: number;
  refundedAt: Date | undefined;
  currency: string;
  method: OnlineMethod;
  methodType: string;
  status: PaymentStatus;
  /** True if the bank returned a debit after it had been paid. */
  isReturned: boolean;
  /** True if a payment was attempted. An invoice that was only opened is not a payment. */
  isTried: boolean;
  /** True while the client enters or confirms the first payment on the screen. */
  isOnScreen: boolean;
  failure: string;
  dispute: string;
  paymentIntentId: string | null;
  paidAt: Date | null;
  createdAt: Date;
  paidBy: PaidBy;
  /** Content of the invoice; null if it is not paid. */
  document: DocumentSnapshot | null;
}

const subscriptionExpansions = [
  'default_payment_method',
  'customer.invoice_settings.default_payment_method',
];

const brands = new Map([
  ['amex', 'American Express'],
  ['visa', 'Visa'],
]);

/** Returns a description of the payment method, such as 'Visa ending in 4242'. */
function cardOf(method: string | Stripe.PaymentMethod | null | undefined): string {
  if (!method || typeof method === 'string') return '';
  if (method.sepa_debit) return `Bank account ending in ${method.sepa_debit.last4}`;
  if (!method.card) return '';
  const { brand, last4 } = method.card;
  const name = brands.get(brand) ?? brand.charAt(0).toUpperCase() + brand.slice(1);
  return `${name} ending in ${last4}`;
}

function paidByOf(intent: Stripe.PaymentIntent | undefined): PaidBy {
  const selected = typeof intent?.payment_method === 'object' ? intent.payment_method : null;
  const digits = selected?.card?.last4 ?? selected?.sepa_debit?.last4 ?? '';
  return { means: methodOf(intent).method, digits };
}

/**
 * Returns the billing cycle of a price. The product's prices are charged by the month or the year; for others, returns the
 * nearer of the two.
 */
function cycleOf({ recurring }: Stripe.Price): BillingCycle {
  const isYearly =
    recurring?.interval === 'year' ||
    (recurring?.interval === 'month' && recurring.interval_count >= 12);
  return isYearly ? 'yearly' : 'monthly';
}

export async function readSubscription(stripe: Stripe, id: string): Promise<SubscriptionSnapshot> {
  const read = await stripe.subscriptions.retrieve(id, { expand: subscriptionExpansions });
  const status = subscriptionStatuses.find((known) => known === read.status);
  const item = read.items.data[0];
  if (!status) throw new Error(`Stripe reports the unknown status '${read.status}' for ${id}`);
  if (!item) throw new Error(`the subscription ${id} has no price`);
  const { customer } = read;
  const fallback =
    typeof customer === 'object' && !customer.deleted
      ? customer.invoice_settings.default_payment_method
      : undefined;
  return {
    id: read.id,
    customer: idOf(customer) ?? '',
    status,
    created: read.created,
    priceIds: read.items.data.map(({ price }) => price.id),
    cycle: cycleOf(item.price),
    amountCents: fromStripeAmount(
      read.items.data.reduce(
        (sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1),
        0,
      ),
      item.price.currency,
    ),
    currency: item.price.currency.toUpperCase(),
    currentPeriodEnd: toDate(item.current_period_end),
    cancelAtPeriodEnd: read.cancel_at_period_end || (read.cancel_at !== null && !read.ended_at),
    canceledAt: toDate(read.ended_at ?? read.canceled_at),
    card: cardOf(read.default_payment_method) || cardOf(fallback),
    taxRateId: idOf(item.tax_rates?.[0]) ?? idOf(read.default_tax_rates?.[0]) ?? '',
    latestInvoice: idOf(read.latest_invoice) ?? null,
  };
}

function intentOf(invoice: Stripe.Invoice): string | null {
  const payments = invoice.payments?.data ?? [];
  const payment = payments.find(({ status }) => status === 'paid') ?? payments[0];
  return idOf(payment?.payment.payment_intent) ?? null;
}

/** Returns the state of the payment of an invoice that is not paid. */
function unpaidOf(
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent | undefined,
): Omit<Received, 'status'> & { status: 'failed' | 'pending' } {
  const status = statusOf(invoice, intent);
  return {
    ...{ status, refundedCents: 0, refundedAt: undefined, dispute: '', isReturned: false },
    failure: status === 'failed' ? failureOf(invoice, intent) : '',
  };
}

function statusOf(
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent | undefined,
): 'failed' | 'pending' {
  if (invoice.status === 'void' || invoice.status === 'uncollectible') return 'failed';
  const isDeclined = intent?.status === 'requires_payment_method' && intent.last_payment_error;
  return isDeclined || needsAbsentClient(invoice, intent) ? 'failed' : 'pending';
}

function isOnScreen(invoice: Stripe.Invoice, intent: Stripe.PaymentIntent | undefined): boolean {
  if (invoice.status !== 'open' || invoice.billing_reason !== 'subscription_create') return false;
  if (intent?.status === 'requires_payment_method') return !intent.last_payment_error;
  return intent?.status === 'requires_confirmation' || intent?.status === 'requires_action';
}

/** Returns whether a charge failed because the bank requires a confirmation while the client was not present. */
const needsAbsentClient = (
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent | undefined,
): boolean =>
  intent?.status === 'requires_action' && invoice.billing_reason !== 'subscription_create';

function failureOf(invoice: Stripe.Invoice, intent: Stripe.PaymentIntent | undefined): string {
  if (needsAbsentClient(invoice, intent)) return 'The payment has to be confirmed by you.';
  return intent?.last_payment_error?.message ?? '';
}

export async function readInvoice(stripe: Stripe, id: string): Promise<InvoiceSnapshot | null> {
  const invoice = await stripe.invoices.retrieve(id, { expand: ['payments'] });
  const centsOf = (amount: number) => fromStripeAmount(amount, invoice.currency);
  const amountCents = centsOf(invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due);
  const isPaid = invoice.status === 'paid';
  // Skips drafts, because they can still change, and invoices of 0, which are neither a payment nor a document. Keeps
  // invoices that are paid from the client's balance or add to it: they are documents, but not payments.
  const isEmpty = amountCents <= 0 && !(isPaid && invoice.total !== 0);
  if (!invoice.id || invoice.status === 'draft' || isEmpty) return null;
  const intentId = intentOf(invoice);
  const intent = intentId
    ? await stripe.paymentIntents.retrieve(intentId, {
        expand: ['latest_charge.refunds', 'payment_method'],
      })
    : undefined;
  const payment = isPaid
    ? await receivedOf(stripe, intent, amountCents)
    : unpaidOf(invoice, intent);
  return {
    id: invoice.id,
    customer: idOf(invoice.customer) ?? '',
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    reason: invoice.billing_reason ?? 'manual',
    amountCents,
    currency: invoice.currency.toUpperCase(),
    ...methodOf(intent),
    ...payment,
    isTried:
      isPaid ||
      invoice.attempt_count > 0 ||
      Boolean(intent?.last_payment_error) ||
      intent?.status === 'processing',
    isOnScreen: isOnScreen(invoice, intent),
    paymentIntentId: intentId,
    paidAt: toDate(invoice.status_transitions.paid_at),
    createdAt: new Date(invoice.created * 1000),
    paidBy: paidByOf(intent),
    document: isPaid ? await readDocument(stripe, invoice) : null,
  };
}
