import { eq, or, sql } from 'drizzle-orm';

import type { AdminRequest } from '~/contract/admin/admin-schema';
import { AppError } from '~/contract/common/errors';
import type { ListQuery, Page } from '~/contract/common/paging';
import type { RequestStatus } from '~/contract/requests/requests';
import { relatedActivityOf } from '~/server/features/leads/related-activity';
import { type Actor, type Audit, record } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import type { ListCounts } from '~/server/platform/db/list-counts';
import { holds, orderOf, paginate } from '~/server/platform/db/paging';
import { users } from '~/server/platform/db/schema/identity';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { services } from '~/server/platform/db/schema/services';
import type { Mailer } from '~/server/platform/mail/mailer';
import { requestEmails } from './emails';
import { eventsOf } from './rows';
import type { createWorkflow, Within } from './workflow';

type Workflow = ReturnType<typeof createWorkflow>;

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

/** Clients' requests in the panel. */
export function createRequestsAdmin(
  db: Database,
  options: { audit: Audit; listCounts: ListCounts; mailer: Mailer; workflow: Workflow },
) {
  const { audit, listCounts, mailer, workflow } = options;

  const select = () =>
    db
      .select(columns)
      .from(serviceRequests)
      .innerJoin(users, eq(users.id, serviceRequests.userId))
      .leftJoin(services, eq(services.id, serviceRequests.serviceId));

  /** Changes a request and writes the audit log in one transaction; emails are sent after it. */
  async function changeField(
    actor: Actor,
    id: number,
    field: 'status' | 'note' | 'targetDate',
    change: { did: string; value: string | null },
    work: (within: Within) => Promise<void>,
  ): Promise<AdminRequest> {
    const emails = requestEmails(await mailer.open());
    await db.transaction(async (tx) => {
      const [before] = await tx
        .select()
        .from(serviceRequests)
        .where(eq(serviceRequests.id, id))
        .for('update');
      if (!before) throw new AppError('NOT_FOUND', 'Service request not found');
      if (before[field] === change.value) return;
      await work({ tx, emails });
      await record(tx, actor, {
        action: `request.${field === 'targetDate' ? 'target_date' : field}`,
        about: `request:${id}`,
        did: `${change.did} the request “${before.title}”`,
        before: { [field]: before[field] },
        after: { [field]: change.value },
      });
    });
    mailer.sendSoon();
    const [row] = await select().where(eq(serviceRequests.id, id));
    if (!row) throw new AppError('NOT_FOUND', 'Service request not found');
    return toAdminRequest(row);
  }

  return {
    setStatus: (actor: Actor, id: number, status: RequestStatus) =>
      changeField(
        actor,
        id,
        'status',
        { did: `set ${status.replace('_', ' ')} for`, value: status },
        (within) => workflow.setStatus(id, status, within),
      ),

    /** A note to the client, who gets an email. */
    setNote: (actor: Actor, id: number, note: string) =>
      changeField(actor, id, 'note', { did: 'wrote to the client about', value: note }, (within) =>
        workflow.setNote(id, note, within),
      ),

    /** @param targetDate such as '2027-01-31'; null for none */
    setTargetDate: (actor: Actor, id: number, targetDate: string | null) =>
      changeField(
        actor,
        id,
        'targetDate',
        { did: 'set the target date of', value: targetDate },
        (within) => workflow.setTargetDate(id, targetDate, within),
      ),

    /** Creates a request from a quote; a repeat returns the request created before. */
    async createFromQuote(actor: Actor, quoteId: number): Promise<{ id: number }> {
      const emails = requestEmails(await mailer.open());
      const created = await db.transaction(async (tx) => {
        const [before] = await tx
          .select({ id: serviceRequests.id })
          .from(serviceRequests)
          .where(eq(serviceRequests.quoteId, quoteId));
        const { id } = await workflow.createFromQuote(quoteId, { tx, emails });
        if (before?.id !== id) {
          await record(tx, actor, {
            action: 'request.created',
            about: `request:${id}`,
            did: `made quote ${quoteId} a service request`,
            after: { quoteId },
          });
        }
        return { id };
      });
      mailer.sendSoon();
      return created;
    },

    /** Searches the requests' text and their clients' names and emails. */
    search(request: ListQuery<RequestStatus, RequestSort>): Promise<Page<AdminRequest>> {
      const { search } = request;
      return paginate(db, request, {
        table: serviceRequests,
        status: serviceRequests.status,
        counts: { cache: listCounts, of: ['service_requests', 'users'] },
        matching: search
          ? or(
              holds(serviceRequests.searchText, search),
              sql`${serviceRequests.userId} in (select id from users where ${holds(users.searchText, search)})`,
            )
          : undefined,
        select: async ({ where, limit, offset }) => {
          const rows = await select()
            .where(where)
            .orderBy(...orderOf(request.sort, sorts, serviceRequests.id))
            .limit(limit)
            .offset(offset);
          return rows.map(toAdminRequest);
        },
      });
    },

    /** Returns a request with its timeline and related activity. */
    async get(id: number) {
      const [row] = await select().where(eq(serviceRequests.id, id));
      if (!row) throw new AppError('NOT_FOUND', 'Service request not found');
      const [{ events, hasOlderEvents }, activity] = await Promise.all([
        eventsOf(db, id),
        relatedActivityOf(db, audit, `request:${id}`),
      ]);
      return {
        request: toAdminRequest(row),
        timeline: events,
        hasOlderEvents,
        ...activity,
      };
    },
  };
}

export type RequestsAdmin = ReturnType<typeof createRequestsAdmin>;
