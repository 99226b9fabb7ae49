import { and, asc, eq, isNull } from 'drizzle-orm';

import { listMax } from '~/contract/common/limits';
import { centsToDecimal } from '~/contract/common/money';
import type { Plan } from '~/contract/plans/plans-schema';
import type { Database } from '~/server/platform/db/client';
import { plans } from '~/server/platform/db/schema/plans';

const shown = and(eq(plans.isActive, true), isNull(plans.deletedAt));

const columns = {
  id: plans.id,
  name: plans.name,
  description: plans.description,
  monthlyCents: plans.monthlyCents,
  yearlyCents: plans.yearlyCents,
  features: plans.features,
  popular: plans.popular,
};

/** Plans as visitors see them: only active ones, in the order that admins chose. */
export function createPlans(db: Database) {
  const all = db
    .select(columns)
    .from(plans)
    .where(shown)
    .orderBy(asc(plans.position), asc(plans.id))
    .limit(listMax)
    .prepare('plans_all');

  return {
    async list(): Promise<Plan[]> {
      return (await all.execute()).map(({ monthlyCents, yearlyCents, ...plan }) => ({
        ...plan,
        monthlyPrice: centsToDecimal(monthlyCents),
        yearlyPrice: centsToDecimal(yearlyCents),
      }));
    },
  };
}

export type Plans = ReturnType<typeof createPlans>;
