import { desc, eq, sql } from 'drizzle-orm';

import type { SubscriptionStatus } from '~/contract/billing/billing';
import { centsToDecimal } from '~/contract/common/money';
import type { DashboardStats } from '~/contract/dashboard/dashboard-schema';
import { isLiveSubscription, netPaidCents } from '~/server/features/billing/figures';
import type { Database } from '~/server/platform/db/client';
import { payments, subscriptions } from '~/server/platform/db/schema/billing';
import { serviceRequests } from '~/server/platform/db/schema/requests';

export async function statsOf(db: Database, userId: string): Promise<DashboardStats> {
  const counts = db
    .select({
      open: sql<number>`(count(*) filter (where ${serviceRequests.status} not in ('completed', 'cancelled')))::int`.as(
        'open',
      ),
      inProgress:
        sql<number>`(count(*) filter (where ${serviceRequests.status} = 'in_progress'))::int`.as(
          'in_progress',
        ),
    })
    .from(serviceRequests)
    .where(eq(serviceRequests.userId, userId))
    .as('counts');
  const paid = db.select({ cents: netPaidCents }).from(payments).where(eq(payments.userId, userId));
  const status = db
    .select({ status: subscriptions.status })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(isLiveSubscription), desc(subscriptions.id))
    .limit(1);
  // In one round trip to the database.
  const [row] = await db
    .select({
      open: counts.open,
      inProgress: counts.inProgress,
      cents: sql<string>`(${paid})`,
      status: sql<SubscriptionStatus | null>`(${status})`,
    })
    .from(counts);
  const subscriptionStatus = row?.status ?? 'none';
  return {
    activeServices: (row?.open ?? 0) + (subscriptionStatus === 'active' ? 1 : 0),
    totalSpent: centsToDecimal(Number(row?.cents ?? 0)),
    requestsInProgress: row?.inProgress ?? 0,
    subscriptionStatus,
  };
}
