import { and, asc, eq, isNull } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { listMax } from '~/contract/common/limits';
import type { FileSettings, ThreadFile } from '~/contract/files/files-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { can } from '~/contract/identity/permissions';
import { isUnderWay } from '~/contract/requests/requests';
import { dueAt } from '~/contract/settings/response-times';
import type { ResponseTimes } from '~/contract/settings/sales-settings-schema';
import type {
  AdminMessage,
  AdminWorkspace,
  MessageDraft,
  NewAdminMessage,
  ThreadQuery,
  Unanswered,
  Unread,
} from '~/contract/workspace/workspace-schema';
import { unansweredSince } from '~/server/features/conversations/conversations.service';
import { recordColumns } from '~/server/features/conversations/parts';
import { fullName, shownName } from '~/server/features/documents/clients';
import type { DocumentSettings } from '~/server/features/documents/context';
import { fileNotFound, toThreadFile } from '~/server/features/files/files.rows';
import { usedBytes } from '~/server/features/files/uploads';
import { assignmentEmail } from '~/server/features/leads/assignment-email';
import { isClientWaiting } from '~/server/features/requests/waiting';
import { nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { conversations } from '~/server/platform/db/schema/conversations';
import { files } from '~/server/platform/db/schema/files';
import { users } from '~/server/platform/db/schema/identity';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { messages } from '~/server/platform/db/schema/workspace';
import type { Mailer } from '~/server/platform/mail/mailer';
import { besideThread, unreadIn } from './thread-summary';
import type { Threads } from './threads';
import {
  asAgency,
  lockVisibleRequest,
  type RequestRow,
  type Transaction,
  visibleRequest,
} from './workspace.rows';

const mib = 1024 * 1024;

/** Threads in the panel. */
export function createWorkspaceAdmin(
  db: Database,
  options: {
    threads: Threads;
    settings: DocumentSettings;
    mailer: Mailer;
    getFileSettings(): Promise<FileSettings>;
    getResponseTimes(): Promise<ResponseTimes>;
  },
) {
  const { threads, settings } = options;

  async function get(user: CurrentUser, id: number, now = new Date()): Promise<AdminWorkspace> {
    const viewer = asAgency(user);
    const request = await visibleRequest(db, viewer, id);
    const { userId, assigneeId } = request;
    const [shared, [client], [assignee], used, { quotaMb }, times, [owed]] = await Promise.all([
      besideThread(db, settings, viewer, request),
      db.select().from(users).where(eq(users.id, userId)),
      assigneeId ? db.select().from(users).where(eq(users.id, assigneeId)) : [],
      usedBytes(db, userId),
      options.getFileSettings(),
      options.getResponseTimes(),
      db
        .select({ since: unansweredSince })
        .from(conversations)
        .where(eq(conversations.requestId, id)),
    ]);
    const since = owed?.since ?? null;
    const due = since && isUnderWay(request.status) ? dueAt(since, times) : null;
    return {
      ...shared,
      clientId: userId,
      clientName: client ? shownName(client) : '',
      assignee: assignee ? { id: assignee.id, name: fullName(assignee) } : null,
      unansweredSince: since?.toISOString() ?? null,
      dueAt: due?.toISOString() ?? null,
      isOverdue: due ? due < now : false,
      storage: { used, quota: quotaMb * mib },
    };
  }

  /** Changes a request and records it; a change that changes nothing records nothing. */
  async function change(
    user: CurrentUser,
    id: number,
    changes: Partial<Pick<RequestRow, 'waitingSince' | 'assigneeId'>>,
    about: {
      action: string;
      did: string;
      isNews(before: RequestRow): boolean;
      /** Writes the email about it. */
      tell?(tx: Transaction, before: RequestRow): Promise<void>;
    },
  ): Promise<AdminWorkspace> {
    await db.transaction(async (tx) => {
      const before = await lockVisibleRequest(tx, asAgency(user), id);
      if (!about.isNews(before)) return;
      await tx.update(serviceRequests).set(changes).where(eq(serviceRequests.id, id));
      await recordAudit(tx, user, {
        action: about.action,
        about: `request:${id}`,
        did: `${about.did} the request “${before.title}”`,
      });
      await about.tell?.(tx, before);
    });
    options.mailer.sendSoon();
    return get(user, id);
  }

  return {
    page: (user: CurrentUser, query: ThreadQuery) => threads.page(asAgency(user), query),

    send: (user: CurrentUser, message: NewAdminMessage): Promise<AdminMessage> =>
      threads.send(asAgency(user), message),

    edit: (user: CurrentUser, edited: { id: number; text: string }): Promise<AdminMessage> =>
      threads.edit(asAgency(user), edited),

    remove: (user: CurrentUser, id: number) => threads.remove(asAgency(user), id),

    get: (user: CurrentUser, id: number) => get(user, id),

    markRead: (user: CurrentUser, mark: { id: number; messageId: number }) =>
      threads.markRead(asAgency(user), mark),

    saveDraft: (user: CurrentUser, draft: MessageDraft & { id: number }) =>
      threads.saveDraft(asAgency(user), draft),

    unread: (user: CurrentUser): Promise<Unread> => unreadIn(db, asAgency(user)),

    /** Threads in which the client has the last word, the most urgent first. */
    async unanswered(now = new Date()): Promise<Unanswered> {
      const [times, rows] = await Promise.all([
        options.getResponseTimes(),
        db
          .select({ request: serviceRequests, client: users, since: unansweredSince })
          .from(serviceRequests)
          .innerJoin(conversations, eq(conversations.requestId, serviceRequests.id))
          .innerJoin(users, eq(users.id, serviceRequests.userId))
          .where(isClientWaiting)
          .orderBy(asc(conversations.waitingSince), asc(serviceRequests.id))
          .limit(listMax),
      ]);
      return rows.flatMap(({ request, client, since }) => {
        const { id, title, assigneeId } = request;
        if (!since) return [];
        const due = dueAt(since, times);
        return {
          requestId: id,
          title,
          clientName: shownName(client),
          assigneeId,
          since: since.toISOString(),
          dueAt: due.toISOString(),
          isOverdue: due < now,
        };
      });
    },

    /** Whether the agency waits for the client's answer. */
    setWaiting: (user: CurrentUser, id: number, waiting: boolean): Promise<AdminWorkspace> =>
      change(
        user,
        id,
        { waitingSince: waiting ? new Date() : null },
        {
          action: 'request.waiting',
          did: waiting ? 'asked the client to answer in' : 'no longer waits for the client in',
          isNews: ({ waitingSince }) => (waitingSince !== null) !== waiting,
        },
      ),

    async setAssignee(
      user: CurrentUser,
      id: number,
      assigneeId: string | null,
    ): Promise<AdminWorkspace> {
      const tell = assignmentEmail(await options.mailer.open());
      const [assignee] = assigneeId
        ? await db
            .select()
            .from(users)
            .where(and(eq(users.id, assigneeId), eq(users.isAdmin, true), isNull(users.disabledAt)))
        : [];
      if (assigneeId && !can(assignee?.adminRole ?? undefined, 'requests.read')) {
        throw new AppError('NOT_FOUND', 'Admin not found');
      }
      return change(
        user,
        id,
        { assigneeId },
        {
          action: 'request.assignee',
          did: assignee ? `gave to ${nameOf(assignee)}` : 'took the assignee off',
          isNews: (before) => before.assigneeId !== assigneeId,
          tell: async (tx, { title }) => {
            if (!assignee || assignee.id === user.id) return;
            await tell(tx, assignee.email, { kind: 'request', id, title, by: nameOf(user) });
          },
        },
      );
    },

    /** Admins who can look after a request. */
    async assignees(): Promise<{ id: string; name: string }[]> {
      const rows = await db
        .select()
        .from(users)
        .where(and(eq(users.isAdmin, true), isNull(users.disabledAt)))
        .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id))
        .limit(listMax);
      return rows
        .filter(({ adminRole }) => can(adminRole ?? undefined, 'requests.write'))
        .map((row) => ({ id: row.id, name: fullName(row) }));
    },

    /** Asks the client to decide on a file of the agency, or no longer. What was decided stays. */
    async setDeliverable(
      user: CurrentUser,
      fileId: number,
      isDeliverable: boolean,
    ): Promise<ThreadFile> {
      return db.transaction(async (tx) => {
        const [found] = await tx
          .select({ file: files, message: messages, ref: recordColumns })
          .from(files)
          .innerJoin(messages, eq(messages.id, files.messageId))
          .innerJoin(conversations, eq(conversations.id, messages.conversationId))
          .where(eq(files.id, fileId))
          .for('update', { of: files });
        if (!found) throw fileNotFound();
        const { file, message, ref } = found;
        if (!message.byAgency || message.internal) {
          throw new AppError(
            'CONFLICT',
            'Only files that the agency has sent to the client can be deliverables',
          );
        }
        if (file.decidedAt) throw new AppError('CONFLICT', 'The client has decided on this file');
        const deliverable = isDeliverable ? ('waiting' as const) : null;
        if (file.deliverable === deliverable) return toThreadFile(file);
        const [after] = await tx
          .update(files)
          .set({ deliverable, updatedAt: new Date() })
          .where(eq(files.id, fileId))
          .returning();
        if (!after) throw fileNotFound();
        await recordAudit(tx, user, {
          action: 'file.deliverable',
          about: `${ref.about}:${ref.recordId}`,
          did: isDeliverable
            ? `asked the client to approve “${file.name}”`
            : `no longer asks the client to approve “${file.name}”`,
        });
        return toThreadFile(after);
      });
    },
  };
}

export type WorkspaceAdmin = ReturnType<typeof createWorkspaceAdmin>;
