import {
  adminServiceSchema,
  serviceChangeSchema,
  serviceFieldsSchema,
} from '~/contract/services/services-form-schema';
import { recordsRouter } from '~/server/features/content/crud/crud-router';
import type { ServicesAdmin } from './admin';

export const createServicesAdminRouter = ({ services }: { services: ServicesAdmin }) =>
  recordsRouter({
    path: 'services',
    nouns: 'services',
    statuses: ['active', 'inactive', 'trash'],
    sorts: ['name', 'price', 'category', 'createdAt'],
    fields: serviceFieldsSchema,
    changes: serviceChangeSchema,
    row: adminServiceSchema,
    service: services,
  });
