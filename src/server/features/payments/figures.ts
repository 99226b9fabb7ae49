import { type SQL, sql } from 'drizzle-orm';

import { paidStatuses } from '~/contract/billing/billing';

const paid = sql.raw(paidStatuses.map((status) => `'${status}'`).join(', '));

/**
 * Paid less refunded, in cents, over rows of `payments`; the driver returns a string. It names the table, so that it also works in subqueries of
 * another one.
 */
export const netPaidCents: SQL<string> = sql`coalesce(
  sum(payments.amount_cents - payments.refunded_cents)
    filter (where payments.status in (${paid})), 0)`;
