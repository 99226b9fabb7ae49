import { createHash } from 'node:crypto';

import { and, asc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm';
import pLimit from 'p-limit';

import type { Database } from '~/server/platform/db/client';
import { fileChunks, files, removedObjects } from '~/server/platform/db/schema/files';
import { media } from '~/server/platform/db/schema/media';
import { type ChunkStore, chunkBytes } from '~/server/platform/files/chunk-store';
import type { ObjectStore } from '~/server/platform/files/object-store';
import { type FileRow, objectOf } from './files.rows';

/** Number of objects that are deleted at a time. */
const removedAtOnce = 100;

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
/** Returns the hash under which media stores a picture. */
const pictureHashOf = (bytes: Uint8Array): string => sha256Of(bytes).slice(0, 32);

const differs = (what: string) =>
  new Error(`${what} has another checksum than when it was stored, and was not moved`);

/**
 * Moves content between PostgreSQL and the S3 store. Writes content to the new place, and reads it back to compare it.
 * Only then changes the row and empties the old place. An interrupted move loses nothing and can be repeated.
 */
export function createFileMoves(
  db: Database,
  options: {
    chunks: ChunkStore;
    objects: ObjectStore | undefined;
    onFailure(error: unknown): void;
  },
) {
  const { chunks, objects } = options;
  /** Moves one file at a time, because each is in memory. */
  const one = pLimit(1);

  async function all(content: AsyncIterable<Buffer>): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of content) parts.push(part);
    return Buffer.concat(parts);
  }

  async function fileToObjects(store: ObjectStore, file: FileRow): Promise<void> {
    const { id, key, size, sha256 } = file;
    const bytes = await all(chunks.read(key, 0, size));
    if (sha256Of(bytes) !== sha256) throw differs(`file ${id}`);
    await store.put(objectOf(key), bytes);
    if (sha256Of(await all(store.read(objectOf(key), 0, size))) !== sha256) {
      throw differs(`file ${id}`);
    }
    const moved = await db.transaction(async (tx) => {
      const rows = await tx
        .update(files)
        .set({ store: 's3' })
        .where(and(eq(files.id, id), eq(files.store, 'database')))
        .returning({ id: files.id });
      if (rows.length > 0) await chunks.remove(tx, key);
      return rows.length > 0;
    });
    // The file was deleted or moved by another instance in the meantime. Deletes the new object, unless a row refers to
    // it.
    if (!moved) await removeIfUnused(store, key);
  }

  async function removeIfUnused(store: ObjectStore, key: string): Promise<void> {
    const [row] = await db.select({ id: files.id }).from(files).where(eq(files.key, key));
    if (!row) await store.remove(objectOf(key));
  }

  async function fileToDatabase(store: ObjectStore, file: FileRow): Promise<void> {
    const { id, key, size, sha256 } = file;
    const bytes = await all(store.read(objectOf(key), 0, size));
    if (sha256Of(bytes) !== sha256) throw differs(`file ${id}`);
    await db.transaction(async (tx) => {
      const rows = await tx
        .update(files)
        .set({ store: 'database' })
        .where(and(eq(files.id, id), eq(files.store, 's3')))
        .returning({ id: files.id });
      if (rows.length === 0) return;
      await chunks.remove(tx, key);
      for (let start = 0; start < size; start += chunkBytes) {
        await tx
          .insert(fileChunks)
          .values({ key, start, bytes: bytes.subarray(start, start + chunkBytes) });
      }
      await tx
        .insert(removedObjects)
        .values({ key: objectOf(key) })
        .onConflictDoNothing();
    });
  }

  async function pictureToObjects(store: ObjectStore, hash: string): Promise<void> {
    const [row] = await db.select().from(media).where(eq(media.hash, hash));
    if (!row?.bytes) return;
    if (pictureHashOf(row.bytes) !== hash) throw differs(`picture ${hash}`);
    await store.put(`media/${hash}`, row.bytes);
    const back = await store.get(`media/${hash}`);
    if (!back || pictureHashOf(back) !== hash) throw differs(`picture ${hash}`);
    await db.update(media).set({ bytes: null }).where(eq(media.hash, hash));
  }

  async function pictureToDatabase(store: ObjectStore, hash: string): Promise<void> {
    const bytes = await store.get(`media/${hash}`);
    if (!bytes || pictureHashOf(bytes) !== hash) throw differs(`picture ${hash}`);
    await db.transaction(async (tx) => {
      await tx.update(media).set({ bytes }).where(eq(media.hash, hash));
      await tx
        .insert(removedObjects)
        .values({ key: `media/${hash}` })
        .onConflictDoNothing();
    });
  }

  /** Processes files one after the other. Reports a failure and skips that file. @returns the number of moved files */
  async function eachFile(
    from: FileRow['store'],
    move: (file: FileRow) => Promise<void>,
    onMoved: () => void,
  ): Promise<number> {
    let moved = 0;
    for (let after = 0; ; ) {
      const [file] = await db
        .select()
        .from(files)
        .where(and(eq(files.store, from), isNotNull(files.finishedAt), gt(files.id, after)))
        .orderBy(asc(files.id))
        .limit(1);
      if (!file) return moved;
      after = file.id;
      await one(() => move(file)).then(
        () => {
          moved += 1;
          onMoved();
        },
        (error: unknown) => options.onFailure(error),
      );
    }
  }

  async function eachPicture(
    isInDatabase: boolean,
    move: (hash: string) => Promise<void>,
    onMoved: () => void,
  ): Promise<number> {
    let moved = 0;
    for (let after = ''; ; ) {
      const [picture] = await db
        .select({ hash: media.hash })
        .from(media)
        .where(
          and(isInDatabase ? isNotNull(media.bytes) : isNull(media.bytes), gt(media.hash, after)),
        )
        .orderBy(asc(media.hash))
        .limit(1);
      if (!picture) return moved;
      after = picture.hash;
      await one(() => move(picture.hash)).then(
        () => {
          moved += 1;
          onMoved();
        },
        (error: unknown) => options.onFailure(error),
      );
    }
  }

  /** Moves all content to the S3 store, if there is one. @returns how many files and pictures were moved */
  async function moveAll(onMoved = () => {}): Promise<number> {
    if (!objects) return 0;
    return (
      (await eachFile('database', (file) => fileToObjects(objects, file), onMoved)) +
      (await eachPicture(true, (hash) => pictureToObjects(objects, hash), onMoved))
    );
  }

  /** Returns whether an object is in use again, because it was moved again or the same picture was uploaded again. */
  async function isUsed(object: string): Promise<boolean> {
    const [, kind, name = ''] = /^(files|media)\/(.+)$/.exec(object) ?? [];
    const rows =
      kind === 'files'
        ? await db
            .select({ key: files.key })
            .from(files)
            .where(and(eq(files.key, name), eq(files.store, 's3')))
        : await db
            .select({ key: media.hash })
            .from(media)
            .where(and(eq(media.hash, name), isNull(media.bytes)));
    return rows.length > 0;
  }

  let moving: Promise<unknown> | undefined;

  return {
    moveAll,

    /** Moves content without waiting for the result. If this fails, a job moves the content later. */
    moveSoon(): void {
      if (!objects) return;
      moving ??= moveAll()
        .catch(options.onFailure)
        .finally(() => {
          moving = undefined;
        });
    },

    /** Waits for moves that `moveSoon` has started. Called at the end of the process. */
    settle: async (): Promise<void> => {
      await moving;
    },

    /** Moves all content back from the S3 store. @returns how many files and pictures were moved */
    async moveBack(onMoved = () => {}): Promise<number> {
      if (!objects) return 0;
      return (
        (await eachFile('s3', (file) => fileToDatabase(objects, file), onMoved)) +
        (await eachPicture(false, (hash) => pictureToDatabase(objects, hash), onMoved))
      );
    },

    /** Deletes unreferenced objects. @returns how many */
    async removeObjects(): Promise<number> {
      if (!objects) return 0;
      let removed = 0;
      for (;;) {
        const rows = await db.select().from(removedObjects).limit(removedAtOnce);
        if (rows.length === 0) return removed;
        for (const { key } of rows) {
          if (await isUsed(key)) continue;
          await objects.remove(key);
          removed += 1;
        }
        const keys = rows.map(({ key }) => key);
        await db.delete(removedObjects).where(inArray(removedObjects.key, keys));
      }
    },
  };
}
