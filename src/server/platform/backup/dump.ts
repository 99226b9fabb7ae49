import { createHash } from 'node:crypto';

import type { TransactionSql } from 'postgres';

import { quoted, readTables, readVersion, settle, type Table } from './tables';

/** What a table's part of a backup ends with. */
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
/** Of those that hold files: 200 pictures in hexadecimal are more than a string can be. */
const filesAtOnce = 1;

/** A table's rows, a line of JSON each, in the order of their key. */
export async function* rowsOf(sql: TransactionSql, table: Table): AsyncGenerator<string> {
  const order = table.key?.length ? ` order by ${table.key.map(quoted).join(', ')}` : '';
  const columns = table.columns.map(quoted).join(', ');
  const select = `select ${columns} from ${quoted(table.name)}${order}`;
  const cursor = sql
    .unsafe<{ line: string }[]>(`select row_to_json(t)::text as line from (${select}) t`)
    .cursor(table.holdsFiles ? filesAtOnce : rowsAtOnce);
  for await (const rows of cursor) yield rows.map(({ line }) => `${line}\n`).join('');
}

/** Counts and sums what passes by. */
export function createSum() {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    /** @param lines whole ones */
    add(lines: string): void {
      hash.update(lines);
      rows += lines.split('\n').length - 1;
    },
    result: (): Sum => ({ rows, sha256: hash.digest('hex') }),
  };
}

/**
 * Everything that the database holds, as lines: a header, and for each table what it is, its rows, a dot,
 * and their number and sum. Within one transaction, so that it is of one moment.
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
