import { and, eq, inArray, max, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { editMinutes } from '~/contract/workspace/workspace';
import type {
  AdminMessage,
  MessageDraft,
  NewAdminMessage,
  ThreadQuery,
} from '~/contract/workspace/workspace-schema';
import { plainTextOf } from '~/server/features/content/blog/markdown-text';
import { fullName } from '~/server/features/documents/clients';
import type { Files } from '~/server/features/files/files.service';
import { noteFirstAnswer } from '~/server/features/leads/lead-progress';
import type { Bursts } from '~/server/features/notifications/bursts';
import type { Database } from '~/server/platform/db/client';
import { files as fileRows } from '~/server/platform/db/schema/files';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { messageDrafts, messages, requestReads } from '~/server/platform/db/schema/workspace';
import { digestOf, refuseOtherSubmission } from '~/server/platform/submission-digest';
import {
  isVisibleMessage,
  isVisibleRequest,
  lockVisibleRequest,
  type MessageRow,
  messageNotFound,
  type RequestRow,
  selectMessages,
  type Transaction,
  toMessage,
  type Viewer,
  visibleRequest,
} from './workspace.rows';

type Sent = Omit<NewAdminMessage, 'key'> & { key?: string | undefined };

/** A file or another request make it another message. */
const digestOfMessage = ({ key: _, ...content }: Sent) => digestOf(content);

/** Threads of messages, the same for both sides: what differs follows from the viewer. */
export function createThreads(db: Database, options: { files: Files; bursts: Bursts }) {
  const { files, bursts } = options;

  async function withFiles(viewer: Viewer, rows: MessageRow[]): Promise<AdminMessage[]> {
    const byMessage = await files.ofMessages(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => toMessage(row, viewer, byMessage.get(row.id)));
  }

  async function one(viewer: Viewer, row: MessageRow): Promise<AdminMessage> {
    const [message] = await withFiles(viewer, [row]);
    if (!message) throw messageNotFound();
    return message;
  }

  /** What a new message changes of its request. */
  function effectsOf(viewer: Viewer, sent: Sent, request: RequestRow): Partial<RequestRow> {
    if (!viewer.byAgency) {
      const isKnown = request.waitingSince === null && request.unansweredSince !== null;
      return isKnown
        ? {}
        : { waitingSince: null, unansweredSince: request.unansweredSince ?? new Date() };
    }
    const { waiting } = sent;
    return {
      ...(!sent.internal && request.unansweredSince && { unansweredSince: null }),
      ...(sent.pinned && { note: plainTextOf(sent.text) }),
      ...(waiting !== undefined && {
        waitingSince: waiting ? (request.waitingSince ?? new Date()) : null,
      }),
    };
  }

  async function insert(tx: Transaction, viewer: Viewer, sent: Sent) {
    const request = await lockVisibleRequest(tx, viewer, sent.id);
    const [row] = await tx
      .insert(messages)
      .values({
        requestId: request.id,
        authorId: viewer.id,
        authorName: fullName(viewer),
        byAgency: viewer.byAgency,
        internal: sent.internal,
        text: sent.text,
        // Keys of different people must not collide.
        submissionKey: sent.key ? `${viewer.id}:${sent.key}` : null,
        submissionDigest: sent.key ? digestOfMessage(sent) : null,
      })
      .onConflictDoNothing({ target: messages.submissionKey })
      .returning();
    if (!row) return undefined;
    await files.attach(tx, viewer, row.id, sent);
    const effects = effectsOf(viewer, sent, request);
    if (Object.keys(effects).length > 0) {
      await tx.update(serviceRequests).set(effects).where(eq(serviceRequests.id, request.id));
    }
    await tx
      .delete(messageDrafts)
      .where(and(eq(messageDrafts.userId, viewer.id), eq(messageDrafts.requestId, request.id)));
    if (!sent.internal) {
      await bursts.note(tx, {
        requestId: request.id,
        toClient: viewer.byAgency,
        afterMessageId: row.id - 1,
      });
      if (viewer.byAgency) await noteFirstAnswer(tx, { quoteId: request.quoteId, messageId: null });
    }
    return row;
  }

  async function firstUnderKey(viewer: Viewer, sent: Sent): Promise<MessageRow> {
    const [row] = await db
      .select()
      .from(messages)
      .where(and(eq(messages.submissionKey, `${viewer.id}:${sent.key}`), isVisibleMessage(viewer)));
    if (!row) throw new Error('A message conflicted under its submission key and is not stored.');
    refuseOtherSubmission(row.submissionDigest, digestOfMessage(sent));
    return row;
  }

  /** An own message, locked. @throws NOT_FOUND for all others, CONFLICT when its time is over */
  async function lockOwn(tx: Transaction, viewer: Viewer, id: number): Promise<MessageRow> {
    const [row] = await tx
      .select()
      .from(messages)
      .where(
        and(
          eq(messages.id, id),
          eq(messages.authorId, viewer.id),
          eq(messages.byAgency, viewer.byAgency),
          // Whoever has left a company has left its threads.
          inArray(
            messages.requestId,
            tx
              .select({ id: serviceRequests.id })
              .from(serviceRequests)
              .where(isVisibleRequest(viewer)),
          ),
        ),
      )
      .for('update');
    if (!row) throw messageNotFound();
    if (Date.now() > row.createdAt.getTime() + editMinutes * 60_000) {
      throw new AppError(
        'CONFLICT',
        `A message can be changed and deleted for ${editMinutes} minutes`,
      );
    }
    return row;
  }

  return {
    /** The first message of a request that is just being made: its files. Nobody is told, since the request itself is news. */
    async begin(
      tx: Transaction,
      client: Pick<Viewer, 'id' | 'firstName' | 'lastName'>,
      requestId: number,
      fileIds: number[],
    ): Promise<void> {
      const [row] = await tx
        .insert(messages)
        .values({
          requestId,
          authorId: client.id,
          authorName: fullName(client),
          byAgency: false,
          text: '',
        })
        .returning({ id: messages.id });
      if (row) await files.attach(tx, client, row.id, { fileIds: [...new Set(fileIds)] });
    },

    /** From the oldest to the newest of the page. */
    async page(viewer: Viewer, query: ThreadQuery) {
      await visibleRequest(db, viewer, query.id);
      const { id, before, limit } = query;
      const rows = await selectMessages(db, viewer, { id, before, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const oldest = shown.at(-1);
      return {
        rows: await withFiles(viewer, shown.reverse()),
        before: rows.length > limit && oldest ? oldest.id : null,
      };
    },

    /** A repeat under the same key answers with the first message and stores nothing. */
    async send(viewer: Viewer, sent: Sent): Promise<AdminMessage> {
      const row = await db.transaction((tx) => insert(tx, viewer, sent));
      return one(viewer, row ?? (await firstUnderKey(viewer, sent)));
    },

    async edit(viewer: Viewer, { id, text }: { id: number; text: string }): Promise<AdminMessage> {
      const row = await db.transaction(async (tx) => {
        const before = await lockOwn(tx, viewer, id);
        if (before.text === text) return before;
        const [after] = await tx
          .update(messages)
          .set({ text, editedAt: new Date() })
          .where(eq(messages.id, id))
          .returning();
        if (!after) throw messageNotFound();
        return after;
      });
      return one(viewer, row);
    },

    /** Deletes an own message with its files. */
    async remove(viewer: Viewer, id: number): Promise<{ id: number }> {
      await db.transaction(async (tx) => {
        const { requestId } = await lockOwn(tx, viewer, id);
        const [decided] = await tx
          .select({ id: fileRows.id })
          .from(fileRows)
          .where(and(eq(fileRows.messageId, id), sql`${fileRows.decidedAt} is not null`))
          .limit(1);
        if (decided) {
          throw new AppError('CONFLICT', 'The client has decided on a file of this message');
        }
        await tx.delete(messages).where(eq(messages.id, id));
        if (viewer.byAgency) return;
        // The agency owes no answer to a message that is not there.
        await tx.execute(sql`
          update service_requests r set unanswered_since = (
            select min(m.created_at) from request_messages m
            where m.request_id = r.id and not m.by_agency and m.created_at >= r.unanswered_since)
          where r.id = ${requestId} and r.unanswered_since is not null`);
      });
      return { id };
    },

    /** Marks everything up to a message as read; an earlier one changes nothing. */
    async markRead(
      viewer: Viewer,
      { id, messageId }: { id: number; messageId: number },
    ): Promise<{ lastReadId: number }> {
      await visibleRequest(db, viewer, id);
      // A mark beyond the newest message would hide those to come.
      const [newest] = await db
        .select({ id: max(messages.id) })
        .from(messages)
        .where(and(eq(messages.requestId, id), isVisibleMessage(viewer)));
      const read = Math.min(messageId, newest?.id ?? 0);
      await db
        .insert(requestReads)
        .values({ userId: viewer.id, requestId: id, messageId: read })
        .onConflictDoUpdate({
          target: [requestReads.userId, requestReads.requestId],
          set: { messageId: read, readAt: new Date() },
          setWhere: sql`${requestReads.messageId} < ${read}`,
        });
      const [row] = await db
        .select({ messageId: requestReads.messageId })
        .from(requestReads)
        .where(and(eq(requestReads.userId, viewer.id), eq(requestReads.requestId, id)));
      return { lastReadId: row?.messageId ?? read };
    },

    /** Keeps what was typed; nothing typed deletes it. */
    async saveDraft(
      viewer: Viewer,
      { id, text, fileIds }: MessageDraft & { id: number },
    ): Promise<MessageDraft> {
      await visibleRequest(db, viewer, id);
      if (text === '' && fileIds.length === 0) {
        await db
          .delete(messageDrafts)
          .where(and(eq(messageDrafts.userId, viewer.id), eq(messageDrafts.requestId, id)));
      } else {
        const values = { text, fileIds, updatedAt: new Date() };
        await db
          .insert(messageDrafts)
          .values({ ...values, userId: viewer.id, requestId: id })
          .onConflictDoUpdate({
            target: [messageDrafts.userId, messageDrafts.requestId],
            set: values,
          });
      }
      return { text, fileIds };
    },
  };
}

export type Threads = ReturnType<typeof createThreads>;
