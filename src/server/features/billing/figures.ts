import { type SQL, sql } from 'drizzle-orm';

import { endedStatuses, liveStatuses } from '~/contract/billing/billing';

// Both name the table explicitly, so that they also work in subqueries of another table.

const list = (statuses: readonly string[]) =>
  sql.raw(`(${statuses.map((status) => `'${status}'`).join(', ')})`);

/** Whether a row of `subscriptions` counts as live: every count and list uses this condition. */
export const isLiveSubscription: SQL<boolean> = sql`subscriptions.status in ${list(liveStatuses)}`;

/** Whether a row of `subscriptions` is charged, or can still become so. */
export const isNotEnded: SQL<boolean> = sql`subscriptions.status not in ${list(endedStatuses)}`;
