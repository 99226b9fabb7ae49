import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import type { Sql, TransactionSql } from 'postgres';

import { createSum, type Header, type Sum } from './dump';
import { rowsOf } from './rows';
import {
  BackupError,
  differentVersion,
  quoted,
  readTables,
  readVersion,
  settle,
  type Table,
} from './tables';

/** Maximum number of characters in one insert. */
const batchSize = 1_000_000;

interface Part {
  table: string;
  columns: string[];
}

interface Handlers {
  header(header: Header): Promise<void> | void;
  begin(part: Part): Promise<void> | void;
  row(line: string, part: Part): Promise<void> | void;
  end(part: Part, sum: Sum): Promise<void> | void;
}

export const damaged = () => new BackupError('This file is damaged, or no backup of this product');

function parsed<T>(line: string): T {
  try {
    return JSON.parse(line) as T;
  } catch {
    // The file is truncated, or is not a backup.
    throw damaged();
  }
}

/** Reads a backup line by line and verifies each table's checksum. */
async function read(file: Readable, handlers: Handlers): Promise<void> {
  let header: Header | undefined;
  let part: Part | undefined;
  let isAtSum = false;
  let sum = createSum();
  for await (const line of createInterface({ input: file, crlfDelay: 0 })) {
    if (!header) {
      header = parsed<Header>(line);
      if (header.format !== 'agency-backup-1') throw damaged();
      await handlers.header(header);
    } else if (!part) {
      part = parsed<Part>(line);
      if (!part.table) throw damaged();
      sum = createSum();
      await handlers.begin(part);
    } else if (isAtSum) {
      const stated = parsed<Sum>(line);
      const found = sum.result();
      if (stated.rows !== found.rows || stated.sha256 !== found.sha256) throw damaged();
      await handlers.end(part, stated);
      part = undefined;
      isAtSum = false;
    } else if (line === '.') {
      isAtSum = true;
    } else {
      sum.add(`${line}\n`);
      await handlers.row(line, part);
    }
  }
  if (!header || part) throw damaged();
}

/** Verifies a complete file before it is used. @returns its header, and checksums by table */
export async function verify(file: Readable): Promise<{ header: Header; sums: Map<string, Sum> }> {
  const sums = new Map<string, Sum>();
  let header: Header | undefined;
  await read(file, {
    header: (found) => {
      header = found;
    },
    begin: () => {},
    row: () => {},
    end: ({ table }, sum) => {
      sums.set(table, sum);
    },
  });
  // No checksum detects a file that was truncated between two tables.
  if (!header || header.tables !== sums.size) throw damaged();
  return { header, sums };
}

/** Rejects a database that has rows. Runs before migrating, so that a database of another version stays unchanged. */
export async function rejectFilled(sql: Sql): Promise<void> {
  await sql.begin('read only', rejectRows);
}

async function rejectRows(sql: TransactionSql): Promise<Table[]> {
  const tables = await readTables(sql);
  for (const { name } of tables) {
    const [row] = await sql.unsafe(`select 1 from ${quoted(name)} limit 1`);
    if (row) {
      throw new BackupError(
        `The database is not empty: there are rows in ${name}. Name a new one in DATABASE_URL, made with createdb, or a new folder in DATA_DIR, and restore before the first start`,
      );
    }
  }
  return tables;
}

/**
 * Fills an empty, migrated database from a backup, then reads all rows back and compares them. Uses one transaction, so
 * that nothing is restored if it fails.
 */
export async function restore(
  sql: TransactionSql,
  file: Readable,
  backup: { header: Header; sums: Map<string, Sum> },
): Promise<void> {
  await settle(sql);
  // Turns off triggers, because the backup already contains the rows that they would add.
  await sql`set local agency.restoring = 'on'`;
  if ((await readVersion(sql)) !== backup.header.version) {
    throw differentVersion();
  }
  const tables = await rejectRows(sql);
  const restoreConstraints = await deferSelfReferences(sql);

  let lines: string[] = [];
  let size = 0;
  const write = async ({ table, columns }: Part) => {
    if (lines.length === 0) return;
    const names = columns.map(quoted).join(', ');
    await sql.unsafe(
      `insert into ${quoted(table)} (${names}) overriding system value
        select ${names} from json_populate_recordset(null::${quoted(table)}, $1::text::json)`,
      [`[${lines.join(',')}]`],
    );
    lines = [];
    size = 0;
  };
  await read(file, {
    header: () => {},
    begin: () => {},
    row: async (line, part) => {
      lines.push(line);
      size += line.length;
      if (size > batchSize) await write(part);
    },
    end: write,
  });
  await restoreConstraints();

  for (const table of tables) {
    const sum = createSum();
    for await (const rows of rowsOf(sql, table)) sum.add(rows);
    const found = sum.result();
    const stated = backup.sums.get(table.name);
    if (found.rows !== (stated?.rows ?? 0) || (stated && found.sha256 !== stated.sha256)) {
      throw new BackupError(`The rows restored into ${table.name} differ from those in the backup`);
    }
  }
  await moveSequences(sql);
}

/**
 * Defers the check of references within a table, because a row can refer to another row in a later batch.
 *
 * @returns a function that checks the references and makes the constraints immediate again
 */
async function deferSelfReferences(sql: TransactionSql): Promise<() => Promise<void>> {
  const constraints = await sql<{ table: string; name: string }[]>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'f' and conrelid = confrelid and connamespace = 'public'::regnamespace`;
  const alter = async (state: string) => {
    for (const { table, name } of constraints) {
      await sql.unsafe(`alter table ${table} alter constraint ${quoted(name)} ${state}`);
    }
  };
  await alter('deferrable initially deferred');
  return async () => {
    await sql`set constraints all immediate`;
    await alter('not deferrable');
  };
}

/** Moves sequences past the highest restored id, so that no id is used again. */
async function moveSequences(sql: TransactionSql): Promise<void> {
  const sequences = await sql<{ sequence: string; table: string; column: string }[]>`
    select pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence,
      c.relname as table, a.attname as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and a.attidentity <> ''`;
  for (const { sequence, table, column } of sequences) {
    await sql.unsafe(
      `select setval('${sequence}', greatest(1, (select max(${quoted(column)}) from ${quoted(table)})),
        exists (select from ${quoted(table)}))`,
    );
  }
}
