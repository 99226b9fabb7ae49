import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';

import { AppError } from '~/contract/common/errors';
import { listMax } from '~/contract/common/limits';
import { clientPageSize } from '~/contract/common/paging';
import type { RequestSearch } from '~/contract/requests/requests';
import type {
  Inquiry,
  NewRequest,
  RequestDetail,
  RequestFields,
  RequestPage,
  ServiceRequest,
} from '~/contract/requests/requests-schema';
import type { Database } from '~/server/platform/db/client';
import { holds } from '~/server/platform/db/paging';
import { users } from '~/server/platform/db/schema/identity';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { services } from '~/server/platform/db/schema/services';
import { changesOf, newRowOf } from '~/server/platform/db/values';
import type { Mailer } from '~/server/platform/mail/mailer';
import { requestEmails } from './emails';
import { inquiriesOf } from './inquiries';
import { addEvent, eventsOf, selectRequests, toRequest } from './rows';
import { createWorkflow } from './workflow';

const newestFirst = [desc(serviceRequests.createdAt), desc(serviceRequests.id)] as const;

const notThere = () => new AppError('NOT_FOUND', 'This request is not there');

/** A service that is gone meanwhile costs the request its link, never the request itself. */
const liveService = (id: number | null) =>
  sql`(select ${services.id} from ${services} where ${services.id} = ${id})`;

/** What clients ask the agency to do. Whose a request is, is part of every question. */
export function createRequests(db: Database, mailer: Mailer) {
  async function own(userId: string, id: number): Promise<ServiceRequest> {
    const [row] = await selectRequests(db).where(
      and(eq(serviceRequests.id, id), eq(serviceRequests.userId, userId)),
    );
    if (!row) throw notThere();
    return toRequest(row);
  }

  /**
   * Changes a request that the agency has not begun with. The status is part of the statement, so that of a change
   * and a beginning at the same moment, one comes too late. A change that changes nothing leaves no event.
   *
   * @param isChange whether the row would differ afterwards; without it, it always does
   */
  async function changePending(
    userId: string,
    id: number,
    changes: PgUpdateSetSource<typeof serviceRequests>,
    event: { kind: 'changed' | 'status'; text: string },
    isChange?: SQL,
  ): Promise<ServiceRequest> {
    const emails = requestEmails(await mailer.open());
    await db.transaction(async (tx) => {
      const ofThis = and(eq(serviceRequests.id, id), eq(serviceRequests.userId, userId));
      const [row] = await tx
        .update(serviceRequests)
        .set({ ...changes, updatedAt: new Date() })
        .where(and(ofThis, eq(serviceRequests.status, 'pending'), isChange))
        .returning();
      if (!row) {
        const [there] = await tx
          .select({ status: serviceRequests.status })
          .from(serviceRequests)
          .where(ofThis);
        // Pending, and what was sent is what it says already.
        if (isChange && there?.status === 'pending') return;
        throw there ? new AppError('CONFLICT', 'This request is not pending any more') : notThere();
      }
      await addEvent(tx, { requestId: id, ...event, byAgency: false });
      if (event.kind === 'status') await emails.requestWithdrawn(tx, row);
    });
    mailer.sendSoon();
    return own(userId, id);
  }

  return {
    ...createWorkflow(db, mailer),

    async list(userId: string): Promise<ServiceRequest[]> {
      const rows = await selectRequests(db)
        .where(eq(serviceRequests.userId, userId))
        .orderBy(...newestFirst)
        .limit(listMax);
      return rows.map(toRequest);
    },

    /** A page past the last one is the last one. */
    async search(userId: string, asked: RequestSearch): Promise<RequestPage> {
      const { search, status } = asked;
      const matching = and(
        eq(serviceRequests.userId, userId),
        status && eq(serviceRequests.status, status),
        holds(serviceRequests.searchText, search),
      );
      const [counted] = await db.select({ total: count() }).from(serviceRequests).where(matching);
      const total = counted?.total ?? 0;
      const page = Math.min(asked.page ?? 1, Math.max(1, Math.ceil(total / clientPageSize)));
      const rows = await selectRequests(db)
        .where(matching)
        .orderBy(...newestFirst)
        .limit(clientPageSize)
        .offset((page - 1) * clientPageSize);
      return { rows: rows.map(toRequest), total, page };
    },

    async get(userId: string, id: number): Promise<RequestDetail> {
      const request = await own(userId, id);
      return { ...request, ...(await eventsOf(db, id)) };
    },

    inquiries: (email: string): Promise<Inquiry[]> => inquiriesOf(db, email),

    /** A repeat under the same key answers with the first request and stores nothing. */
    async create(userId: string, request: NewRequest): Promise<ServiceRequest> {
      const { key, serviceId, ...fields } = request;
      const emails = requestEmails(await mailer.open());
      const id = await db.transaction(async (tx) => {
        const [row] = await tx
          .insert(serviceRequests)
          .values(
            newRowOf(serviceRequests, {
              ...fields,
              userId,
              serviceId: liveService(serviceId),
              // Keys of different clients must not collide.
              submissionKey: key ? `${userId}:${key}` : null,
            }),
          )
          .onConflictDoNothing({ target: serviceRequests.submissionKey })
          .returning();
        if (!row) return undefined;
        await addEvent(tx, { requestId: row.id, kind: 'created', byAgency: false });
        const [client] = await tx.select().from(users).where(eq(users.id, userId));
        if (client) await emails.requestReceived(tx, client, row);
        return row.id;
      });
      mailer.sendSoon();
      return own(userId, id ?? (await firstUnderKey(`${userId}:${key}`)));
    },

    async change(userId: string, id: number, fields: RequestFields): Promise<ServiceRequest> {
      const { title, description } = fields;
      const serviceId = liveService(fields.serviceId);
      const isChange = sql`(${serviceRequests.title}, ${serviceRequests.description}, ${serviceRequests.serviceId})
        is distinct from (${title}::text, ${description}::text, ${serviceId})`;
      const changes = changesOf(serviceRequests, { title, description, serviceId });
      return changePending(userId, id, changes, { kind: 'changed', text: '' }, isChange);
    },

    async cancel(userId: string, id: number): Promise<ServiceRequest> {
      const status = 'cancelled' as const;
      return changePending(userId, id, { status }, { kind: 'status', text: status });
    },
  };

  async function firstUnderKey(key: string): Promise<number> {
    const [row] = await db
      .select({ id: serviceRequests.id })
      .from(serviceRequests)
      .where(eq(serviceRequests.submissionKey, key));
    if (!row) throw new Error('a request that conflicted under its key is not there');
    return row.id;
  }
}

export type Requests = ReturnType<typeof createRequests>;
