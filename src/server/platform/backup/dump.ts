import { createHash } from 'node:crypto';

import type { TransactionSql } from 'postgres';

import { quoted, readTables, readVersion, settle, type Table } from './tables';

/** Ends a table's part of a backup. */
export interface Sum {
  rows: number;
  sha256: string;
}

export interface Header {
  format: 'agency-backup-1';
  version: string;
  madeAt: string;
}

const rowsAtOnce = 200;
/** Rows per batch for tables that hold files: 200 pictures in hexadecimal exceed the longest string. */
const filesAtOnce = 1;

/** A table's rows as lines of JSON, ordered by key. */
export async function* rowsOf(sql: TransactionSql, table: Table): AsyncGenerator<string> {
  const order = table.key?.length ? ` order by ${table.key.map(quoted).join(', ')}` : '';
  const columns = table.columns.map(quoted).join(', ');
  const select = `select ${columns} from ${quoted(table.name)}${order}`;
  const cursor = sql
    .unsafe<{ line: string }[]>(`select row_to_json(t)::text as line from (${select}) t`)
    .cursor(table.holdsFiles ? filesAtOnce : rowsAtOnce);
  for await (const rows of cursor) yield rows.map(({ line }) => `${line}\n`).join('');
}

/** Counts lines and computes their checksum. */
export function createSum() {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    /** @param lines complete lines */
    add(lines: string): void {
      hash.update(lines);
      rows += lines.split('\n').length - 1;
    },
    result: (): Sum => ({ rows, sha256: hash.digest('hex') }),
  };
}

/**
 * The whole database as lines: a header, then for each table its definition, its rows, a dot, and their number
 * and checksum. Read in one transaction, so that it is consistent.
 */
export async function* dump(sql: TransactionSql): AsyncGenerator<string> {
  await settle(sql);
  const header: Header = {
    format: 'agency-backup-1',
    version: await readVersion(sql),
    madeAt: new Date().toISOString(),
  };
  yield `${JSON.stringify(header)}\n`;
  for (const table of await readTables(sql)) {
    yield `${JSON.stringify({ table: table.name, columns: table.columns })}\n`;
    const sum = createSum();
    for await (const lines of rowsOf(sql, table)) {
      sum.add(lines);
      yield lines;
    }
    yield `.\n${JSON.stringify(sum.result())}\n`;
  }
}
