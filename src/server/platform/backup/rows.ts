import type { TransactionSql } from 'postgres';

import { quoted, type Table } from './tables';

const rowsAtOnce = 200;
/**
 * Maximum number of rows in a batch of a table with files, because 200 pictures in hexadecimal would exceed the maximum
 * string length.
 */
const filesAtOnce = 1;

/** Yields a table's rows as lines of JSON, ordered by key. */
export async function* rowsOf(sql: TransactionSql, table: Table): AsyncGenerator<string> {
  const order = table.key?.length ? ` order by ${table.key.map(quoted).join(', ')}` : '';
  const columns = table.columns.map(quoted).join(', ');
  const select = `select ${columns} from ${quoted(table.name)}${order}`;
  const cursor = sql
    .unsafe<{ line: string }[]>(`select row_to_json(t)::text as line from (${select}) t`)
    .cursor(table.holdsFiles ? filesAtOnce : rowsAtOnce);
  for await (const rows of cursor) yield rows.map(({ line }) => `${line}\n`).join('');
}
