import { type SQL, sql } from 'drizzle-orm';

import { liveStatuses, paidStatuses } from '~/contract/billing/billing';

// Both name their table themselves, so that they also hold within subqueries of another one.

const list = (statuses: readonly string[]) =>
  sql.raw(`(${statuses.map((status) => `'${status}'`).join(', ')})`);

/** Whether a row of `subscriptions` is one that its client has: every count and every list goes by this. */
export const isLiveSubscription: SQL<boolean> = sql`subscriptions.status in ${list(liveStatuses)}`;

/** What was paid less what went back, in cents, over rows of `payments`; the driver gives it as a text. */
export const netPaidCents: SQL<string> = sql`coalesce(
  sum(payments.amount_cents - payments.refunded_cents)
    filter (where payments.status in ${list(paidStatuses)}), 0)`;
