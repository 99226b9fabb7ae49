import { type SQL, sql } from 'drizzle-orm';

import { liveStatuses, paidStatuses } from '~/contract/billing/billing';

// Both name the table explicitly, so that they also work in subqueries of another table.

const list = (statuses: readonly string[]) =>
  sql.raw(`(${statuses.map((status) => `'${status}'`).join(', ')})`);

/** Whether a row of `subscriptions` counts as live: every count and list uses this condition. */
export const isLiveSubscription: SQL<boolean> = sql`subscriptions.status in ${list(liveStatuses)}`;

/** Paid less refunded, in cents, over rows of `payments`; the driver returns a string. */
export const netPaidCents: SQL<string> = sql`coalesce(
  sum(payments.amount_cents - payments.refunded_cents)
    filter (where payments.status in ${list(paidStatuses)}), 0)`;
