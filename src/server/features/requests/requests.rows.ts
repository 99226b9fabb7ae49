import { desc, eq, getTableColumns } from 'drizzle-orm';

import { timelineMax } from '~/contract/common/limits';
import type { RequestEvent, ServiceRequest } from '~/contract/requests/requests-schema';
import type { Database } from '~/server/platform/db/client';
import { requestEvents, serviceRequests } from '~/server/platform/db/schema/requests';
import { services } from '~/server/platform/db/schema/services';
import { emitRequest } from './admin-request.rows';

/** A database or a transaction. */
export type Executor = Pick<Database, 'insert' | 'update' | 'select' | 'delete'>;

export type RequestRow = typeof serviceRequests.$inferSelect;

const { searchText, ...columns } = getTableColumns(serviceRequests);

/** Selects requests with the names of their services. */
export const selectRequests = (db: Pick<Database, 'select'>) =>
  db
    .select({ ...columns, serviceName: services.name })
    .from(serviceRequests)
    .leftJoin(services, eq(services.id, serviceRequests.serviceId));

type Selected = Omit<RequestRow, 'searchText'> & { serviceName: string | null };

export function toRequest(row: Selected): ServiceRequest {
  const { id, title, description, status, serviceId, targetDate, wishedDate, urgent, note } = row;
  return {
    id,
    title,
    description,
    status,
    serviceId,
    serviceName: row.serviceName ?? '',
    targetDate,
    wishedDate,
    urgent,
    note,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Returns the newest events of a request, oldest first, and whether there are older ones. */
export async function eventsOf(
  db: Pick<Database, 'select'>,
  requestId: number,
): Promise<{ events: RequestEvent[]; hasOlderEvents: boolean }> {
  const rows = await db
    .select()
    .from(requestEvents)
    .where(eq(requestEvents.requestId, requestId))
    .orderBy(desc(requestEvents.id))
    .limit(timelineMax + 1);
  const events = rows.slice(0, timelineMax).map(({ requestId: _, createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
  }));
  return { events: events.reverse(), hasOlderEvents: rows.length > timelineMax };
}

export async function addEvent(
  tx: Pick<Database, 'insert' | 'select'>,
  event: Omit<typeof requestEvents.$inferInsert, 'id' | 'createdAt'>,
): Promise<void> {
  await tx.insert(requestEvents).values(event);
  if (event.kind === 'created') await emitRequest(tx, 'request.created', event.requestId);
}
