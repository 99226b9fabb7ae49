import { and, eq, max } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { FileSearch } from '~/contract/files/deliverables';
import type { ThreadFile } from '~/contract/files/files-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { RequestStatus } from '~/contract/requests/requests';
import type {
  FilePage,
  Message,
  MessageDraft,
  NewMessage,
  RequestThread,
  ThreadQuery,
  Unread,
} from '~/contract/threads/threads-schema';
import { isRequestOf } from '~/server/features/companies/ownership';
import { reopen } from '~/server/features/conversations/conversations.service';
import { isOf } from '~/server/features/conversations/parts';
import type { Alongside, Threads } from '~/server/features/conversations/threads';
import type { DocumentSettings } from '~/server/features/documents/context';
import { fileNotFound, toThreadFile } from '~/server/features/files/files.rows';
import type { Bursts } from '~/server/features/notifications/bursts';
import { emitRequest } from '~/server/features/requests/admin-request.rows';
import { addEvent } from '~/server/features/requests/requests.rows';
import { emitEvent } from '~/server/features/webhooks/emit-event';
import type { Database } from '~/server/platform/db/client';
import { conversations } from '~/server/platform/db/schema/conversations';
import { files } from '~/server/platform/db/schema/files';
import { messages } from '~/server/platform/db/schema/messages';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { filesOf } from './own-files';
import { asClient, lockVisibleRequest, visibleRequest } from './request-threads.rows';
import { besideThread, unreadIn } from './thread-summary';

/** The client's decision on a file, and the resulting status of the request. */
export type Decided = ThreadFile & { requestStatus: RequestStatus };

/** Threads as their clients see them, without internal messages. */
export function createRequestThreads(
  db: Database,
  options: { threads: Threads; bursts: Bursts; settings: DocumentSettings },
) {
  const { threads, bursts, settings } = options;

  /** Returns the request of a file about which the client can decide. @throws NOT_FOUND for any other file */
  async function requestOfFile(user: CurrentUser, fileId: number): Promise<number> {
    const [row] = await db
      .select({ requestId: serviceRequests.id })
      .from(files)
      .innerJoin(messages, eq(messages.id, files.messageId))
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .innerJoin(serviceRequests, eq(serviceRequests.id, conversations.requestId))
      .where(
        and(
          eq(files.id, fileId),
          eq(messages.byAgency, true),
          eq(messages.internal, false),
          isRequestOf(user.id),
        ),
      );
    if (!row) throw fileNotFound();
    return row.requestId;
  }

  /**
   * Records the client's decision on a deliverable. A repeated call returns the first decision. Approval changes only
   * the file, because the agency completes the request. Returning a file sets the request to in progress.
   */
  async function decide(
    user: CurrentUser,
    fileId: number,
    decision: 'approved' | 'returned',
    comment: string,
  ): Promise<Decided> {
    const viewer = asClient(user);
    const requestId = await requestOfFile(user, fileId);
    return db.transaction(async (tx) => {
      // Locks the request first, so that concurrent decisions see each other.
      const request = await lockVisibleRequest(tx, viewer, requestId);
      const [file] = await tx.select().from(files).where(eq(files.id, fileId)).for('update');
      if (!file) throw fileNotFound();
      if (file.deliverable === decision) {
        return { ...toThreadFile(file), requestStatus: request.status };
      }
      if (file.deliverable === 'approved' || file.deliverable === 'returned') {
        throw new AppError('CONFLICT', `This file has been ${file.deliverable} already`);
      }
      if (file.deliverable !== 'waiting') {
        throw new AppError('CONFLICT', 'This file is not to be approved');
      }
      if (request.status === 'cancelled') {
        throw new AppError('CONFLICT', 'This request was canceled');
      }
      const [decided] = await tx
        .update(files)
        .set({ deliverable: decision, comment, decidedAt: new Date(), updatedAt: new Date() })
        .where(eq(files.id, fileId))
        .returning();
      if (!decided) throw fileNotFound();
      const status = decision === 'returned' ? 'in_progress' : request.status;
      await tx
        .update(serviceRequests)
        .set({ status, waitingSince: null, updatedAt: new Date() })
        .where(eq(serviceRequests.id, requestId));
      if (decision === 'returned') await reopen(tx, { kind: 'request', id: requestId });
      if (status !== request.status) {
        await addEvent(tx, { requestId, kind: 'status', text: status, byAgency: false });
        await emitRequest(tx, 'request.updated', requestId);
      }
      await emitEvent(tx, decision === 'approved' ? 'file.approved' : 'file.returned', {
        about: `request:${requestId}`,
        read: async () => ({ ...toThreadFile(decided), requestId, messageId: decided.messageId }),
      });
      const [newest] = await tx
        .select({ id: max(messages.id) })
        .from(messages)
        .where(isOf(messages.conversationId, { kind: 'request', id: requestId }));
      await bursts.note(tx, { requestId, toClient: false, afterMessageId: newest?.id ?? 0 });
      return { ...toThreadFile(decided), requestStatus: status };
    });
  }

  return {
    async page(user: CurrentUser, query: ThreadQuery) {
      return threads.page(asClient(user), { kind: 'request', ...query });
    },

    send: (user: CurrentUser, message: NewMessage, alongside?: Alongside): Promise<Message> =>
      threads.send(asClient(user), { kind: 'request', ...message }, alongside),

    edit: (user: CurrentUser, change: { id: number; text: string }): Promise<Message> =>
      threads.edit(asClient(user), { kind: 'request', ...change }),

    remove: (user: CurrentUser, id: number) =>
      threads.remove(asClient(user), { kind: 'request', id }),

    async get(user: CurrentUser, id: number): Promise<RequestThread> {
      const viewer = asClient(user);
      return besideThread(db, settings, viewer, await visibleRequest(db, viewer, id));
    },

    markRead: (user: CurrentUser, mark: { id: number; messageId: number }) =>
      threads.markRead(asClient(user), { kind: 'request', ...mark }),

    saveDraft: (user: CurrentUser, draft: MessageDraft & { id: number }) =>
      threads.saveDraft(asClient(user), { kind: 'request', ...draft }),

    files: (user: CurrentUser, filters: FileSearch): Promise<FilePage> =>
      filesOf(db, asClient(user), filters),

    unread: (user: CurrentUser): Promise<Unread> => unreadIn(db, asClient(user)),

    approve: (user: CurrentUser, fileId: number): Promise<Decided> =>
      decide(user, fileId, 'approved', ''),

    returnFile: (user: CurrentUser, fileId: number, comment: string): Promise<Decided> =>
      decide(user, fileId, 'returned', comment),
  };
}

export type RequestThreads = ReturnType<typeof createRequestThreads>;
