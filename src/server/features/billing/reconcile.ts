import { and, asc, between, eq, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { AccountSource } from '~/server/features/payments/account';
import { isPassing } from '~/server/features/payments/failures';
import type { StripeSource } from '~/server/features/payments/stripe';
import type { Database } from '~/server/platform/db/client';
import { payments, subscriptions } from '~/server/platform/db/schema/billing';
import { updateCustomers } from './customers';
import { isLiveSubscription, isNotEnded } from './figures';
import type { InvoiceBilling } from './invoice-billing';
import type { PlanDocuments } from './plan-documents';
import type { Pull } from './pull';
import type { Retax } from './retax';
import type { StripeEvents } from './stripe-events';
import type { Sync, Targets } from './sync';

const atOnce = 25;

/**
 * Fetches missed events, retries failed ones, and rereads objects whose state should have changed by now.
 *
 * @returns the result as text
 */
export async function reconcile(
  db: Database,
  deps: {
    stripe: StripeSource;
    account: AccountSource;
    sync: Sync;
    stripeEvents: StripeEvents;
    pull: Pull;
    documents: Pick<PlanDocuments, 'missing'>;
    retax: Retax;
    invoicePayments?: Pick<InvoiceBilling, 'reconcile'> | undefined;
    onFailure(about: string, error: unknown): void;
  },
): Promise<string> {
  const stripe = await deps.stripe();
  const account = await deps.account();
  const missed = await deps.pull(stripe);
  const applied = await deps.stripeEvents.catchUp();
  await deps.invoicePayments?.reconcile(stripe);
  await updateCustomers(db, stripe, { account, onFailure: deps.onFailure });
  const isElsewhere = and(
    ne(subscriptions.stripeAccount, ''),
    ne(subscriptions.stripeAccount, account),
  );
  const overdue = await db
    .select({ id: subscriptions.stripeSubscriptionId })
    .from(subscriptions)
    .where(
      or(
        eq(subscriptions.status, 'incomplete'),
        // Reads these subscriptions less often, because events report their changes.
        and(
          isLiveSubscription,
          lt(subscriptions.currentPeriodEnd, sql`now()`),
          lt(subscriptions.syncedAt, sql`now() - interval '10 minutes'`),
        ),
        // Reads subscriptions that were stored with another mode or account than that of the current keys.
        and(isNotEnded, isElsewhere),
        and(ne(subscriptions.missingIn, ''), ne(subscriptions.missingIn, account)),
      ),
    )
    .orderBy(asc(subscriptions.syncedAt))
    .limit(atOnce);
  const pending = await db
    .select({ id: payments.stripeInvoiceId })
    .from(payments)
    .where(
      and(
        eq(payments.status, 'pending'),
        isNotNull(payments.stripeInvoiceId),
        lt(payments.syncedAt, sql`now() - interval '25 seconds'`),
      ),
    )
    .orderBy(asc(payments.syncedAt))
    .limit(atOnce);
  const looked: Targets[] = [
    ...overdue.map(({ id }) => ({ subscriptions: [id] })),
    ...pending.map(({ id }) => ({ invoices: id ? [id] : [] })),
    ...(await deps.documents.missing(atOnce)).map((id) => ({ invoices: [id] })),
  ];
  // Reads one at a time, so that an unreadable object does not stop the others.
  for (const targets of looked) {
    try {
      await deps.sync.run(stripe, targets);
    } catch (error) {
      if (isPassing(error)) throw error;
      deps.onFailure(JSON.stringify(targets), error);
    }
  }
  await retaxSoon(db, stripe, deps);
  return missed + applied > 0 ? `${missed} missed events, ${applied} applied.` : '';
}

/** Updates the tax of subscriptions that will be charged within a day, each at most every 10 minutes. */
async function retaxSoon(
  db: Database,
  stripe: Stripe,
  deps: Parameters<typeof reconcile>[1],
): Promise<void> {
  const soon = await db
    .select()
    .from(subscriptions)
    .where(
      and(
        isLiveSubscription,
        eq(subscriptions.cancelAtPeriodEnd, false),
        between(subscriptions.currentPeriodEnd, sql`now()`, sql`now() + interval '1 day'`),
        or(
          isNull(subscriptions.taxedAt),
          lt(subscriptions.taxedAt, sql`now() - interval '10 minutes'`),
        ),
      ),
    )
    .orderBy(asc(subscriptions.currentPeriodEnd))
    .limit(atOnce);
  for (const row of soon) {
    try {
      await deps.retax.run(stripe, row);
    } catch (error) {
      if (isPassing(error)) throw error;
      deps.onFailure(`the tax of ${row.stripeSubscriptionId}`, error);
    }
  }
}
