import { and, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { unusedFileHours } from '~/contract/files/files';
import type { FileSettings, ThreadFile } from '~/contract/files/files-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { isRequestOf } from '~/server/features/companies/ownership';
import { clientReader, isVisibleTo } from '~/server/features/conversations/parts';
import type { Database } from '~/server/platform/db/client';
import { conversations } from '~/server/platform/db/schema/conversations';
import { files } from '~/server/platform/db/schema/files';
import { messages } from '~/server/platform/db/schema/messages';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { createChunkStore } from '~/server/platform/files/chunk-store';
import type { ObjectStore } from '~/server/platform/files/object-store';
import { deleteInBatches, runParts } from '~/server/platform/jobs/clean-up';
import { type FileRow, fileNotFound, objectOf, rejectRole, toThreadFile } from './files.rows';
import { createFileMoves } from './moves';
import { createUploads } from './uploads';

const storeAway = () =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    'This file cannot be read right now. Please try again in a moment.',
  );

/** Number of files in a batch. Each file is deleted with up to 20 MiB of content. */
const filesAtOnce = 10;

/** A file that the reader may open, with its content in chunks. */
export interface OpenFile extends Pick<FileRow, 'id' | 'name' | 'size' | 'type' | 'sha256'> {
  /** Reads a part of the content. @param to the offset after the last byte */
  read(from: number, to: number): AsyncIterable<Buffer>;
}

/** Manages files of messages: who may open them, and where their content is stored. */
export function createFiles(
  db: Database,
  options: {
    /** S3 store; undefined if content is stored in PostgreSQL. */
    objects: ObjectStore | undefined;
    getFileSettings(): Promise<FileSettings>;
    onFailure(error: unknown): void;
  },
) {
  const { objects } = options;
  const chunks = createChunkStore(db);
  const moves = createFileMoves(db, { chunks, objects, onFailure: options.onFailure });
  const uploads = createUploads(db, {
    chunks,
    getFileSettings: options.getFileSettings,
    moveSoon: moves.moveSoon,
  });

  /**
   * Returns a file that the user may read: their own uploads, files in the client's threads, and for admins the files
   * in every thread. All other files are reported as not found. For clients, these include files of internal messages.
   */
  async function readable(user: CurrentUser, id: number): Promise<FileRow> {
    rejectRole(user, 'requests.read');
    const [found] = await db
      .select({
        file: files,
        internal: messages.internal,
        isOfClient: sql<boolean>`coalesce(${isRequestOf(user.id)}, false) or ${isVisibleTo(clientReader(user))}`,
      })
      .from(files)
      .leftJoin(messages, eq(messages.id, files.messageId))
      .leftJoin(conversations, eq(conversations.id, messages.conversationId))
      .leftJoin(serviceRequests, eq(serviceRequests.id, conversations.requestId))
      .where(and(eq(files.id, id), isNotNull(files.finishedAt)));
    if (!found) throw fileNotFound();
    const { file, internal, isOfClient } = found;
    const mayRead =
      file.messageId === null
        ? // Hides files that a client has not sent yet from an admin who views the site as that client.
          file.uploaderId === user.id && !user.clientView
        : user.isAdmin || (isOfClient && internal === false);
    if (!mayRead) throw fileNotFound();
    return file;
  }

  const opened = (file: FileRow): OpenFile => {
    const { id, name, size, type, sha256 } = file;
    return { id, name, size, type, sha256, read: (from, to) => contentOf(file, from, to) };
  };

  async function* contentOf(file: FileRow, from: number, to: number): AsyncGenerator<Buffer> {
    const { store, key } = file;
    if (store === 'database') {
      yield* chunks.read(key, from, to);
      return;
    }
    // FILES_URL is missing, which the log at startup also reports.
    if (!objects) throw storeAway();
    try {
      yield* objects.read(objectOf(key), from, to);
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') throw error;
      throw Object.assign(storeAway(), { cause: error });
    }
  }

  return {
    uploads,
    moves,

    async open(user: CurrentUser, id: number): Promise<OpenFile> {
      return opened(await readable(user, id));
    },

    /** Opens a file of a message that the holder of a private link may read. */
    async openOf(messagesOfLink: SQL, id: number): Promise<OpenFile> {
      const [found] = await db
        .select({ file: files })
        .from(files)
        .innerJoin(messages, eq(messages.id, files.messageId))
        .where(
          and(
            eq(files.id, id),
            isNotNull(files.finishedAt),
            eq(messages.internal, false),
            messagesOfLink,
          ),
        );
      if (!found) throw fileNotFound();
      return opened(found.file);
    },

    /**
     * Adds the user's own uploads to a message. Each file can be in one message only.
     *
     * @throws NOT_FOUND for a file that is not the user's own, not finished, or already used
     */
    async attach(
      tx: Pick<Database, 'select' | 'update'>,
      author: Pick<CurrentUser, 'id'>,
      messageId: number,
      { fileIds, deliverableIds = [] }: { fileIds: number[]; deliverableIds?: number[] },
    ): Promise<void> {
      if (fileIds.length === 0) return;
      const attached = await tx
        .update(files)
        .set({
          messageId,
          deliverable: sql`case when ${inArray(files.id, deliverableIds.length > 0 ? deliverableIds : [0])}
            then 'waiting'::deliverable_status end`,
          updatedAt: new Date(),
        })
        .where(
          and(
            inArray(files.id, fileIds),
            eq(files.uploaderId, author.id),
            isNull(files.messageId),
            isNotNull(files.finishedAt),
          ),
        )
        .returning({ id: files.id });
      if (attached.length < fileIds.length) {
        throw new AppError(
          'NOT_FOUND',
          'One of the files no longer exists. Please upload it again.',
        );
      }
    },

    /** Returns files by message, in the order in which they were sent. */
    async ofMessages(
      tx: Pick<Database, 'select'>,
      messageIds: number[],
    ): Promise<Map<number, ThreadFile[]>> {
      if (messageIds.length === 0) return new Map();
      const rows = await tx
        .select()
        .from(files)
        .where(inArray(files.messageId, messageIds))
        .orderBy(files.id);
      const byMessage = new Map<number, ThreadFile[]>();
      for (const row of rows) {
        const list = byMessage.get(row.messageId ?? 0) ?? [];
        byMessage.set(row.messageId ?? 0, [...list, toThreadFile(row)]);
      }
      return byMessage;
    },

    /**
     * Deletes uploads that were not finished or not used in a message, and objects to which no row refers.
     *
     * @returns the result as text
     */
    async runJob(now = new Date()): Promise<string> {
      const before = new Date(now.getTime() - unusedFileHours * 60 * 60_000);
      const rows = {
        where: and(isNull(files.messageId), lt(files.updatedAt, before)),
        oldest: files.updatedAt,
      };
      const counts = await runParts({
        'files that were in no message': () => deleteInBatches(db, files, rows, filesAtOnce),
        moved: () => moves.moveAll(),
        objects: () => moves.removeObjects(),
      });
      const [unused = 0, moved = 0, removed = 0] = counts.values();
      const words = [
        ...(unused > 0 ? [`Deleted ${unused} files that were in no message.`] : []),
        ...(moved > 0 ? [`Moved ${moved} files.`] : []),
        ...(removed > 0 ? [`Deleted ${removed} objects.`] : []),
      ];
      return words.join(' ');
    },
  };
}

export type Files = ReturnType<typeof createFiles>;
