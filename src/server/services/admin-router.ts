import {
  adminServiceSchema,
  serviceChangeSchema,
  serviceFieldsSchema,
} from '~/contract/services-form-schema';
import { recordsRouter } from '../records/router';

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
