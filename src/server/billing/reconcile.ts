import { asc, eq, inArray, lt, or, sql } from 'drizzle-orm';

import type { Database } from '../db/client';
import { payments, subscriptions } from '../db/schema/billing';
import type { Inbox } from './inbox';
import type { StripeSource } from './stripe';
import type { Sync } from './sync';

const atOnce = 25;

/** Catches up on what no webhook told: events that never came or failed, and what should have gone on by now. */
export async function reconcile(
  db: Database,
  deps: { stripe: StripeSource; sync: Sync; inbox: Inbox },
): Promise<string> {
  const missed = await deps.inbox.pull();
  const applied = await deps.inbox.catchUp();
  const stripe = await deps.stripe();
  const overdue = await db
    .select({ id: subscriptions.stripeSubscriptionId })
    .from(subscriptions)
    .where(
      or(
        eq(subscriptions.status, 'incomplete'),
        // Looked at less often: for these, events are what tells.
        sql`${subscriptions.status} in ('trialing', 'active', 'past_due', 'unpaid')
          and ${subscriptions.currentPeriodEnd} < now() and ${subscriptions.syncedAt} < now() - interval '10 minutes'`,
      ),
    )
    .orderBy(asc(subscriptions.syncedAt))
    .limit(atOnce);
  const pending = await db
    .select({ id: payments.stripeInvoiceId })
    .from(payments)
    .where(
      sql`${inArray(payments.status, ['pending'])} and ${lt(payments.syncedAt, sql`now() - interval '25 seconds'`)}`,
    )
    .orderBy(asc(payments.syncedAt))
    .limit(atOnce);
  await deps.sync.run(stripe, {
    subscriptions: overdue.map(({ id }) => id),
    invoices: pending.map(({ id }) => id),
  });
  return missed + applied > 0 ? `${missed} missed events, ${applied} applied.` : '';
}
