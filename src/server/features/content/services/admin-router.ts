import {
  adminServiceSchema,
  serviceChangeSchema,
  serviceFieldsSchema,
} from '~/contract/services/services-form-schema';
import { recordsRouter } from '~/server/features/content/crud/crud-router';

export const servicesAdminRouter = recordsRouter({
  path: 'services',
  nouns: 'services',
  statuses: ['active', 'inactive', 'trash'],
  sorts: ['name', 'price', 'category', 'createdAt'],
  fields: serviceFieldsSchema,
  changes: serviceChangeSchema,
  row: adminServiceSchema,
  of: (domain) => domain.admin.services,
});
