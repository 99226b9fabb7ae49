import { and, asc, eq, gt, sql } from 'drizzle-orm';
import pLimit from 'p-limit';

import type { Database } from '~/server/platform/db/client';
import { fileChunks } from '~/server/platform/db/schema/files';

/** Size of a chunk in bytes, which an upload or download keeps in memory. */
export const chunkBytes = 128 * 1024;

/** Maximum number of concurrent writes. A higher number would only use memory and delay the queries of pages. */
const writes = pLimit(2);

/** Splits a stream into chunks of equal length; the last one is shorter. */
async function* inChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = () => {
    const chunk = Buffer.concat(parts);
    parts = [];
    length = 0;
    return chunk;
  };
  try {
    for await (const piece of content) {
      for (let at = 0; at < piece.length; ) {
        const part = piece.subarray(at, at + chunkBytes - length);
        parts.push(part);
        length += part.length;
        at += part.length;
        if (length === chunkBytes) yield take();
      }
    }
  } catch (error) {
    // Yields the content that was received before the connection broke, so that the client does not have to send it
    // again.
    if (length > 0) yield take();
    throw error;
  }
  if (length > 0) yield take();
}

/** Stores the content of files in PostgreSQL, in chunks that are written and read one by one. */
export function createChunkStore(db: Database) {
  return {
    /**
     * Writes content.
     *
     * @param onWritten runs in the transaction of each chunk, with the offset after the chunk
     */
    async write(
      key: string,
      offset: number,
      content: AsyncIterable<Uint8Array>,
      onWritten: (
        tx: Pick<Database, 'update' | 'insert' | 'select' | 'execute'>,
        from: number,
        to: number,
      ) => Promise<void>,
    ): Promise<number> {
      let start = offset;
      for await (const bytes of inChunks(content)) {
        const from = start;
        await writes(() =>
          db.transaction(async (tx) => {
            await onWritten(tx, from, from + bytes.length);
            // Sends base64, because the driver encodes bytes in hexadecimal, which needs 50% more memory.
            const encoded = bytes.toString('base64');
            await tx
              .insert(fileChunks)
              .values({ key, start: from, bytes: sql`decode(${encoded}, 'base64')` });
          }),
        );
        start += bytes.length;
      }
      return start;
    },

    /** Reads a part of the content. @param to the offset after the last byte */
    async *read(key: string, from: number, to: number): AsyncGenerator<Buffer> {
      let at = from;
      while (at < to) {
        const [chunk] = await db
          .select({ start: fileChunks.start, bytes: fileChunks.bytes })
          .from(fileChunks)
          .where(and(eq(fileChunks.key, key), gt(fileChunks.end, at)))
          .orderBy(asc(fileChunks.start))
          .limit(1);
        if (!chunk || chunk.start > at) throw new Error('A chunk of a file is missing');
        const part = chunk.bytes.subarray(at - chunk.start, to - chunk.start);
        yield part;
        at += part.length;
      }
    },

    async remove(tx: Pick<Database, 'delete'>, key: string): Promise<void> {
      await tx.delete(fileChunks).where(eq(fileChunks.key, key));
    },
  };
}

export type ChunkStore = ReturnType<typeof createChunkStore>;
