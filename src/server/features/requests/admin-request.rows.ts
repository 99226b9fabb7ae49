import { eq, sql } from 'drizzle-orm';

import { type AdminRequest, adminRequestSchema } from '~/contract/admin/admin-schema';
import { shownNameIn } from '~/server/features/documents/clients';
import { emitEvent } from '~/server/features/webhooks/emit-event';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { services } from '~/server/platform/db/schema/services';

export const columns = {
  id: serviceRequests.id,
  title: serviceRequests.title,
  description: serviceRequests.description,
  service_name: sql<string>`coalesce(${services.name}, '')`,
  client_id: users.id,
  client_name: shownNameIn(users),
  client_email: users.email,
  status: serviceRequests.status,
  targetDate: serviceRequests.targetDate,
  wishedDate: serviceRequests.wishedDate,
  urgent: serviceRequests.urgent,
  note: serviceRequests.note,
  quoteId: serviceRequests.quoteId,
  createdAt: serviceRequests.createdAt,
  updatedAt: serviceRequests.updatedAt,
};

type Row = Omit<AdminRequest, 'createdAt' | 'updatedAt'> & Record<'createdAt' | 'updatedAt', Date>;

export function toAdminRequest({ createdAt, updatedAt, ...row }: Row): AdminRequest {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

/** Requests with their clients and services. */
export const selectAdminRequests = (db: Pick<Database, 'select'>) =>
  db
    .select(columns)
    .from(serviceRequests)
    .innerJoin(users, eq(users.id, serviceRequests.userId))
    .leftJoin(services, eq(services.id, serviceRequests.serviceId));

/** Emits the webhook event for a changed request. */
export const emitRequest = (
  tx: Pick<Database, 'insert' | 'select'>,
  type: 'request.created' | 'request.updated',
  id: number,
) =>
  emitEvent(tx, type, {
    about: `request:${id}`,
    read: async () => {
      const [row] = await selectAdminRequests(tx).where(eq(serviceRequests.id, id));
      if (!row) throw new Error('the request of an event is missing');
      return adminRequestSchema.parse(toAdminRequest(row));
    },
  });
