import DataLoader from 'dataloader';
import { desc, eq, sql } from 'drizzle-orm';

import type { SubscriptionStatus } from '~/contract/billing/billing';
import { centsToDecimal } from '~/contract/common/money';
import type { DashboardStats } from '~/contract/dashboard/dashboard-schema';
import { isLiveSubscription } from '~/server/features/billing/figures';
import { isPaymentOf, isRequestOf } from '~/server/features/companies/ownership';
import { netPaidElsewhere, netPaidHereCents, otherSums } from '~/server/features/payments/figures';
import type { Database } from '~/server/platform/db/client';
import { payments, subscriptions } from '~/server/platform/db/schema/billing';
import { users } from '~/server/platform/db/schema/identity';
import { serviceRequests } from '~/server/platform/db/schema/requests';

/**
 * The figures of one client's dashboard, in one query for all clients who ask in the same turn of the event loop. It starts after
 * they asked, and nothing is kept.
 */
export function createStats(db: Database): (userId: string) => Promise<DashboardStats> {
  const requestsWhere = (condition: ReturnType<typeof sql>) =>
    db
      .select({ all: sql`(count(*) filter (where ${condition}))::int`.as('all') })
      .from(serviceRequests)
      .where(isRequestOf(sql`${users.id}`));
  const open = requestsWhere(sql`${serviceRequests.status} not in ('completed', 'cancelled')`);
  const inProgress = requestsWhere(sql`${serviceRequests.status} = 'in_progress'`);
  const paid = db
    .select({ cents: netPaidHereCents })
    .from(payments)
    .where(isPaymentOf(sql`${users.id}`));
  const status = db
    .select({ status: subscriptions.status })
    .from(subscriptions)
    .where(eq(subscriptions.userId, users.id))
    .orderBy(desc(isLiveSubscription), desc(subscriptions.id))
    .limit(1);
  const figures = db
    .select({
      userId: users.id,
      open: sql<number>`(${open})`,
      inProgress: sql<number>`(${inProgress})`,
      cents: sql<string>`(${paid})`,
      elsewhere: netPaidElsewhere(isPaymentOf(sql`${users.id}`)),
      status: sql<SubscriptionStatus | null>`(${status})`,
    })
    .from(users)
    .where(sql`${users.id} = any(${sql.placeholder('userIds')})`)
    .prepare('dashboard_stats');

  const loader = new DataLoader<string, DashboardStats>(
    async (userIds) => {
      const rows = await figures.execute({ userIds: [...new Set(userIds)] });
      const byUser = new Map(rows.map((row) => [row.userId, row]));
      return userIds.map((userId) => {
        const row = byUser.get(userId);
        const subscriptionStatus = row?.status ?? 'none';
        return {
          activeServices: (row?.open ?? 0) + (subscriptionStatus === 'active' ? 1 : 0),
          totalSpent: centsToDecimal(Number(row?.cents ?? 0)),
          ...otherSums(row?.elsewhere),
          requestsInProgress: row?.inProgress ?? 0,
          subscriptionStatus,
        };
      });
    },
    { cache: false, batchScheduleFn: setImmediate, maxBatchSize: 200 },
  );
  return (userId) => loader.load(userId);
}
