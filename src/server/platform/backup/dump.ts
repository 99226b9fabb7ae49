import { createHash } from 'node:crypto';

import type { TransactionSql } from 'postgres';

import type { ObjectStore } from '~/server/platform/files/object-store';
import { rowsOf } from './rows';
import { contentRowsOf } from './stored-content';
import { readMigration, readTables, readVersion, settle } from './tables';

/** Last line of a table in a backup, with the checksum of its rows. */
export interface Sum {
  rows: number;
  sha256: string;
}

export interface Header {
  format: 'agency-backup-1';
  /** Checksum of the newest migration in the database. */
  version: string;
  /** Name of that migration, for messages. */
  migration?: string | undefined;
  /** Number of tables that follow. */
  tables: number;
  madeAt: string;
}

/** Counts lines and computes their checksum. */
export function createSum() {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    /** Adds lines. @param lines complete lines */
    add(lines: string): void {
      hash.update(lines);
      rows += lines.split('\n').length - 1;
    },
    result: (): Sum => ({ rows, sha256: hash.digest('hex') }),
  };
}

/**
 * Writes the whole database as lines. A header comes first. For each table, its definition, its rows, a dot, and the
 * number and checksum of the rows follow. Reads everything in one transaction, so that the backup is consistent. Reads
 * file content from the S3 store if it is there.
 */
export async function* dump(sql: TransactionSql, objects?: ObjectStore): AsyncGenerator<string> {
  await settle(sql);
  const tables = await readTables(sql);
  const header: Header = {
    format: 'agency-backup-1',
    version: await readVersion(sql),
    migration: await readMigration(sql),
    tables: tables.length,
    madeAt: new Date().toISOString(),
  };
  yield `${JSON.stringify(header)}\n`;
  for (const table of tables) {
    yield `${JSON.stringify({ table: table.name, columns: table.columns })}\n`;
    const sum = createSum();
    for await (const lines of contentRowsOf(sql, table, objects) ?? rowsOf(sql, table)) {
      sum.add(lines);
      yield lines;
    }
    yield `.\n${JSON.stringify(sum.result())}\n`;
  }
}
