import { adminPlanSchema, planChangeSchema, planFieldsSchema } from '~/contract/plans-form-schema';
import { recordsRouter } from '../records/router';

export const plansAdminRouter = recordsRouter({
  path: 'subscription-plans',
  nouns: 'plans',
  statuses: ['active', 'inactive', 'trash'],
  sorts: ['name', 'monthlyPrice', 'createdAt'],
  fields: planFieldsSchema,
  changes: planChangeSchema,
  row: adminPlanSchema,
  of: (domain) => domain.admin.plans,
});
