import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';

import { AppError } from '~/contract/common/errors';
import { listMax } from '~/contract/common/limits';
import { clientPageSize } from '~/contract/common/paging';
import type { RequestSearch } from '~/contract/requests/requests';
import type {
  Inquiry,
  NewRequest,
  RequestChange,
  RequestDetail,
  RequestPage,
  ServiceRequest,
} from '~/contract/requests/requests-schema';
import { isRequestOf, membershipOf } from '~/server/features/companies/ownership';
import {
  followStatus,
  openConversation,
} from '~/server/features/conversations/conversations.service';
import type { Threads } from '~/server/features/conversations/threads';
import { rejectFields } from '~/server/features/documents/items';
import type { NotificationService } from '~/server/features/notifications/notifications.service';
import type { Database } from '~/server/platform/db/client';
import { holds, paginate } from '~/server/platform/db/paging';
import { users } from '~/server/platform/db/schema/identity';
import { proposals } from '~/server/platform/db/schema/proposals';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { services } from '~/server/platform/db/schema/services';
import { changesOf, newRowOf } from '~/server/platform/db/values';
import type { Mailer } from '~/server/platform/mail/mailer';
import { digestOf, rejectOtherSubmission } from '~/server/platform/submission-digest';
import { emitRequest } from './admin-request.rows';
import { requestEmails } from './emails';
import { inquiriesOf } from './inquiries';
import { addEvent, eventsOf, selectRequests, toRequest } from './requests.rows';
import { createWorkflow } from './workflow';

const newestFirst = [desc(serviceRequests.createdAt), desc(serviceRequests.id)] as const;

const notFound = () => new AppError('NOT_FOUND', 'Request not found');

/** Rejects changing work that was agreed in a proposal, because the agreement binds both sides. @throws CONFLICT */
async function rejectAgreed(tx: Pick<Database, 'select'>, id: number): Promise<void> {
  const [agreed] = await tx
    .select({ number: proposals.number })
    .from(proposals)
    .where(and(eq(proposals.requestId, id), eq(proposals.status, 'accepted')));
  if (!agreed) return;
  throw new AppError(
    'CONFLICT',
    `This work was agreed in proposal ${agreed.number}. Please write to us to change or cancel it.`,
  );
}

/** SQL for the id of the request's service; null if the service was deleted in the meantime. */
const liveService = (id: number | null) =>
  sql`(select ${services.id} from ${services} where ${services.id} = ${id})`;

/** Clients' service requests. Every query is limited to the rows that the client may see. */
export function createRequests(
  db: Database,
  mailer: Mailer,
  notifications: Pick<NotificationService, 'mayMail' | 'unsubscribeUrl'>,
  threads: Pick<Threads, 'begin'>,
) {
  async function own(userId: string, id: number): Promise<ServiceRequest> {
    const [row] = await selectRequests(db).where(
      and(eq(serviceRequests.id, id), isRequestOf(userId)),
    );
    if (!row) throw notFound();
    return toRequest(row);
  }

  /**
   * Changes a request that is pending and was not agreed in a proposal. The update only matches a pending request: if
   * the agency starts the request at the same moment, one of the two calls is rejected. A change without an effect adds
   * no event.
   *
   * @param isChange returns whether the row would differ; defaults to true
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
      const isOwn = and(eq(serviceRequests.id, id), isRequestOf(userId));
      // Locks the request, as accepting a proposal for this work does too.
      const [before] = await tx.select().from(serviceRequests).where(isOwn).for('update');
      if (before) await rejectAgreed(tx, id);
      const [row] = await tx
        .update(serviceRequests)
        .set({ ...changes, updatedAt: new Date() })
        .where(and(isOwn, eq(serviceRequests.status, 'pending'), isChange))
        .returning();
      if (!row) {
        const [current] = await tx
          .select({ status: serviceRequests.status })
          .from(serviceRequests)
          .where(isOwn);
        // If nothing was updated although the request is still pending, it already has these values.
        if (isChange && current?.status === 'pending') return;
        throw current ? new AppError('CONFLICT', 'This request is no longer pending') : notFound();
      }
      await followStatus(tx, { kind: 'request', id }, ['pending', row.status]);
      await addEvent(tx, { requestId: id, ...event, byAgency: false });
      await emitRequest(tx, 'request.updated', id);
      if (event.kind === 'status') await emails.requestWithdrawn(tx, row);
    });
    mailer.sendSoon();
    return own(userId, id);
  }

  return {
    ...createWorkflow(db, mailer, notifications),

    async list(userId: string): Promise<ServiceRequest[]> {
      const rows = await selectRequests(db)
        .where(isRequestOf(userId))
        .orderBy(...newestFirst)
        .limit(listMax);
      return rows.map(toRequest);
    },

    /** Returns one page of requests. A page number past the end returns the last page. */
    async search(userId: string, filters: RequestSearch): Promise<RequestPage> {
      const { rows, total, page } = await paginate(
        db,
        { ...filters, pageSize: clientPageSize },
        {
          table: serviceRequests,
          status: serviceRequests.status,
          matching: and(isRequestOf(userId), holds(serviceRequests.searchText, filters.search)),
          select: ({ where, limit, offset }) =>
            selectRequests(db)
              .where(where)
              .orderBy(...newestFirst)
              .limit(limit)
              .offset(offset),
          clamp: true,
        },
      );
      return { rows: rows.map(toRequest), total, page };
    },

    async get(userId: string, id: number): Promise<RequestDetail> {
      const request = await own(userId, id);
      return { ...request, ...(await eventsOf(db, id)) };
    },

    inquiries: (email: string): Promise<Inquiry[]> => inquiriesOf(db, email),

    /** Creates a request. A repeated call with the same key returns the stored request and stores nothing. */
    async create(userId: string, request: NewRequest): Promise<ServiceRequest> {
      const { key, serviceId, fileIds = [], ...fields } = request;
      rejectPast(fields.wishedDate);
      await rejectWithoutRight(db, userId);
      const emails = requestEmails(await mailer.open());
      const submissionDigest = key ? digestOf({ ...fields, serviceId, fileIds }) : null;
      const id = await db.transaction(async (tx) => {
        const [row] = await tx
          .insert(serviceRequests)
          .values(
            newRowOf(serviceRequests, {
              ...fields,
              userId,
              serviceId: liveService(serviceId),
              // Includes the client's id, because several clients may use the same key.
              submissionKey: key ? `${userId}:${key}` : null,
              submissionDigest,
            }),
          )
          .onConflictDoNothing({ target: serviceRequests.submissionKey })
          .returning();
        if (!row) return undefined;
        await openConversation(tx, { kind: 'request', id: row.id });
        await addEvent(tx, { requestId: row.id, kind: 'created', byAgency: false });
        const [client] = await tx.select().from(users).where(eq(users.id, userId));
        if (client) {
          if (fileIds.length > 0) await threads.begin(tx, client, row.id, fileIds);
          await emails.requestReceived(tx, client, row);
        }
        return row.id;
      });
      mailer.sendSoon();
      return own(userId, id ?? (await firstUnderKey(`${userId}:${key}`, submissionDigest)));
    },

    async change(userId: string, id: number, fields: RequestChange): Promise<ServiceRequest> {
      const { title, description } = fields;
      const serviceId = liveService(fields.serviceId);
      const { wishedDate, urgent } = fields;
      rejectPast(wishedDate);
      const isChange = sql`(${serviceRequests.title}, ${serviceRequests.description}, ${serviceRequests.serviceId}, ${serviceRequests.wishedDate}, ${serviceRequests.urgent})
        is distinct from (${title}::text, ${description}::text, ${serviceId},
          ${wishedDate === undefined ? serviceRequests.wishedDate : sql`${wishedDate}::date`},
          ${urgent === undefined ? serviceRequests.urgent : sql`${urgent}::boolean`})`;
      const changes = changesOf(serviceRequests, {
        title,
        description,
        serviceId,
        ...(wishedDate !== undefined && { wishedDate }),
        ...(urgent !== undefined && { urgent }),
      });
      return changePending(userId, id, changes, { kind: 'changed', text: '' }, isChange);
    },

    async cancel(userId: string, id: number): Promise<ServiceRequest> {
      const status = 'cancelled' as const;
      return changePending(userId, id, { status }, { kind: 'status', text: status });
    },
  };

  async function firstUnderKey(key: string, digest: string | null): Promise<number> {
    const [row] = await db
      .select({ id: serviceRequests.id, digest: serviceRequests.submissionDigest })
      .from(serviceRequests)
      .where(eq(serviceRequests.submissionKey, key));
    if (!row) throw new Error('a submission key is taken, but its request is missing');
    rejectOtherSubmission(row.digest, digest);
    return row.id;
  }
}

const dayMs = 86_400_000;

/**
 * Rejects a member who lacks the right to see the requests of their company, because they could not see the new one.
 * @throws FORBIDDEN
 */
async function rejectWithoutRight(db: Database, userId: string): Promise<void> {
  const membership = await membershipOf(db, userId);
  if (!membership || membership.rights.includes('requests')) return;
  throw new AppError(
    'FORBIDDEN',
    'Your company has not given you the right to its requests. Please ask a manager of your company.',
  );
}

/** Rejects a date that is past in every time zone. @throws BAD_REQUEST */
function rejectPast(wishedDate: string | null | undefined): void {
  const yesterday = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
  if (wishedDate && wishedDate < yesterday) {
    rejectFields([{ path: 'wishedDate', message: 'This day has passed' }]);
  }
}

export type Requests = ReturnType<typeof createRequests>;
