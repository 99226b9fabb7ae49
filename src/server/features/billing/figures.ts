import { type SQL, sql } from 'drizzle-orm';

import { endedStatuses, liveStatuses, paidStatuses } from '~/contract/billing/billing';

// Both name the table explicitly, so that they also work in subqueries of another table.

const list = (statuses: readonly string[]) =>
  sql.raw(`(${statuses.map((status) => `'${status}'`).join(', ')})`);

/** Whether a row of `subscriptions` counts as live: every count and list uses this condition. */
export const isLiveSubscription: SQL<boolean> = sql`subscriptions.status in ${list(liveStatuses)}`;

/** Whether a row of `subscriptions` is charged, or can still become so. */
export const isNotEnded: SQL<boolean> = sql`subscriptions.status not in ${list(endedStatuses)}`;

/** Paid less refunded, in cents, over rows of `payments`; the driver returns a string. */
export const netPaidCents: SQL<string> = sql`coalesce(
  sum(payments.amount_cents - payments.refunded_cents)
    filter (where payments.status in ${list(paidStatuses)}), 0)`;
