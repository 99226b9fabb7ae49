import type { TransactionSql } from 'postgres';

import { chunkBytes } from '~/server/platform/files/chunk-store';
import type { ObjectStore } from '~/server/platform/files/object-store';
import { rowsOf } from './rows';
import type { Table } from './tables';

/**
 * Reads rows of tables with file content, even if the content is in an S3 store, as if it was in PostgreSQL. A backup
 * therefore contains the content, and can be restored without the store.
 *
 * @returns undefined for all other tables
 */
export function contentRowsOf(
  sql: TransactionSql,
  table: Table,
  objects: ObjectStore | undefined,
): AsyncGenerator<string> | undefined {
  switch (table.name) {
    case 'files':
      return changed(sql, table, (row) => ({ ...row, store: 'database' }));
    case 'media':
      return changed(sql, table, async (row) =>
        row.bytes === null
          ? { ...row, bytes: hexOf(await pictureOf(objects, String(row.hash))) }
          : row,
      );
    case 'file_chunks':
      return chunkRows(sql, table, objects);
    default:
      return undefined;
  }
}

type Row = Record<string, unknown>;

const hexOf = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;

const notSet = () =>
  new Error('Files are in an S3 store: set FILES_URL, so that the backup can contain them');

async function pictureOf(objects: ObjectStore | undefined, hash: string): Promise<Buffer> {
  if (!objects) throw notSet();
  const bytes = await objects.get(`media/${hash}`);
  if (!bytes) throw new Error(`The picture ${hash} is not in the S3 store`);
  return bytes;
}

async function* changed(
  sql: TransactionSql,
  table: Table,
  change: (row: Row) => Row | Promise<Row>,
): AsyncGenerator<string> {
  for await (const lines of rowsOf(sql, table)) {
    for (const line of lines.split('\n')) {
      if (line) yield `${JSON.stringify(await change(JSON.parse(line) as Row))}\n`;
    }
  }
}

/** Yields chunks, from both PostgreSQL and S3, in the order of their keys. */
async function* chunkRows(
  sql: TransactionSql,
  table: Table,
  objects: ObjectStore | undefined,
): AsyncGenerator<string> {
  const away = await sql<{ key: string; size: number }[]>`
    select key, size from files where store = 's3' and finished_at is not null order by key`;
  if (away.length > 0 && !objects) throw notSet();
  async function* fetched({ key, size }: { key: string; size: number }) {
    for (let start = 0; start < size; start += chunkBytes) {
      const parts: Buffer[] = [];
      const end = Math.min(size, start + chunkBytes);
      for await (const part of objects?.read(`files/${key}`, start, end) ?? []) parts.push(part);
      const bytes = Buffer.concat(parts);
      if (bytes.length !== end - start) throw new Error('A file in the S3 store is incomplete');
      yield `${JSON.stringify({ key, start, bytes: hexOf(bytes) })}\n`;
    }
  }
  let next = away.shift();
  for await (const lines of rowsOf(sql, table)) {
    const { key } = JSON.parse(lines.slice(0, lines.indexOf('\n'))) as { key: string };
    for (; next && next.key < key; next = away.shift()) yield* fetched(next);
    yield lines;
  }
  for (; next; next = away.shift()) yield* fetched(next);
}
