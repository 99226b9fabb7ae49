import { createHash } from 'node:crypto';

import { and, eq, isNull, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { fileBytesMax, takenTypes } from '~/contract/files/files';
import type { FileSettings, UploadedFile } from '~/contract/files/files-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { Database } from '~/server/platform/db/client';
import { files } from '~/server/platform/db/schema/files';
import type { ChunkStore } from '~/server/platform/files/chunk-store';
import { isTextPart } from '~/server/platform/files/text-part';
import { rejectFull } from './claimed';
import { type FileRow, fileNotFound, nameFor, newKey, plainName, toUploaded } from './files.rows';

const mib = 1024 * 1024;

export const tooLarge = () =>
  new AppError('PAYLOAD_TOO_LARGE', `This file is larger than ${fileBytesMax / mib} MiB`);

/** Number of bytes that a visitor's upload reserves at a time, so that an announced size alone takes no space. */
const reservedAtOnce = mib;

/** Type of content that is stored for download and never shown. */
const bytesType = 'application/octet-stream';

/** A visitor without an account, identified by the SHA-256 hash of the upload's secret. */
export interface Claimant {
  claim: string;
  /** Consumes the visitor's daily limit each time more space is reserved. */
  spend(tx: Pick<Database, 'insert'>): Promise<void>;
}

/** User or visitor who owns an upload. */
type Owner = Pick<CurrentUser, 'id'> | Claimant;

/** Reserves more space for a visitor's upload. @throws SERVICE_UNAVAILABLE, TOO_MANY_REQUESTS */
async function reserve(
  tx: Pick<Database, 'select' | 'execute' | 'insert'>,
  { claim, spend }: Claimant,
  more: number,
): Promise<void> {
  await rejectFull(tx, claim, more);
  await spend(tx);
}

/** Returns the total size of a client's files. Unfinished ones count with their announced size. */
export async function usedBytes(tx: Pick<Database, 'select'>, clientId: string): Promise<number> {
  const [row] = await tx
    .select({ used: sql<string>`coalesce(sum(${files.size}), 0)` })
    .from(files)
    .where(eq(files.uploaderId, clientId));
  return Number(row?.used ?? 0);
}

/**
 * Manages uploads. Content always arrives in PostgreSQL and is moved afterwards, so that an upload can continue at another
 * instance and does not depend on the S3 store.
 */
export function createUploads(
  db: Database,
  options: {
    chunks: ChunkStore;
    getFileSettings(): Promise<FileSettings>;
    /** Moves a finished file to its permanent place. */
    moveSoon(): void;
  },
) {
  const { chunks } = options;

  const isOf = (owner: Owner) =>
    'claim' in owner ? eq(files.claim, owner.claim) : eq(files.uploaderId, owner.id);

  const isUnfinishedOf = (owner: Owner, id: number) =>
    and(eq(files.id, id), isOf(owner), isNull(files.finishedAt));

  async function unfinished(user: Owner, id: number): Promise<FileRow> {
    const [row] = await db.select().from(files).where(isUnfinishedOf(user, id));
    if (!row) throw fileNotFound();
    return row;
  }

  /** Deletes an upload with its received content. */
  async function discard(user: Owner, id: number): Promise<void> {
    const gone = await db
      .delete(files)
      .where(and(eq(files.id, id), isOf(user), isNull(files.messageId)))
      .returning({ id: files.id });
    if (gone.length === 0) throw fileNotFound();
  }

  return {
    /**
     * Starts an upload.
     *
     * @param file.size announced size, which is reserved in the quota; if unknown, the maximum is reserved
     */
    async begin(
      user: Pick<CurrentUser, 'id' | 'isAdmin'> | Claimant,
      file: { name: string; size: number | undefined },
    ): Promise<{ id: number }> {
      if ((file.size ?? 0) > fileBytesMax) throw tooLarge();
      const { quotaMb } = await options.getFileSettings();
      const isVisitor = 'claim' in user;
      const clientId = isVisitor || user.isAdmin ? null : user.id;
      return db.transaction(async (tx) => {
        let size = file.size ?? fileBytesMax;
        if (isVisitor) {
          size = Math.min(size, reservedAtOnce);
          await reserve(tx, user, size);
        }
        if (clientId) {
          // Reserves space for one upload of the client at a time, because concurrent uploads could otherwise exceed
          // the quota together.
          await tx.execute(
            sql`select pg_advisory_xact_lock(hashtext('file quota'), hashtext(${clientId}))`,
          );
          const room = quotaMb * mib - (await usedBytes(tx, clientId));
          if (file.size === undefined) size = Math.max(1, Math.min(size, room));
          if (size > room) {
            throw new AppError(
              'PAYLOAD_TOO_LARGE',
              `Your files would take up more than ${quotaMb} MiB. Please write to us, and we make room.`,
            );
          }
        }
        const [row] = await tx
          .insert(files)
          .values({
            key: newKey(),
            ...(isVisitor ? { claim: user.claim } : { uploaderId: user.id }),
            name: plainName(file.name),
            size,
          })
          .returning({ id: files.id });
        if (!row) throw new Error('a file was not stored');
        return row;
      });
    },

    unfinished,

    /** Returns an upload for the person who uploads it, finished or not. */
    async find(user: Owner, id: number): Promise<FileRow> {
      const [row] = await db
        .select()
        .from(files)
        .where(and(eq(files.id, id), isOf(user), isNull(files.messageId)));
      if (!row) throw fileNotFound();
      return row;
    },

    /**
     * Appends content. Received bytes are stored even if the connection is lost.
     *
     * @returns the offset after the stored bytes
     * @throws CONFLICT if another request has written at this offset
     */
    async append(
      user: Owner,
      id: number,
      offset: number,
      content: AsyncIterable<Uint8Array>,
    ): Promise<number> {
      const row = await unfinished(user, id);
      let { size } = row;
      return chunks.write(row.key, offset, content, async (tx, from, to) => {
        if (to > size) {
          if (!('claim' in user) || to > fileBytesMax) throw tooLarge();
          const more = Math.min(Math.max(to - size, reservedAtOnce), fileBytesMax - size);
          await reserve(tx, user, more);
          size += more;
        }
        const moved = await tx
          .update(files)
          .set({ received: to, size, updatedAt: new Date() })
          .where(and(isUnfinishedOf(user, id), eq(files.received, from)))
          .returning({ id: files.id });
        if (moved.length === 0) {
          throw new AppError('CONFLICT', 'This part of the file was already uploaded');
        }
      });
    },

    /**
     * Finishes an upload and detects the type of its content. A file that is rejected is deleted. A repeated call returns
     * the same file.
     *
     * @param takesAll true to accept any other content as bytes without a type, which browsers only download
     */
    async finish(user: Owner, id: number, takesAll = false): Promise<UploadedFile> {
      const row = await unfinished(user, id);
      const { key, received } = row;
      const hash = createHash('sha256');
      let isText = true;
      for await (const bytes of chunks.read(key, 0, received)) {
        hash.update(bytes);
        isText &&= isTextPart(bytes);
      }
      const read = async (from: number, to: number) => {
        const parts: Buffer[] = [];
        for await (const part of chunks.read(key, from, Math.min(to, received))) parts.push(part);
        return Buffer.concat(parts);
      };
      // Imported with the first file, so that startup does not wait for the library.
      const { identify } = await import('~/server/platform/files/identify');
      const { type: found, problem } = await identify(row.name, received, read, isText);
      // The type of some text files depends only on their names, such as emails (`.eml`) and appointments (`.ics`).
      const isNamed = /\.\w{1,10}$/.test(row.name);
      const isOtherText =
        isNamed && found === 'text/plain' && nameFor(row.name, found) !== row.name;
      const known = takesAll && isOtherText ? undefined : found;
      const type = known ?? (takesAll && received > 0 ? bytesType : undefined);
      if (!type) {
        await discard(user, id);
        throw new AppError(
          problem === undefined ? 'UNSUPPORTED_MEDIA_TYPE' : 'BAD_REQUEST',
          problem ?? `This file type is not supported. You can send ${takenTypes}.`,
        );
      }
      const [finished] = await db
        .update(files)
        .set({
          size: received,
          type,
          name: nameFor(row.name, type),
          sha256: hash.digest('hex'),
          finishedAt: new Date(),
          updatedAt: new Date(),
        })
        .where(isUnfinishedOf(user, id))
        .returning();
      if (!finished) throw fileNotFound();
      options.moveSoon();
      return toUploaded(finished);
    },

    discard,
  };
}

export type Uploads = ReturnType<typeof createUploads>;
