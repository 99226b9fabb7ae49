import { and, desc, eq, isNull, lt, max, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { RecordRef } from '~/contract/conversations/records';
import { editMinutes } from '~/contract/workspace/workspace';
import type {
  AdminMessage,
  MessageDraft,
  ThreadQuery,
} from '~/contract/workspace/workspace-schema';
import { conversationOf, postMessage } from '~/server/features/conversations/conversations.service';
import { isIn, isOf, type MessageRow, selectMessages } from '~/server/features/conversations/parts';
import { fullName } from '~/server/features/documents/clients';
import type { Files } from '~/server/features/files/files.service';
import { nameOf } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { files as fileRows } from '~/server/platform/db/schema/files';
import { messageDrafts, messages, requestReads } from '~/server/platform/db/schema/workspace';
import { digestOf, rejectOtherSubmission } from '~/server/platform/submission-digest';
import { emitMessage } from './emit-message';
import type { Sent, ThreadKind } from './thread-kinds';
import {
  isVisibleMessage,
  messageNotFound,
  type Transaction,
  toMessage,
  type Viewer,
} from './workspace.rows';

/**
 * Adds related data to a message, in its transaction: its record is locked, and an error prevents the message from
 * being stored.
 *
 * @param messageId undefined for a repeat, which stores nothing
 */
export type Alongside = (tx: Transaction, messageId: number | undefined) => Promise<void>;

/** Different files or another request make it a different message. */
const digestOfMessage = ({ key: _, ...content }: Sent) => digestOf(content);

/** Threads of messages, the same for both sides: differences follow from the viewer and the kind of record. */
export function createThreads<Subject, Opened>(
  db: Database,
  options: { files: Files; kind: ThreadKind<Subject, Opened> },
) {
  const { files, kind } = options;
  const refOf = (id: number): RecordRef => ({ kind: kind.about, id });
  /** Keys of different people and of different records must not collide. */
  const submissionKeyOf = ({ id }: Viewer, sent: Sent): string | null => {
    return sent.key ? `${id}:${kind.about}:${sent.key}` : null;
  };
  const draftOf = (viewer: Viewer, id: number) =>
    and(eq(messageDrafts.userId, viewer.id), isOf(messageDrafts.conversationId, refOf(id)));

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

  async function insert(
    tx: Transaction,
    viewer: Viewer,
    sent: Sent,
    { opened, alongside }: { opened: Opened; alongside?: Alongside | undefined },
  ) {
    const subject = await kind.lock(tx, viewer, sent.id);
    const row = await postMessage(tx, refOf(sent.id), {
      authorId: viewer.id,
      authorName: sent.internal && viewer.apiKey ? nameOf(viewer) : fullName(viewer),
      byAgency: viewer.byAgency,
      internal: sent.internal,
      text: sent.text,
      origin: sent.byMail ? 'mail' : null,
      submissionKey: submissionKeyOf(viewer, sent),
      submissionDigest: sent.key ? digestOfMessage(sent) : null,
    });
    await alongside?.(tx, row?.id);
    if (!row) return undefined;
    await files.attach(tx, viewer, row.id, sent);
    await tx.delete(messageDrafts).where(draftOf(viewer, sent.id));
    await kind.onSent(tx, { viewer, sent, subject, message: row, opened });
    await emitMessage(tx, row.id);
    return row;
  }

  async function firstUnderKey(viewer: Viewer, sent: Sent): Promise<MessageRow> {
    const isFirst = eq(messages.submissionKey, submissionKeyOf(viewer, sent) ?? '');
    const [row] = await selectMessages(db).where(and(isFirst, isVisibleMessage(viewer)));
    if (!row) throw new Error('A message conflicted under its submission key and is not stored.');
    rejectOtherSubmission(row.submissionDigest, digestOfMessage(sent));
    return row;
  }

  /** A message by the viewer, locked. @throws NOT_FOUND for all others, CONFLICT when its time is over */
  async function lockOwn(tx: Transaction, viewer: Viewer, id: number): Promise<MessageRow> {
    const [row] = await selectMessages(tx)
      .where(
        and(
          eq(messages.id, id),
          eq(messages.authorId, viewer.id),
          eq(messages.byAgency, viewer.byAgency),
          kind.canChange(viewer),
          // Messages by email cannot be changed.
          isNull(messages.origin),
        ),
      )
      .for('update', { of: messages });
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
    /** First message of a record being created, with its files. Causes no notification, because the record itself does. */
    async begin(
      tx: Transaction,
      client: Pick<Viewer, 'id' | 'firstName' | 'lastName'>,
      requestId: number,
      fileIds: number[],
    ): Promise<void> {
      const row = await postMessage(
        tx,
        refOf(requestId),
        { authorId: client.id, authorName: fullName(client), byAgency: false, text: '' },
        { isPart: true },
      );
      if (!row) return;
      await files.attach(tx, client, row.id, { fileIds: [...new Set(fileIds)] });
      await emitMessage(tx, row.id);
    },

    /** Oldest to newest of the page. */
    async page(viewer: Viewer, query: ThreadQuery) {
      await kind.find(db, viewer, query.id);
      const { id, before, limit } = query;
      const parts = await kind.partsOf(db, id, viewer);
      const rows = await selectMessages(db)
        .where(
          and(
            isIn(parts),
            isVisibleMessage(viewer),
            before === undefined ? undefined : lt(messages.id, before),
          ),
        )
        .orderBy(desc(messages.id))
        .limit(limit + 1);
      const shown = rows.slice(0, limit);
      const oldest = shown.at(-1);
      return {
        // Messages about another record are edited there.
        rows: (await withFiles(viewer, shown.reverse())).map((message, index) => {
          const isOpened = message.about === kind.about && shown[index]?.recordId === id;
          return isOpened ? message : { ...message, editableUntil: null };
        }),
        before: rows.length > limit && oldest ? oldest.id : null,
      };
    },

    /** A repeat with the same key returns the first message and stores nothing. */
    async send(viewer: Viewer, sent: Sent, alongside?: Alongside): Promise<AdminMessage> {
      const opened = await kind.open();
      const row = await db.transaction((tx) => insert(tx, viewer, sent, { opened, alongside }));
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
        return { ...before, ...after };
      });
      return one(viewer, row);
    },

    /** Deletes a message by the viewer, with its files. */
    async remove(viewer: Viewer, id: number): Promise<{ id: number }> {
      await db.transaction(async (tx) => {
        const { recordId } = await lockOwn(tx, viewer, id);
        const [decided] = await tx
          .select({ id: fileRows.id })
          .from(fileRows)
          .where(and(eq(fileRows.messageId, id), sql`${fileRows.decidedAt} is not null`))
          .limit(1);
        if (decided) {
          throw new AppError('CONFLICT', 'The client has decided on a file of this message');
        }
        await tx.delete(messages).where(eq(messages.id, id));
        await kind.onRemoved(tx, viewer, recordId);
      });
      return { id };
    },

    /** Marks everything up to a message as read; an earlier one has no effect. */
    async markRead(
      viewer: Viewer,
      { id, messageId }: { id: number; messageId: number },
    ): Promise<{ lastReadId: number }> {
      await kind.find(db, viewer, id);
      // A mark beyond the newest message would hide future ones.
      const [newest] = await db
        .select({ id: max(messages.id) })
        .from(messages)
        .where(and(isIn(await kind.partsOf(db, id, viewer)), isVisibleMessage(viewer)));
      const read = Math.min(messageId, newest?.id ?? 0);
      const { id: conversationId } = await conversationOf(db, refOf(id));
      await db
        .insert(requestReads)
        .values({ userId: viewer.id, conversationId, messageId: read })
        .onConflictDoUpdate({
          target: [requestReads.userId, requestReads.conversationId],
          set: { messageId: read, readAt: new Date() },
          setWhere: sql`${requestReads.messageId} < ${read}`,
        });
      const [row] = await db
        .select({ messageId: requestReads.messageId })
        .from(requestReads)
        .where(
          and(eq(requestReads.userId, viewer.id), eq(requestReads.conversationId, conversationId)),
        );
      return { lastReadId: row?.messageId ?? read };
    },

    /** Stores a draft; an empty one deletes it. */
    async saveDraft(
      viewer: Viewer,
      { id, text, fileIds }: MessageDraft & { id: number },
    ): Promise<MessageDraft> {
      await kind.find(db, viewer, id);
      if (text === '' && fileIds.length === 0) {
        await db.delete(messageDrafts).where(draftOf(viewer, id));
      } else {
        const values = { text, fileIds, updatedAt: new Date() };
        const { id: conversationId } = await conversationOf(db, refOf(id));
        await db
          .insert(messageDrafts)
          .values({ ...values, userId: viewer.id, conversationId })
          .onConflictDoUpdate({
            target: [messageDrafts.userId, messageDrafts.conversationId],
            set: values,
          });
      }
      return { text, fileIds };
    },
  };
}

export type Threads = ReturnType<typeof createThreads<unknown, undefined>>;
