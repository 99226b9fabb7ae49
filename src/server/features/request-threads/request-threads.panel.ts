import { and, asc, eq, isNull } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { listMax } from '~/contract/common/limits';
import { aboutOf } from '~/contract/conversations/records';
import type { FileSettings, ThreadFile } from '~/contract/files/files-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { can } from '~/contract/identity/permissions';
import type {
  AdminMessage,
  AdminRequestThread,
  NewAdminMessage,
  ThreadQuery,
  Unanswered,
  Unread,
} from '~/contract/threads/threads-schema';
import { isUnanswered, unanswered } from '~/server/features/conversations/conversations.service';
import { isOverdueAt, isOwed } from '~/server/features/conversations/due-times';
import { refColumns } from '~/server/features/conversations/parts';
import type { Threads } from '~/server/features/conversations/threads';
import { fullName, shownName } from '~/server/features/documents/clients';
import type { DocumentSettings } from '~/server/features/documents/context';
import { fileNotFound, toThreadFile } from '~/server/features/files/files.rows';
import { usedBytes } from '~/server/features/files/uploads';
import { recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { conversations } from '~/server/platform/db/schema/conversations';
import { files } from '~/server/platform/db/schema/files';
import { users } from '~/server/platform/db/schema/identity';
import { messages } from '~/server/platform/db/schema/messages';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { asAgency, lockVisibleRequest, visibleRequest } from './request-threads.rows';
import { besideThread, unreadIn } from './thread-summary';

const mib = 1024 * 1024;

/** Threads as the panel shows them. */
export function createRequestThreadsAdmin(
  db: Database,
  options: {
    threads: Threads;
    settings: DocumentSettings;
    getFileSettings(): Promise<FileSettings>;
  },
) {
  const { threads, settings } = options;

  async function get(user: CurrentUser, id: number, now = new Date()): Promise<AdminRequestThread> {
    const viewer = asAgency(user);
    const request = await visibleRequest(db, viewer, id);
    const { userId } = request;
    const [shared, [client], used, { quotaMb }, [conversation]] = await Promise.all([
      besideThread(db, settings, viewer, request),
      db.select().from(users).where(eq(users.id, userId)),
      usedBytes(db, userId),
      options.getFileSettings(),
      db
        .select({ ...unanswered, assignee: users })
        .from(conversations)
        .leftJoin(users, eq(users.id, conversations.ownerId))
        .where(eq(conversations.requestId, id)),
    ]);
    const { unansweredSince: since = null, dueAt: due = null, assignee } = conversation ?? {};
    return {
      ...shared,
      clientId: userId,
      clientName: client ? shownName(client) : '',
      assignee: assignee ? { id: assignee.id, name: fullName(assignee) } : null,
      unansweredSince: since?.toISOString() ?? null,
      dueAt: due?.toISOString() ?? null,
      isOverdue: isOverdueAt(due, now),
      storage: { used, quota: quotaMb * mib },
    };
  }

  return {
    page: (user: CurrentUser, query: ThreadQuery) =>
      threads.page(asAgency(user), { kind: 'request', ...query }),

    send: (user: CurrentUser, message: NewAdminMessage): Promise<AdminMessage> =>
      threads.send(asAgency(user), { kind: 'request', ...message }),

    get: (user: CurrentUser, id: number) => get(user, id),

    unread: (user: CurrentUser): Promise<Unread> => unreadIn(db, asAgency(user)),

    /** Returns threads in which the client wrote the last message, most urgent first. */
    async unanswered(now = new Date()): Promise<Unanswered> {
      const rows = await db
        .select({
          ...unanswered,
          ...{ request: serviceRequests, client: users, assigneeId: conversations.ownerId },
        })
        .from(serviceRequests)
        .innerJoin(conversations, eq(conversations.requestId, serviceRequests.id))
        .innerJoin(users, eq(users.id, serviceRequests.userId))
        .where(and(isOwed, isUnanswered))
        .orderBy(asc(conversations.dueAt), asc(serviceRequests.id))
        .limit(listMax);
      return rows.flatMap(({ request: { id, title }, client, assigneeId, ...owed }) =>
        owed.unansweredSince && owed.dueAt
          ? {
              requestId: id,
              title,
              clientName: shownName(client),
              assigneeId,
              since: owed.unansweredSince.toISOString(),
              dueAt: owed.dueAt.toISOString(),
              isOverdue: isOverdueAt(owed.dueAt, now),
            }
          : [],
      );
    },

    /** Sets whether the agency waits for the client's reply. */
    async setWaiting(user: CurrentUser, id: number, waiting: boolean): Promise<AdminRequestThread> {
      await db.transaction(async (tx) => {
        const { waitingSince, title } = await lockVisibleRequest(tx, asAgency(user), id);
        if ((waitingSince !== null) === waiting) return;
        await tx
          .update(serviceRequests)
          .set({ waitingSince: waiting ? new Date() : null })
          .where(eq(serviceRequests.id, id));
        await recordAudit(tx, user, {
          action: 'request.waiting',
          about: `request:${id}`,
          did: `${waiting ? 'asked the client to answer in' : 'no longer waits for the client in'} the request “${title}”`,
        });
      });
      return get(user, id);
    },

    /** Returns the admins to whom a request can be assigned. */
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

    /**
     * Requests or withdraws the client's decision on a file of the agency. A file about which the client has decided
     * does not change.
     */
    async setDeliverable(
      user: CurrentUser,
      fileId: number,
      isDeliverable: boolean,
    ): Promise<ThreadFile> {
      return db.transaction(async (tx) => {
        const [found] = await tx
          .select({ file: files, message: messages, ref: refColumns })
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
          about: aboutOf(ref),
          did: isDeliverable
            ? `asked the client to approve “${file.name}”`
            : `no longer asks the client to approve “${file.name}”`,
        });
        return toThreadFile(after);
      });
    },
  };
}

export type RequestThreadsAdmin = ReturnType<typeof createRequestThreadsAdmin>;
