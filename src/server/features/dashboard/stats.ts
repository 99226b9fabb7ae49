import { desc, eq, sql } from 'drizzle-orm';

import { centsToDecimal } from '~/contract/common/money';
import type { DashboardStats } from '~/contract/dashboard/dashboard-schema';
import { isLiveSubscription, netPaidCents } from '~/server/features/billing/figures';
import type { Database } from '~/server/platform/db/client';
import { payments, subscriptions } from '~/server/platform/db/schema/billing';
import { serviceRequests } from '~/server/platform/db/schema/requests';

export async function statsOf(db: Database, userId: string): Promise<DashboardStats> {
  const [[requested], [paid], [subscription]] = await Promise.all([
    db
      .select({
        open: sql<number>`(count(*) filter (where ${serviceRequests.status} not in ('completed', 'cancelled')))::int`,
        inProgress: sql<number>`(count(*) filter (where ${serviceRequests.status} = 'in_progress'))::int`,
      })
      .from(serviceRequests)
      .where(eq(serviceRequests.userId, userId)),
    db
      .select({
        cents: netPaidCents,
      })
      .from(payments)
      .where(eq(payments.userId, userId)),
    db
      .select({ status: subscriptions.status })
      .from(subscriptions)
      .where(eq(subscriptions.userId, userId))
      .orderBy(desc(isLiveSubscription), desc(subscriptions.id))
      .limit(1),
  ]);
  const subscriptionStatus = subscription?.status ?? 'none';
  return {
    activeServices: (requested?.open ?? 0) + (subscriptionStatus === 'active' ? 1 : 0),
    totalSpent: centsToDecimal(Number(paid?.cents ?? 0)),
    requestsInProgress: requested?.inProgress ?? 0,
    subscriptionStatus,
  };
}
