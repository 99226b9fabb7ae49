import { type SQL, sql } from 'drizzle-orm';

import { endedStatuses, liveStatuses } from '~/contract/billing/billing';

// Both conditions name the table explicitly, so that they also work in subqueries of another table.

const list = (statuses: readonly string[]) =>
  sql.raw(`(${statuses.map((status) => `'${status}'`).join(', ')})`);

/** True for rows of `subscriptions` that count as live: every count and list uses this condition. */
export const isLiveSubscription: SQL<boolean> = sql`subscriptions.status in ${list(liveStatuses)}`;

/** True for rows of `subscriptions` that are charged, or can still be charged. */
export const isNotEnded: SQL<boolean> = sql`subscriptions.status not in ${list(endedStatuses)}`;
