import DataLoader from 'dataloader';
import { desc, eq, sql } from 'drizzle-orm';

import type { SubscriptionStatus } from '~/contract/billing/billing';
import { centsToAmount } from '~/contract/common/currencies';
import type { DashboardStats } from '~/contract/dashboard/dashboard-schema';
import { isLiveSubscription } from '~/server/features/billing/figures';
import { isPaymentOf, isRequestOf } from '~/server/features/companies/ownership';
import { netPaidByCurrency, otherSums, ownCurrency } from '~/server/features/payments/figures';
import type { Database } from '~/server/platform/db/client';
import { subscriptions } from '~/server/platform/db/schema/billing';
import { users } from '~/server/platform/db/schema/identity';
import { serviceRequests } from '~/server/platform/db/schema/requests';

/**
 * Creates a function that returns the figures of a client's dashboard. One query serves all clients
 * who request them in the same turn of the event loop. The query starts after these requests, and
 * nothing is cached.
 */
export function createStats(db: Database): (userId: string) => Promise<DashboardStats> {
  const requestCounts = db
    .select({
      counts: sql`jsonb_build_object(
        'open', count(*) filter (where ${serviceRequests.status} not in ('completed', 'cancelled')),
        'inProgress', count(*) filter (where ${serviceRequests.status} = 'in_progress'))`.as(
        'counts',
      ),
    })
    .from(serviceRequests)
    .where(isRequestOf(sql`${users.id}`));
  const status = db
    .select({ status: subscriptions.status })
    .from(subscriptions)
    .where(eq(subscriptions.userId, users.id))
    .orderBy(desc(isLiveSubscription), desc(subscriptions.id))
    .limit(1);
  const figures = db
    .select({
      userId: users.id,
      requests: sql<{ open: number; inProgress: number }>`(${requestCounts})`,
      paid: netPaidByCurrency(isPaymentOf(sql`${users.id}`)),
      ownCurrency: sql<string>`${ownCurrency}`,
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
        const { open = 0, inProgress = 0 } = row?.requests ?? {};
        const paid = row?.paid ?? [];
        const here = paid.find(({ currency }) => currency === row?.ownCurrency);
        return {
          activeServices: open + (subscriptionStatus === 'active' ? 1 : 0),
          totalSpent: centsToAmount(here?.cents ?? 0, row?.ownCurrency ?? ''),
          ...otherSums(paid.filter((sum) => sum !== here && sum.cents !== 0)),
          requestsInProgress: inProgress,
          subscriptionStatus,
        };
      });
    },
    { cache: false, batchScheduleFn: setImmediate, maxBatchSize: 200 },
  );
  return (userId) => loader.load(userId);
}
