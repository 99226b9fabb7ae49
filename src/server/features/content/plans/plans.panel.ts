import { and, asc, count, eq, isNull, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';

import { AppError } from '~/contract/common/errors';
import { centsToDecimal } from '~/contract/common/money';
import type { ListQuery, Page } from '~/contract/common/paging';
import { contentTypes } from '~/contract/content/content-types';
import type {
  AdminPlan,
  PlanUpdate,
  planChangeSchema,
  planFieldsSchema,
} from '~/contract/plans/plans-form-schema';
import { isLiveSubscription } from '~/server/features/billing/figures';
import { searchRows } from '~/server/features/content/crud/crud-search';
import { createCrud } from '~/server/features/content/crud/crud-service';
import type { Actor } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { subscriptions } from '~/server/platform/db/schema/billing';
import { plans } from '~/server/platform/db/schema/plans';

type Row = typeof plans.$inferSelect;
type Changes = z.output<typeof planChangeSchema>;

function toAdminPlan(row: Row, subscribers: number): AdminPlan {
  const { monthlyCents, yearlyCents, position, createdAt, updatedAt, deletedAt, ...rest } = row;
  return {
    ...rest,
    monthlyPrice: centsToDecimal(monthlyCents),
    yearlyPrice: centsToDecimal(yearlyCents),
    subscribers,
    updatedAt: updatedAt.toISOString(),
    deletedAt: deletedAt?.toISOString() ?? null,
  };
}

function columnsOf({ monthlyPrice, yearlyPrice, ...fields }: Changes) {
  return {
    ...fields,
    ...(monthlyPrice !== undefined && { monthlyCents: monthlyPrice }),
    ...(yearlyPrice !== undefined && { yearlyCents: yearlyPrice }),
  };
}

const status = sql<string>`case
  when ${plans.deletedAt} is not null then 'trash'
  when ${plans.isActive} then 'active' else 'inactive' end`;

/** True for plans with a subscription, or with a Stripe price at which a subscription may still be charged. */
const everSold = sql`(exists (select from subscriptions where plan_id = ${plans}.id)
  or exists (select from plan_prices where plan_id = ${plans}.id)
  or exists (select from former_prices where plan_id = ${plans}.id))`;

/** Plans as admins manage them. A changed price applies to new subscriptions only: existing subscribers keep theirs. */
export function createPlansAdmin(db: Database) {
  const crudOf = (on: Parameters<typeof createCrud>[0]) =>
    createCrud(on, {
      table: plans,
      noun: contentTypes.plans.noun,
      title: contentTypes.plans.title,
      missing: 'Plan not found',
      keptForGood: everSold,
    });
  const crud = crudOf(db);

  async function withSubscribers(rows: Row[]): Promise<AdminPlan[]> {
    const counted = await db
      .select({ planId: subscriptions.planId, count: count() })
      .from(subscriptions)
      .where(isLiveSubscription)
      .groupBy(subscriptions.planId);
    const byPlan = new Map(counted.map((row) => [row.planId, row.count]));
    return rows.map((row) => toAdminPlan(row, byPlan.get(row.id) ?? 0));
  }

  async function one(row: Row): Promise<AdminPlan> {
    const [plan] = await withSubscribers([row]);
    if (!plan) throw new Error('a row was not converted to a plan');
    return plan;
  }

  /** Runs the work. If its plan is now the most popular one, clears the flag of all others. */
  async function keepingOnePopular(
    actor: Actor,
    work: (within: typeof crud) => Promise<Row>,
  ): Promise<Row> {
    return db.transaction(async (tx) => {
      const within = crudOf(tx);
      const row = await work(within);
      if (!row.popular) return row;
      const others = await tx
        .select({ id: plans.id })
        .from(plans)
        .where(and(plans.popular, ne(plans.id, row.id), isNull(plans.deletedAt)));
      for (const other of others) await within.update(actor, other.id, { popular: false });
      return row;
    });
  }

  return {
    ...crud,

    async search(request: ListQuery): Promise<Page<AdminPlan>> {
      const page = await searchRows(db, request, {
        table: plans,
        searched: [plans.name, plans.description],
        status,
        sorts: { name: plans.name, monthlyPrice: plans.monthlyCents, createdAt: plans.createdAt },
        inOrder: [asc(plans.position), asc(plans.id)],
      });
      return { ...page, rows: await withSubscribers(page.rows) };
    },

    async get(id: number): Promise<AdminPlan> {
      const [row] = await db.select().from(plans).where(eq(plans.id, id));
      if (!row) throw new AppError('NOT_FOUND', 'Plan not found');
      return one(row);
    },

    async create(actor: Actor, fields: z.output<typeof planFieldsSchema>) {
      return one(
        await keepingOnePopular(actor, (within) =>
          within.create(actor, { ...columnsOf(fields), name: fields.name }),
        ),
      );
    },

    async update(actor: Actor, { id, expectedUpdatedAt, ...fields }: PlanUpdate) {
      return one(
        await keepingOnePopular(actor, (within) =>
          within.update(actor, id, columnsOf(fields), expectedUpdatedAt),
        ),
      );
    },

    async restore(actor: Actor, id: number) {
      return one(await keepingOnePopular(actor, (within) => within.restore(actor, id)));
    },
  };
}
