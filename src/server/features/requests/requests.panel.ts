import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import type { AdminRequest, AdminRequestRow } from '~/contract/admin/admin-schema';
import { AppError } from '~/contract/common/errors';
import type { ListQuery, Page } from '~/contract/common/paging';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { EnteredRequest } from '~/contract/leads/leads-schema';
import type { AssigneeFilter, RequestFilter } from '~/contract/requests/request-filters';
import type { RequestStatus } from '~/contract/requests/requests';
import { contactOf } from '~/server/features/companies/request-contact';
import {
  openConversation,
  unanswered,
} from '~/server/features/conversations/conversations.service';
import { hasConversation } from '~/server/features/conversations/due-times';
import { isOf } from '~/server/features/conversations/parts';
import { findClient, shownName } from '~/server/features/documents/clients';
import { relatedActivityOf } from '~/server/features/leads/related-activity';
import { unreadOf } from '~/server/features/request-threads/thread-summary';
import { type Actor, type Audit, ownLastStep, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { holds, orderOf, type PageSlice, paginate } from '~/server/platform/db/paging';
import { conversations } from '~/server/platform/db/schema/conversations';
import { files } from '~/server/platform/db/schema/files';
import { users } from '~/server/platform/db/schema/identity';
import { messages } from '~/server/platform/db/schema/messages';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { services } from '~/server/platform/db/schema/services';
import type { Mailer } from '~/server/platform/mail/mailer';
import { columns, selectAdminRequests, toAdminRequest } from './admin-request.rows';
import { requestEmails } from './emails';
import { addEvent, eventsOf, type RequestRow } from './requests.rows';
import { isClientWaiting } from './waiting';
import type { createWorkflow, Within } from './workflow';

type Workflow = ReturnType<typeof createWorkflow>;

const assignees = alias(users, 'assignees');

const sorts = {
  createdAt: serviceRequests.createdAt,
  title: serviceRequests.title,
  status: serviceRequests.status,
  targetDate: serviceRequests.targetDate,
};
export type RequestSort = keyof typeof sorts;

function assignedTo(filter: AssigneeFilter | undefined, adminId: string): SQL | undefined {
  if (!filter) return undefined;
  const { ownerId } = conversations;
  const isAssigned = filter === 'mine' ? eq(ownerId, adminId) : isNull(ownerId);
  return hasConversation({ kind: 'request', id: serviceRequests.id }, isAssigned);
}

/** Clients' requests, as the panel shows them. */
export function createRequestsAdmin(
  db: Database,
  options: {
    audit: Audit;
    mailer: Mailer;
    workflow: Workflow;
  },
) {
  const { audit, mailer, workflow } = options;

  const select = () => selectAdminRequests(db);

  /** Returns a page of requests in which the text, the client's name or the client's email matches the search. */
  function search<Found>(
    request: ListQuery<RequestFilter, RequestSort>,
    assignee: SQL | undefined,
    read: (slice: PageSlice & { orderBy: SQL[] }) => Promise<Found[]>,
  ): Promise<Page<Found>> {
    const { search: words } = request;
    return paginate(db, request, {
      table: serviceRequests,
      status: serviceRequests.status,
      also: { waiting: isClientWaiting },
      matching: and(
        assignee,
        words
          ? or(
              holds(serviceRequests.searchText, words),
              sql`${serviceRequests.userId} in (select id from users where ${holds(users.searchText, words)})`,
            )
          : undefined,
      ),
      select: (slice) =>
        read({ ...slice, orderBy: orderOf(request.sort, sorts, serviceRequests.id) }),
    });
  }

  /** Changes a request and adds an audit log entry in one transaction. Emails are sent after the commit. */
  async function changeField(
    actor: Actor,
    id: number,
    { field, value }: { field: 'status' | 'note' | 'targetDate'; value: string | null },
    /** Makes the change. @returns the previous values, for the audit log */
    work: (within: Within, before: RequestRow) => Promise<string>,
  ): Promise<AdminRequest> {
    const emails = requestEmails(await mailer.open());
    await db.transaction(async (tx) => {
      const [before] = await tx
        .select()
        .from(serviceRequests)
        .where(eq(serviceRequests.id, id))
        .for('update');
      if (!before) throw new AppError('NOT_FOUND', 'Service request not found');
      if (before[field] === value) return;
      const did = await work({ tx, emails }, before);
      await recordAudit(tx, actor, {
        action: `request.${field === 'targetDate' ? 'target_date' : field}`,
        about: `request:${id}`,
        did: `${did} the request “${before.title}”`,
        before: { [field]: before[field] },
        after: { [field]: value },
      });
    });
    mailer.sendSoon();
    const [row] = await select().where(eq(serviceRequests.id, id));
    if (!row) throw new AppError('NOT_FOUND', 'Service request not found');
    return toAdminRequest(row);
  }

  return {
    /**
     * Sets the status of a request.
     *
     * @param options `isUndo` is true to undo the last change of this admin
     * @throws CONFLICT with `ifApproved` if the request would be completed while files wait for the client's approval
     */
    setStatus: (
      actor: Actor,
      id: number,
      status: RequestStatus,
      {
        isUndo,
        ifApproved,
      }: { isUndo?: boolean | undefined; ifApproved?: boolean | undefined } = {},
    ) =>
      changeField(actor, id, { field: 'status', value: status }, async (within, before) => {
        if (ifApproved && status === 'completed') await rejectUnapproved(within.tx, id);
        const step = { about: `request:${id}`, action: 'request.status', from: status };
        const isStepBack =
          isUndo === true &&
          (await ownLastStep(within.tx, actor, { ...step, to: before.status })) !== undefined;
        await workflow.setStatus(id, status, { within, isUndo: isStepBack });
        return `${isStepBack ? 'went back to' : 'set'} ${status.replace('_', ' ')} for`;
      }),

    /** Sets the note to the client, who gets an email. */
    setNote: (actor: Actor, id: number, note: string) =>
      changeField(actor, id, { field: 'note', value: note }, async (within) => {
        await workflow.setNote(id, note, within);
        return 'wrote to the client about';
      }),

    /** Sets the target date. @param targetDate such as '2027-01-31'; null for none */
    setTargetDate: (actor: Actor, id: number, targetDate: string | null) =>
      changeField(actor, id, { field: 'targetDate', value: targetDate }, async (within) => {
        await workflow.setTargetDate(id, targetDate, within);
        return 'set the target date of';
      }),

    /** Opens a request for a client, for example after a call. Emails the client if `notify` is set. */
    async enter(actor: Actor, entered: EnteredRequest): Promise<AdminRequest> {
      const { clientId, serviceId, notify, ...fields } = entered;
      const emails = requestEmails(await mailer.open());
      const id = await db.transaction(async (tx) => {
        const client = await findClient(tx, clientId);
        const [service] = serviceId
          ? await tx.select().from(services).where(eq(services.id, serviceId))
          : [];
        const [row] = await tx
          .insert(serviceRequests)
          .values({ ...fields, userId: client.id, serviceId: service?.id ?? null })
          .returning();
        if (!row) throw new Error('a request was not stored');
        await openConversation(tx, { kind: 'request', id: row.id });
        await addEvent(tx, { requestId: row.id, kind: 'created', byAgency: true });
        await recordAudit(tx, actor, {
          action: 'request.created',
          about: `request:${row.id}`,
          did: `opened the request “${row.title}” for ${shownName(client)}`,
          after: { clientId, notify },
        });
        const contact = notify ? await contactOf(tx, row) : undefined;
        if (contact) await emails.requestEntered(tx, contact, row);
        return row.id;
      });
      mailer.sendSoon();
      const [row] = await select().where(eq(serviceRequests.id, id));
      if (!row) throw new AppError('NOT_FOUND', 'Service request not found');
      return toAdminRequest(row);
    },

    /** Creates a request from a quote. A repeated call returns the request that was created before. */
    async createFromQuote(actor: Actor, quoteId: number): Promise<{ id: number }> {
      const emails = requestEmails(await mailer.open());
      const created = await db.transaction(async (tx) => {
        const { id, isNew } = await workflow.createFromQuote(quoteId, { tx, emails });
        if (isNew) {
          await recordAudit(tx, actor, {
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

    search: (request: ListQuery<RequestFilter, RequestSort>): Promise<Page<AdminRequest>> =>
      search(request, undefined, async ({ where, orderBy, limit, offset }) => {
        const rows = await select()
          .where(where)
          .orderBy(...orderBy)
          .limit(limit)
          .offset(offset);
        return rows.map(toAdminRequest);
      }),

    /** Returns a page of requests with the number of messages that this admin has not read, and with due dates. */
    searchAs: (
      { id: readerId }: Pick<CurrentUser, 'id'>,
      request: ListQuery<RequestFilter, RequestSort> & { assignee?: AssigneeFilter | undefined },
    ): Promise<Page<AdminRequestRow>> =>
      search(
        request,
        assignedTo(request.assignee, readerId),
        async ({ where, orderBy, limit, offset }) => {
          const rows = await db
            .select({
              row: columns,
              assigneeId: assignees.id,
              assigneeName: sql<string>`concat_ws(' ', ${assignees.firstName}, ${assignees.lastName})`,
              unread: unreadOf({ id: readerId, byAgency: true }, sql`${serviceRequests.id}`),
              waitingSince: serviceRequests.waitingSince,
              dueAt: unanswered.dueAt,
            })
            .from(serviceRequests)
            .innerJoin(users, eq(users.id, serviceRequests.userId))
            .leftJoin(services, eq(services.id, serviceRequests.serviceId))
            .leftJoin(conversations, eq(conversations.requestId, serviceRequests.id))
            .leftJoin(assignees, eq(assignees.id, conversations.ownerId))
            .where(where)
            .orderBy(...orderBy)
            .limit(limit)
            .offset(offset);
          return rows.map(({ row, waitingSince, dueAt, ...beside }) => ({
            ...toAdminRequest(row),
            ...beside,
            waitingSince: waitingSince?.toISOString() ?? null,
            dueAt: dueAt?.toISOString() ?? null,
          }));
        },
      ),

    /** Returns a request with its timeline and related activity. */
    async get(id: number) {
      const [row] = await select().where(eq(serviceRequests.id, id));
      if (!row) throw new AppError('NOT_FOUND', 'Service request not found');
      const [{ events, hasOlderEvents }, activity] = await Promise.all([
        eventsOf(db, id),
        relatedActivityOf(db, audit, [`request:${id}`]),
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

/** Checks that a request can be completed. @throws CONFLICT if files of the request wait for the client's approval */
async function rejectUnapproved(tx: Pick<Database, 'select'>, id: number): Promise<void> {
  const waiting = await tx
    .select({ id: files.id })
    .from(files)
    .innerJoin(messages, eq(messages.id, files.messageId))
    .where(
      and(isOf(messages.conversationId, { kind: 'request', id }), eq(files.deliverable, 'waiting')),
    );
  if (waiting.length === 0) return;
  const message =
    waiting.length === 1
      ? '1 file awaits the approval of the client'
      : `${waiting.length} files await the approval of the client`;
  throw new AppError('CONFLICT', message, { issues: [{ path: 'ifApproved', message }] });
}

export type RequestsAdmin = ReturnType<typeof createRequestsAdmin>;
