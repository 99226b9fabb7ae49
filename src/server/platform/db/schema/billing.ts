import { sql } from 'drizzle-orm';
import {
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

import { liveStatuses, paymentStatuses, subscriptionStatuses } from '~/contract/billing/billing';
import { billingCycles } from '~/contract/plans/plans';
import { users } from './identity';
import { plans } from './plans';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const billingCycleEnum = pgEnum('billing_cycle', billingCycles);
export const subscriptionStatusEnum = pgEnum('subscription_status', subscriptionStatuses);
export const paymentStatusEnum = pgEnum('payment_status', paymentStatuses);

/** A plan's prices at Stripe. An amount there never changes: a new one is a new row. */
export const planPrices = pgTable(
  'plan_prices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    planId: integer('plan_id')
      .notNull()
      .references(() => plans.id, { onDelete: 'cascade' }),
    cycle: billingCycleEnum().notNull(),
    /** What is charged each time: a month's price, or twelve of those paid by the year. */
    amountCents: integer('amount_cents').notNull(),
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
 * Price ids that a plan had at Stripe before, written by a trigger on `plan_prices` and never removed: a
 * subscription made under one is charged at it for as long as it lives.
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

/** Clients' subscriptions, as Stripe last told of them. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** Null where it was made at a price that belongs to no plan of this site. */
    planId: integer('plan_id').references(() => plans.id),
    cycle: billingCycleEnum().notNull(),
    /** What is charged each time. */
    amountCents: integer('amount_cents').notNull(),
    currency: text().notNull(),
    status: subscriptionStatusEnum().notNull(),
    stripeSubscriptionId: text('stripe_subscription_id').notNull().unique(),
    /** The mode and account at Stripe where it was last read; empty where that was never looked up. */
    stripeAccount: text('stripe_account').notNull().default(''),
    /**
     * The mode and account that was asked for it and has no such subscription: it was ended here, and lives
     * on as soon as another account, such as its own, has it. Empty where it was found.
     */
    missingIn: text('missing_in').notNull().default(''),
    /** What an admin should know of it, as a sentence. */
    note: text().notNull().default(''),
    currentPeriodEnd: at('current_period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    canceledAt: at('canceled_at'),
    /** Such as 'Visa ending in 4242'; empty until there is one. */
    card: text().notNull().default(''),
    /** When reading this from Stripe began: what was read later is never overwritten by it. */
    syncedAt: at('synced_at').notNull().defaultNow(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('subscriptions_user_idx').on(table.userId, table.id.desc().nullsFirst()),
    index('subscriptions_status_idx').on(table.status),
    // A client has at most one live subscription, whatever runs at once.
    uniqueIndex('subscriptions_one_live_idx')
      .on(table.userId)
      .where(sql.raw(`status in (${liveStatuses.map((status) => `'${status}'`).join(', ')})`)),
    index('subscriptions_plan_idx').on(table.planId),
  ],
);

/** One row a Stripe invoice: what a client paid, is to pay, or got back. */
export const payments = pgTable(
  'payments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    subscriptionId: integer('subscription_id').references(() => subscriptions.id),
    description: text().notNull(),
    amountCents: integer('amount_cents').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    currency: text().notNull(),
    status: paymentStatusEnum().notNull(),
    stripeInvoiceId: text('stripe_invoice_id').notNull().unique(),
    stripePaymentIntentId: text('stripe_payment_intent_id'),
    /** Stripe's own word for a dispute, such as 'needs_response'; empty where there is none. */
    dispute: text().notNull().default(''),
    /** Why it failed, in words for the client. */
    failure: text().notNull().default(''),
    paidAt: at('paid_at'),
    /** As with subscriptions. */
    syncedAt: at('synced_at').notNull().defaultNow(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
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
    check('payments_refund_within', sql`refunded_cents between 0 and amount_cents`),
  ],
);

/** Stripe's events as they came, before anything is made of them. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    payload: jsonb().$type<object>().notNull(),
    /** When Stripe made it. */
    createdAt: at('created_at').notNull(),
    receivedAt: at('received_at').notNull().defaultNow(),
    /** Null until what it tells of is in the tables. */
    appliedAt: at('applied_at'),
    attempts: integer().notNull().default(0),
    /** Why it could not be applied, in words for an admin; the log has the details. */
    lastError: text('last_error').notNull().default(''),
    /** What an admin should know of what it led to, as a sentence. */
    note: text().notNull().default(''),
  },
  (table) => [
    index('stripe_events_newest_idx').on(table.receivedAt.desc().nullsFirst(), table.id),
    index('stripe_events_waiting_idx').on(table.receivedAt).where(sql`applied_at is null`),
  ],
);

/**
 * How far Stripe's list of events has been read, for each account. The list comes newest first, so one
 * reading of it goes backwards, over several runs where it is long, and counts only once it is complete.
 */
export const stripeCursors = pgTable('stripe_cursors', {
  account: text().primaryKey(),
  /** All events made before this were read and stored; null until a first reading was complete. */
  completeUntil: at('complete_until'),
  /** When the reading under way began; null where none is. */
  readingSince: at('reading_since'),
  /** The last event that the reading under way has stored: it goes on behind this one. */
  readingAfter: text('reading_after').notNull().default(''),
});

/**
 * A client's way to a subscription, while it is gone: whose turn it is, and the key under which Stripe was
 * asked. It is written before Stripe is asked, so that a repeated request gets what was made then.
 */
export const checkouts = pgTable('checkouts', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Free to be taken once it has passed. */
  leasedUntil: at('leased_until').notNull(),
  /** Stripe's idempotency key; empty until something is asked for. */
  key: text().notNull().default(''),
  /** The price that was asked for under that key. */
  stripePriceId: text('stripe_price_id').notNull().default(''),
  /** What came of it; null until that is known. */
  stripeSubscriptionId: text('stripe_subscription_id'),
});
