import { createHash } from 'node:crypto';

import type postgres from 'postgres';

/** SQL text by file name. */
export type FunctionFiles = Record<string, string>;

/**
 * SQL text of this version's functions and triggers. Each statement can be repeated. An empty line separates
 * statements.
 */
export const functionFiles: FunctionFiles = import.meta.glob<string>('./functions/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export function hashOf(files: FunctionFiles): string {
  const hash = createHash('sha256');
  for (const [name, text] of sorted(files)) hash.update(`${name}\0${text}\0`);
  return hash.digest('hex');
}

const sorted = (files: FunctionFiles) =>
  Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1));

const createTable = `create table if not exists drizzle.functions (
  only_row boolean primary key default true check (only_row),
  hash text not null,
  migration bigint not null,
  applied_at timestamptz not null
)`;

/**
 * Creates or replaces functions and triggers, unless the database already has these or newer ones.
 *
 * @param migration number of this version's newest migration
 */
export async function applyFunctions(
  sql: postgres.Sql,
  migration: number,
  files: FunctionFiles,
): Promise<void> {
  const hash = hashOf(files);
  await sql.unsafe(createTable);
  const [found] = await sql`
    select from drizzle.functions where hash = ${hash} or migration > ${migration}`;
  if (found) return;
  // Uses a transaction for each file, because locks on several tables could deadlock with a running instance.
  for (const [, text] of sorted(files)) {
    for (const statement of text.trim().split(/\n{2,}/)) await sql.unsafe(statement);
  }
  await sql`
    insert into drizzle.functions (hash, migration, applied_at) values (${hash}, ${migration}, now())
    on conflict (only_row) do update
      set hash = excluded.hash, migration = excluded.migration, applied_at = excluded.applied_at`;
}
