import {
  adminPlanSchema,
  planChangeSchema,
  planFieldsSchema,
} from '~/contract/plans/plans-form-schema';
import { recordsRouter } from '~/server/features/content/crud/crud-router';
import type { PlansAdmin } from './admin';

export const createPlansAdminRouter = ({ plans }: { plans: PlansAdmin }) =>
  recordsRouter({
    path: 'subscription-plans',
    nouns: 'plans',
    statuses: ['active', 'inactive', 'trash'],
    sorts: ['name', 'monthlyPrice', 'createdAt'],
    fields: planFieldsSchema,
    changes: planChangeSchema,
    row: adminPlanSchema,
    service: plans,
  });
