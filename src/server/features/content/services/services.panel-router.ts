import {
  adminServiceSchema,
  serviceFieldsSchema,
  serviceUpdateSchema,
} from '~/contract/services/services-form-schema';
import { createCrudRouter } from '~/server/features/content/crud/crud-router';
import type { ServicesAdmin } from './services.panel';

export const createServicesAdminRouter = ({ services }: { services: ServicesAdmin }) =>
  createCrudRouter({
    path: 'services',
    nouns: 'services',
    statuses: ['active', 'inactive', 'trash'],
    sorts: ['name', 'price', 'category', 'createdAt'],
    fields: serviceFieldsSchema,
    update: serviceUpdateSchema,
    row: adminServiceSchema,
    service: services,
    permissions: { read: 'content.read', write: 'content.write' },
  });
