import { and, count, eq, or, sql } from 'drizzle-orm';

import type { AdminRequest } from '~/contract/admin-schema';
import { Refusal } from '~/contract/errors';
import type { Page, PageRequest } from '~/contract/paging';
import type { RequestStatus } from '~/contract/requests';
import type { Audit } from '../audit/service';
import type { Database } from '../db/client';
import { holds, orderOf, sliceOf, totalled } from '../db/paged';
import { users } from '../db/schema/identity';
import { requestEvents, serviceRequests } from '../db/schema/requests';
import { services } from '../db/schema/services';
import { papersOf } from '../leads/papers';

const columns = {
  id: serviceRequests.id,
  title: serviceRequests.title,
  description: serviceRequests.description,
  service_name: sql<string>`coalesce(${services.name}, '')`,
  client_id: users.id,
  client_name: sql<string>`concat_ws(' ', ${users.firstName}, ${users.lastName})`,
  client_email: users.email,
  status: serviceRequests.status,
  targetDate: serviceRequests.targetDate,
  note: serviceRequests.note,
  quoteId: serviceRequests.quoteId,
  createdAt: serviceRequests.createdAt,
  updatedAt: serviceRequests.updatedAt,
};
const sorts = {
  createdAt: serviceRequests.createdAt,
  title: serviceRequests.title,
  status: serviceRequests.status,
  targetDate: serviceRequests.targetDate,
};
export type RequestSort = keyof typeof sorts;

type Row = Omit<AdminRequest, 'createdAt' | 'updatedAt'> & Record<'createdAt' | 'updatedAt', Date>;

function toAdminRequest({ createdAt, updatedAt, ...row }: Row): AdminRequest {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

/** Clients' requests as admins find them. */
export function createRequestsAdmin(db: Database, audit: Audit) {
  const select = () =>
    db
      .select(columns)
      .from(serviceRequests)
      .innerJoin(users, eq(users.id, serviceRequests.userId))
      .leftJoin(services, eq(services.id, serviceRequests.serviceId));

  return {
    /** By what they say, and by whose they are. */
    async search(request: PageRequest<RequestStatus, RequestSort>): Promise<Page<AdminRequest>> {
      const { search, status } = request;
      const matching = search
        ? or(
            holds(serviceRequests.searchText, search),
            sql`${serviceRequests.userId} in (select id from users where ${holds(users.searchText, search)})`,
          )
        : undefined;
      const wanted = status && eq(serviceRequests.status, status);
      const { limit, offset } = sliceOf(request);
      const [rows, counted] = await Promise.all([
        select()
          .where(and(matching, wanted))
          .orderBy(...orderOf(request.sort, sorts, serviceRequests.id))
          .limit(limit)
          .offset(offset),
        db
          .select({ status: serviceRequests.status, count: count() })
          .from(serviceRequests)
          .where(matching)
          .groupBy(serviceRequests.status),
      ]);
      return { rows: rows.map(toAdminRequest), ...totalled(counted, status) };
    },

    /** With its timeline and all that lies beside it. */
    async get(id: number) {
      const [row] = await select().where(eq(serviceRequests.id, id));
      if (!row) throw new Refusal('NOT_FOUND', 'Service request not found');
      const [events, papers] = await Promise.all([
        db
          .select()
          .from(requestEvents)
          .where(eq(requestEvents.requestId, id))
          .orderBy(requestEvents.id),
        papersOf(db, audit, `request:${id}`),
      ]);
      return {
        request: toAdminRequest(row),
        timeline: events.map(({ requestId, createdAt, ...event }) => ({
          ...event,
          createdAt: createdAt.toISOString(),
        })),
        ...papers,
      };
    },
  };
}

export type RequestsAdmin = ReturnType<typeof createRequestsAdmin>;
