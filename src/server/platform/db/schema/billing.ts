import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import { liveStatuses, subscriptionStatuses } from '~/contract/billing/billing';
import { paymentStatuses } from '~/contract/billing/payments';
import type { Buyer } from '~/contract/documents/documents-schema';
import { taxCategories } from '~/contract/documents/tax-categories';
import { paymentMethods } from '~/contract/invoices/invoices';
import { billingCycles } from '~/contract/plans/plans';
import { users } from './identity';
import { invoices } from './invoices';
import { plans } from './plans';
import { searchKeysIndex } from './search-keys';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const billingCycleEnum = pgEnum('billing_cycle', billingCycles);
export const subscriptionStatusEnum = pgEnum('subscription_status', subscriptionStatuses);
export const paymentStatusEnum = pgEnum('payment_status', paymentStatuses);
export const paymentMethodEnum = pgEnum('payment_method', paymentMethods);

/** Prices of a plan at Stripe. Amounts never change: a new amount adds a row. */
export const planPrices = pgTable(
  'plan_prices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    planId: integer('plan_id')
      .notNull()
      .references(() => plans.id, { onDelete: 'cascade' }),
    cycle: billingCycleEnum().notNull(),
    /** Amount of one charge: the monthly price, or twelve times that for a year. */
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    currency: text().notNull(),
    stripePriceId: text('stripe_price_id').notNull().unique(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('plan_prices_amount_idx').on(
      table.planId,
      table.cycle,
      table.amountCents,
      table.currency,
    ),
  ],
);

/**
 * Former Stripe price ids of a plan. They are never deleted, because a subscription keeps the price with which it
 * began.
 */
export const formerPrices = pgTable(
  'former_prices',
  {
    stripePriceId: text('stripe_price_id').primaryKey(),
    planId: integer('plan_id')
      .notNull()
      .references(() => plans.id),
    cycle: billingCycleEnum().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('former_prices_plan_idx').on(table.planId)],
);

/** Stripe tax rates for plans, one for each kind of tax and Stripe account. */
export const planTaxRates = pgTable(
  'plan_tax_rates',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Stripe mode and account. */
    stripeAccount: text('stripe_account').notNull(),
    category: text({ enum: taxCategories }).notNull(),
    /** Tax rate in percent. */
    rate: text().notNull(),
    /** True if the price includes the tax. */
    isInclusive: boolean('is_inclusive').notNull(),
    stripeTaxRateId: text('stripe_tax_rate_id').notNull().unique(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('plan_tax_rates_kind_idx').on(
      table.stripeAccount,
      table.category,
      table.rate,
      table.isInclusive,
    ),
  ],
);

/** Clients' subscriptions, as last read from Stripe. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** Plan; null if the subscription's price belongs to no plan. */
    planId: integer('plan_id').references(() => plans.id),
    cycle: billingCycleEnum().notNull(),
    /** Amount of one charge. */
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    currency: text().notNull(),
    status: subscriptionStatusEnum().notNull(),
    stripeSubscriptionId: text('stripe_subscription_id').notNull().unique(),
    /** Stripe mode and account from which the subscription was last read; empty if unknown. */
    stripeAccount: text('stripe_account').notNull().default(''),
    /**
     * Stripe mode and account in which this subscription was not found, so that our table shows it as ended. The
     * subscription is live again once the configured account has it. Empty if it was found.
     */
    missingIn: text('missing_in').notNull().default(''),
    /** Note for the admin. */
    note: text().notNull().default(''),
    currentPeriodEnd: at('current_period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    canceledAt: at('canceled_at'),
    /** Id of the Stripe tax rate; empty if the plan is not taxed. */
    stripeTaxRateId: text('stripe_tax_rate_id').notNull().default(''),
    /**
     * Billing data that determined the tax, also used for the subscription's invoices. Null if the plan is not taxed.
     */
    taxedBuyer: jsonb('taxed_buyer').$type<Buyer>(),
    /** When a job last set the tax from the client's billing data, before a charge; null until then. */
    taxedAt: at('taxed_at'),
    /** Card of the subscription, such as 'Visa ending in 4242'; empty until a card is known. */
    card: text().notNull().default(''),
    /** When reading this state from Stripe began. An older state never overwrites a newer one. */
    syncedAt: at('synced_at').notNull().defaultNow(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('subscriptions_user_idx').on(table.userId, table.id.desc().nullsFirst()),
    index('subscriptions_status_idx').on(table.status),
    // A client has at most one live subscription, even under concurrent writes.
    uniqueIndex('subscriptions_one_live_idx')
      .on(table.userId)
      .where(sql.raw(`status in (${liveStatuses.map((status) => `'${status}'`).join(', ')})`)),
    index('subscriptions_plan_idx').on(table.planId),
  ],
);

/**
 * Payments, whether open, paid, failed or refunded: one row for each Stripe invoice of a plan, and for each payment of
 * one of the agency's invoices.
 */
export const payments = pgTable(
  'payments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null for an invoice to a client without an email, who has no account. */
    userId: text('user_id').references(() => users.id),
    subscriptionId: integer('subscription_id').references(() => subscriptions.id),
    description: text().notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    refundedCents: bigint('refunded_cents', { mode: 'number' }).notNull().default(0),
    currency: text().notNull(),
    status: paymentStatusEnum().notNull(),
    /** Stripe invoice of a plan payment; null for payments of agency invoices. */
    stripeInvoiceId: text('stripe_invoice_id').unique(),
    /**
     * Billing data that determined the tax of a plan's charge. Null if the plan is not taxed, and for payments of
     * agency invoices.
     */
    taxedBuyer: jsonb('taxed_buyer').$type<Buyer>(),
    /** Reason why a paid plan has no invoice yet, as a sentence without a period; empty otherwise. */
    heldFor: text('held_for').notNull().default(''),
    /** Invoice of the agency that was paid; null for plans. */
    invoiceId: integer('invoice_id').references(() => invoices.id),
    method: paymentMethodEnum().notNull().default('card'),
    /** Stripe's type of the method, such as 'ideal'; empty for transfers, and until a method is selected. */
    methodType: text('method_type').notNull().default(''),
    /** Payment reference of a transfer, as on the bank statement. */
    reference: text().notNull().default(''),
    /** Reason and author of the last refund that an admin requested. */
    refundReason: text('refund_reason').notNull().default(''),
    refundAuthor: text('refund_author').notNull().default(''),
    /**
     * When the payment was reversed, because an admin had recorded a transfer by mistake, or by the bank. Afterwards,
     * its status is failed.
     */
    reversedAt: at('reversed_at'),
    /**
     * When the bank returned a payment that had been received. The payment counts as received before this time, and as
     * refunded afterwards.
     */
    returnedAt: at('returned_at'),
    /** Idempotency key of a recorded transfer. */
    submissionKey: text('submission_key').unique(),
    /** SHA-256 of the request with the submission key. Another request with the same key is an error. */
    submissionDigest: text('submission_digest'),
    stripePaymentIntentId: text('stripe_payment_intent_id'),
    /** Stripe's status of a dispute, such as 'needs_response'; empty without a dispute. */
    dispute: text().notNull().default(''),
    /** Reason of a failure, written for the client. */
    failure: text().notNull().default(''),
    paidAt: at('paid_at'),
    /** When reading this state from Stripe began, as in `subscriptions`. */
    syncedAt: at('synced_at').notNull().defaultNow(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    searchKeysIndex('payments'),
    index('payments_user_idx').on(
      table.userId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('payments_newest_idx').on(
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('payments_status_idx').on(table.status, table.createdAt.desc().nullsFirst()),
    index('payments_intent_idx').on(table.stripePaymentIntentId),
    index('payments_invoice_idx').on(table.invoiceId),
    index('payments_returned_idx').on(table.returnedAt).where(sql`returned_at is not null`),
    uniqueIndex('payments_invoice_intent_idx')
      .on(table.stripePaymentIntentId)
      .where(sql`invoice_id is not null`),
    check('payments_refund_within', sql`refunded_cents between 0 and amount_cents`),
  ],
);

/** Refunds with their dates. The rows of a payment add up to its `refunded_cents`. */
export const refunds = pgTable(
  'refunds',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    /** Amount in cents; negative if a refund is reversed, or if the bank changed its decision about a dispute. */
    cents: bigint({ mode: 'number' }).notNull(),
    /** Row of a past month that was a mistake, and that this row reverses. Both rows remain. */
    takesBackId: integer('takes_back_id')
      .unique()
      .references((): AnyPgColumn => refunds.id, { onDelete: 'cascade' }),
    /** When Stripe created or reported the refund. For a transfer, noon of the day on which it was sent. */
    refundedAt: at('refunded_at').notNull().defaultNow(),
    /** Payment reference of a refund by transfer on the bank statement. */
    reference: text().notNull().default(''),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('refunds_payment_idx').on(table.paymentId),
    index('refunds_refunded_idx').on(table.refundedAt),
  ],
);

/** Stripe's events as they were received. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    payload: jsonb().$type<object>().notNull(),
    /** When Stripe created the event. */
    createdAt: at('created_at').notNull(),
    receivedAt: at('received_at').notNull().defaultNow(),
    /** Null until the event is applied. */
    appliedAt: at('applied_at'),
    attempts: integer().notNull().default(0),
    /** Reason why the event could not be applied, for an admin. Details are in the log. */
    lastError: text('last_error').notNull().default(''),
    /** Note for the admin about the result of the event. */
    note: text().notNull().default(''),
  },
  (table) => [
    index('stripe_events_newest_idx').on(table.receivedAt.desc().nullsFirst(), table.id),
    index('stripe_events_waiting_idx').on(table.receivedAt).where(sql`applied_at is null`),
  ],
);

/**
 * Position up to which Stripe's list of events was read, for each account. The list begins with the newest event, so it
 * is read backwards in time, possibly over several runs. The position moves forward only once a read is complete.
 */
export const stripeCursors = pgTable('stripe_cursors', {
  account: text().primaryKey(),
  /** Time before which all events are stored; null until the first complete read. */
  completeUntil: at('complete_until'),
  /** When the current read began; null if none is in progress. */
  readingSince: at('reading_since'),
  /** Last event that the current read has stored. The read continues after it. */
  readingAfter: text('reading_after').notNull().default(''),
});

/**
 * A client's checkout in progress: its lease, and the idempotency key for Stripe. Written before Stripe is called, so
 * that a repeated call returns the same result.
 */
export const checkouts = pgTable('checkouts', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** When the lease expires. */
  leasedUntil: at('leased_until').notNull(),
  /** Stripe's idempotency key; empty until a subscription is requested. */
  key: text().notNull().default(''),
  /** Price requested with the idempotency key. */
  stripePriceId: text('stripe_price_id').notNull().default(''),
  /** Subscription created with the idempotency key; null until it is known. */
  stripeSubscriptionId: text('stripe_subscription_id'),
});
