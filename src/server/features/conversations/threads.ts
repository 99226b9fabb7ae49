import { and, desc, eq, inArray, isNull, lt, max, or, type SQL, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { RecordRef } from '~/contract/conversations/records';
import { editMinutes } from '~/contract/threads/threads';
import type { AdminMessage, MessageDraft, ThreadQuery } from '~/contract/threads/threads-schema';
import { fullName } from '~/server/features/documents/clients';
import type { DocumentLinks } from '~/server/features/documents/links';
import type { Files } from '~/server/features/files/files.service';
import type { Bursts } from '~/server/features/notifications/bursts';
import { emitMessage } from '~/server/features/request-threads/emit-message';
import {
  isVisibleMessage,
  isVisibleRequest,
  messageNotFound,
  type Transaction,
  toMessage,
  type Viewer,
  visibleRequest,
} from '~/server/features/request-threads/request-threads.rows';
import { nameOf } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { conversations } from '~/server/platform/db/schema/conversations';
import { files as fileRows } from '~/server/platform/db/schema/files';
import { messageDrafts, messageReads, messages } from '~/server/platform/db/schema/messages';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import type { Mailer } from '~/server/platform/mail/mailer';
import { digestOf, rejectOtherSubmission } from '~/server/platform/submission-digest';
import { conversationOf, forgetFromClient, postMessage } from './conversations.service';
import { type Author, createMessageEffects, type Sent } from './message-effects';
import { clientReader, isIn, isOf, type MessageRow, partsOf, selectMessages } from './parts';
import { type FoundConversation, findConversation, lockRecord } from './records';

/**
 * Adds related data to a message in the same transaction. The record is locked, and an error prevents the message from
 * being stored.
 *
 * @param messageId undefined for a repeated request, which stores nothing
 */
export type Alongside = (tx: Transaction, messageId: number | undefined) => Promise<void>;

/** Returns a digest of a message's content, files and record. A repeated key with another digest is another message. */
const digestOfMessage = ({ key: _, ...content }: Sent) => digestOf(content);

/**
 * Returns the stored idempotency key; null if the message has none. It includes person and record,
 * so that keys of different people or records do not collide.
 */
function submissionKeyOf(author: Author, { kind, id, key }: Sent): string | null {
  if (!key) return null;
  return author.id === null ? `${kind} ${id}:${key}` : `${author.id}:${kind}:${key}`;
}

/**
 * Manages threads of messages about records of every kind. The viewer and the kind of record determine what differs.
 */
export function createThreads(
  db: Database,
  options: {
    files: Files;
    mailer: Mailer;
    links: DocumentLinks;
    bursts: Pick<Bursts, 'note'>;
  },
) {
  const { files } = options;
  const effects = createMessageEffects(options);
  const draftOf = (viewer: Viewer, ref: RecordRef) =>
    and(eq(messageDrafts.userId, viewer.id), isOf(messageDrafts.conversationId, ref));

  /**
   * Checks that the viewer can see a record.
   *
   * @throws NOT_FOUND for any other record, as for an unknown one
   */
  async function find(viewer: Viewer, ref: RecordRef): Promise<void> {
    if (ref.kind === 'request') await visibleRequest(db, viewer, ref.id);
    else if (viewer.byAgency) await findConversation(db, ref);
    else throw new AppError('NOT_FOUND', 'Request not found');
  }

  /**
   * Returns the record of a new message, locked until the end of the transaction.
   *
   * @throws NOT_FOUND for a record that the author cannot see, CONFLICT if the client's data was deleted
   */
  async function lock(
    tx: Transaction,
    author: Author,
    { kind, id }: RecordRef,
  ): Promise<FoundConversation> {
    const found = await lockRecord(tx, { kind, id });
    if (author.id !== null && kind === 'request') await visibleRequest(tx, author, id);
    // Rejects messages while the client is being deleted, because they would not be deleted with the client.
    if (found.isErased) throw new AppError('CONFLICT', 'The data of this client was deleted');
    return found;
  }

  /** Returns the conversations whose messages the thread of a record shows. New messages are about that record. */
  const shownIn = (viewer: Viewer, { kind, id }: RecordRef) =>
    partsOf(db, { kind, id }, viewer.byAgency ? undefined : clientReader(viewer));

  /**
   * Matches messages that their author can still edit and delete. Excludes former members of a company, who cannot open
   * its threads.
   */
  const canChange = (viewer: Viewer): SQL | undefined =>
    or(
      inArray(
        conversations.requestId,
        db.select({ id: serviceRequests.id }).from(serviceRequests).where(isVisibleRequest(viewer)),
      ),
      and(isNull(conversations.requestId), messages.internal),
    );

  async function withFiles(
    viewer: Pick<Author, 'id' | 'byAgency'>,
    rows: MessageRow[],
  ): Promise<AdminMessage[]> {
    const byMessage = await files.ofMessages(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => toMessage(row, viewer, byMessage.get(row.id)));
  }

  async function one(
    viewer: Pick<Author, 'id' | 'byAgency'>,
    row: MessageRow,
  ): Promise<AdminMessage> {
    const [message] = await withFiles(viewer, [row]);
    if (!message) throw messageNotFound();
    return message;
  }

  function nameFor(author: Author, { name }: FoundConversation, isInternal: boolean): string {
    if (author.id === null) return author.name ?? name;
    return isInternal && author.apiKey ? nameOf(author) : fullName(author);
  }

  async function firstUnderKey(tx: Transaction, author: Author, sent: Sent): Promise<MessageRow> {
    const isFirst = eq(messages.submissionKey, submissionKeyOf(author, sent) ?? '');
    const [row] = await selectMessages(tx).where(and(isFirst, isVisibleMessage(author)));
    if (!row) throw new Error('a submission key is taken, but its message is missing');
    rejectOtherSubmission(row.submissionDigest, digestOfMessage(sent));
    return row;
  }

  /** Locks and returns a message by the viewer. @throws NOT_FOUND for any other message, CONFLICT once its time has passed */
  async function lockOwn(
    tx: Transaction,
    viewer: Viewer,
    { kind, id }: RecordRef,
  ): Promise<MessageRow> {
    const [row] = await selectMessages(tx)
      .where(
        and(
          eq(messages.id, id),
          eq(messages.authorId, viewer.id),
          eq(messages.byAgency, viewer.byAgency),
          eq(conversations.kind, kind),
          canChange(viewer),
          // Emailed messages cannot be changed.
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
    /**
     * Stores the first message of a request that is being created, with its files. Sends no notification, because the
     * request itself does.
     */
    async begin(
      tx: Transaction,
      client: Pick<Viewer, 'id' | 'firstName' | 'lastName'>,
      requestId: number,
      fileIds: number[],
    ): Promise<void> {
      const row = await postMessage(
        tx,
        { kind: 'request', id: requestId },
        { authorId: client.id, authorName: fullName(client), byAgency: false, text: '' },
        { isPart: true },
      );
      if (!row) return;
      await files.attach(tx, client, row.id, { fileIds: [...new Set(fileIds)] });
      await emitMessage(tx, row.id);
    },

    /** Returns one page of messages, oldest first. */
    async page(viewer: Viewer, { kind, id, before, limit }: ThreadQuery & RecordRef) {
      await find(viewer, { kind, id });
      const parts = await shownIn(viewer, { kind, id });
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
        // Messages about another record can only be edited there.
        rows: (await withFiles(viewer, shown.reverse())).map((message, index) => {
          const ref = shown[index]?.ref;
          const isOpened = ref?.kind === kind && ref.id === id;
          return isOpened ? message : { ...message, editableUntil: null };
        }),
        before: rows.length > limit && oldest ? oldest.id : null,
      };
    },

    /** Stores a message with its files and effects. A repeated key returns the message that was stored first. */
    async send(author: Author, sent: Sent, alongside?: Alongside): Promise<AdminMessage> {
      const { kind, id, internal = false, fileIds = [], deliverableIds } = sent;
      const applyEffects = await effects.open(kind);
      const row = await db.transaction(async (tx) => {
        const record = await lock(tx, author, sent);
        const message = await postMessage(
          tx,
          { kind, id },
          {
            authorId: author.id,
            authorName: nameFor(author, record, internal),
            byAgency: author.byAgency,
            internal,
            text: sent.text,
            origin: sent.byMail ? 'mail' : null,
            submissionKey: submissionKeyOf(author, sent),
            submissionDigest: sent.key ? digestOfMessage(sent) : null,
          },
        );
        await alongside?.(tx, message?.id);
        if (!message) return firstUnderKey(tx, author, sent);
        if (author.id !== null) {
          await files.attach(tx, author, message.id, {
            fileIds,
            ...(deliverableIds && { deliverableIds }),
          });
          await tx.delete(messageDrafts).where(draftOf(author, { kind, id }));
        }
        await applyEffects(tx, { author, sent, record, message });
        await emitMessage(tx, message.id);
        return message;
      });
      if (kind !== 'request') options.mailer.sendSoon();
      return one(author, row);
    },

    /**
     * Changes the text of a message by the viewer.
     *
     * @param change.id id of a message about a record of this kind
     */
    async edit(viewer: Viewer, change: RecordRef & { text: string }): Promise<AdminMessage> {
      const { id, text } = change;
      const row = await db.transaction(async (tx) => {
        const before = await lockOwn(tx, viewer, change);
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

    /** Deletes a message of the viewer with its files, in a thread about a record of this kind. */
    async remove(viewer: Viewer, { kind, id }: RecordRef): Promise<{ id: number }> {
      await db.transaction(async (tx) => {
        const { ref } = await lockOwn(tx, viewer, { kind, id });
        const [decided] = await tx
          .select({ id: fileRows.id })
          .from(fileRows)
          .where(and(eq(fileRows.messageId, id), sql`${fileRows.decidedAt} is not null`))
          .limit(1);
        if (decided) {
          throw new AppError('CONFLICT', 'The client has decided on a file of this message');
        }
        await tx.delete(messages).where(eq(messages.id, id));
        if (!viewer.byAgency) await forgetFromClient(tx, ref.id);
      });
      return { id };
    },

    /** Marks everything up to a message as read. A message before the current mark has no effect. */
    async markRead(
      viewer: Viewer,
      { kind, id, messageId }: RecordRef & { messageId: number },
    ): Promise<{ lastReadId: number }> {
      await find(viewer, { kind, id });
      // Limits the mark to the newest message, because a later mark would hide future messages.
      const [newest] = await db
        .select({ id: max(messages.id) })
        .from(messages)
        .where(and(isIn(await shownIn(viewer, { kind, id })), isVisibleMessage(viewer)));
      const read = Math.min(messageId, newest?.id ?? 0);
      const { id: conversationId } = await conversationOf(db, { kind, id });
      await db
        .insert(messageReads)
        .values({ userId: viewer.id, conversationId, messageId: read })
        .onConflictDoUpdate({
          target: [messageReads.userId, messageReads.conversationId],
          set: { messageId: read, readAt: new Date() },
          setWhere: sql`${messageReads.messageId} < ${read}`,
        });
      const [row] = await db
        .select({ messageId: messageReads.messageId })
        .from(messageReads)
        .where(
          and(eq(messageReads.userId, viewer.id), eq(messageReads.conversationId, conversationId)),
        );
      return { lastReadId: row?.messageId ?? read };
    },

    /** Stores a draft. An empty text deletes it. */
    async saveDraft(
      viewer: Viewer,
      { kind, id, text, fileIds }: RecordRef & MessageDraft,
    ): Promise<MessageDraft> {
      await find(viewer, { kind, id });
      if (text === '' && fileIds.length === 0) {
        await db.delete(messageDrafts).where(draftOf(viewer, { kind, id }));
      } else {
        const values = { text, fileIds, updatedAt: new Date() };
        const { id: conversationId } = await conversationOf(db, { kind, id });
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

export type Threads = ReturnType<typeof createThreads>;
