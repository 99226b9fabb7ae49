import {
  adminPlanSchema,
  planFieldsSchema,
  planUpdateSchema,
} from '~/contract/plans/plans-form-schema';
import { createCrudRouter } from '~/server/features/content/crud/crud-router';
import type { PlansAdmin } from './plans.panel';

export const createPlansAdminRouter = ({ plans }: { plans: PlansAdmin }) =>
  createCrudRouter({
    path: 'subscription-plans',
    nouns: 'plans',
    statuses: ['active', 'inactive', 'trash'],
    sorts: ['name', 'monthlyPrice', 'createdAt'],
    fields: planFieldsSchema,
    update: planUpdateSchema,
    row: adminPlanSchema,
    service: plans,
    permissions: { read: 'plans.read', write: 'plans.write' },
  });
