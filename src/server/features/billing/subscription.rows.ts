import { eq } from 'drizzle-orm';

import { isLive } from '~/contract/billing/billing';
import { type MySubscription, mySubscriptionSchema } from '~/contract/billing/billing-schema';
import { centsToAmount, stepCents } from '~/contract/common/currencies';
import { shownName } from '~/server/features/documents/clients';
import { emitEvent } from '~/server/features/webhooks/emit-event';
import type { Database } from '~/server/platform/db/client';
import type { subscriptions } from '~/server/platform/db/schema/billing';
import { users } from '~/server/platform/db/schema/identity';
import { plans } from '~/server/platform/db/schema/plans';
import { taxedPrice, taxOfRate } from './plan-tax';

type Row = typeof subscriptions.$inferSelect;

/** Returns a subscription with its plan, as its client sees it. */
export async function presentSubscription(
  db: Pick<Database, 'select'>,
  row: Row,
): Promise<MySubscription> {
  const [plan] = row.planId
    ? await db
        .select({
          id: plans.id,
          name: plans.name,
          description: plans.description,
          features: plans.features,
        })
        .from(plans)
        .where(eq(plans.id, row.planId))
    : [];
  return {
    id: row.id,
    status: row.status,
    plan: plan ?? null,
    billingCycle: row.cycle,
    amount: centsToAmount(
      taxedPrice(row.amountCents, await taxOfRate(db, row.stripeTaxRateId), stepCents(row.currency))
        .grossCents,
      row.currency,
    ),
    currency: row.currency,
    currentPeriodEnd: row.currentPeriodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    card: row.card,
    createdAt: row.createdAt.toISOString(),
  };
}

const announcedColumns = [
  'planId',
  'cycle',
  'amountCents',
  'currency',
  'status',
  'cancelAtPeriodEnd',
] as const;

/** Returns the type of webhook event for a change; undefined for a change that is not announced. */
function typeOf(before: Row | undefined, after: Row) {
  const wasLive = before !== undefined && isLive(before.status);
  if (!isLive(after.status)) return wasLive ? 'subscription.ended' : undefined;
  if (!wasLive) return 'subscription.started';
  const isChange = announcedColumns.some((column) => before[column] !== after[column]);
  return isChange ? 'subscription.changed' : undefined;
}

/** Announces changes of a subscription to webhooks, after its row was written. */
export async function emitSubscription(
  tx: Pick<Database, 'insert' | 'select'>,
  before: Row | undefined,
  after: Row,
): Promise<void> {
  const type = typeOf(before, after);
  if (!type) return;
  await emitEvent(tx, type, {
    about: `subscription:${after.id}`,
    read: async () => {
      const [client] = await tx.select().from(users).where(eq(users.id, after.userId));
      return {
        ...mySubscriptionSchema.parse(await presentSubscription(tx, after)),
        client_id: after.userId,
        client_name: client ? shownName(client) : '',
        client_email: client?.email ?? '',
      };
    },
  });
}
