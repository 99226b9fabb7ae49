import type { TransactionSql } from 'postgres';

import { readJournal } from '~/server/platform/db/migrate';

/** Thrown if a backup cannot be made or restored. The message is for the operator. */
export class BackupError extends Error {}

export const differentVersion = () =>
  new BackupError(
    'This backup was made by another version of the product than the tables of the database. Restore it into a new, empty database',
  );

export interface Table {
  name: string;
  /** Names of the columns, without generated ones. */
  columns: string[];
  /** Columns by which rows are ordered, so that two dumps of the same rows are equal. */
  key: string[];
  /** True if rows contain files of up to several megabytes each. */
  holdsFiles: boolean;
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Lists all tables of the application, referenced ones first. */
export async function readTables(sql: TransactionSql): Promise<Table[]> {
  const tables = await sql<Table[]>`
    select c.relname as name,
      (select array_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select array_agg(a.attname order by array_position(i.indkey::int2[], a.attnum)) from pg_index i
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key,
      exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.atttypid = 'bytea'::regtype) as "holdsFiles"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' order by c.relname`;
  const references = await sql<{ child: string; parent: string }[]>`
    select child.relname as child, parent.relname as parent from pg_constraint k
    join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
    where k.contype = 'f' and child.oid <> parent.oid`;
  const parentsOf = new Map<string, string[]>();
  for (const { child, parent } of references) {
    parentsOf.set(child, [...(parentsOf.get(child) ?? []), parent]);
  }
  const sorted = new Map<string, Table>();
  const byName = new Map(tables.map((table) => [table.name, table]));
  const place = (name: string) => {
    if (sorted.has(name)) return;
    for (const parent of parentsOf.get(name) ?? []) place(parent);
    const table = byName.get(name);
    if (table) sorted.set(name, table);
  };
  for (const { name } of tables) place(name);
  return [...sorted.values()];
}

/** Returns the newest migration that was applied. Databases with the same newest migration have the same tables. */
export async function readVersion(sql: TransactionSql): Promise<string> {
  const [row] = await sql`select hash from drizzle.__drizzle_migrations order by id desc limit 1`;
  return String(row?.hash ?? '');
}

/** Returns the name of the newest migration; undefined if this version of the software does not know it. */
export async function readMigration(sql: TransactionSql): Promise<string | undefined> {
  const [row] = await sql`
    select created_at as at from drizzle.__drizzle_migrations order by id desc limit 1`;
  const { entries } = await readJournal();
  return entries.find(({ when }) => when === Number(row?.at))?.tag;
}

/** Rejects an empty database, which is probably the wrong one. @throws BackupError */
export async function rejectEmpty(sql: TransactionSql): Promise<void> {
  const [there] = await sql<[{ name: string; tables: boolean }]>`
    select current_database() as name,
      to_regclass('public.users') is not null and to_regclass('drizzle.__drizzle_migrations') is not null as tables`;
  const [rows] = there.tables
    ? await sql`
        select 1 where exists (select from users) or exists (select from quotes) or exists (select from contact_messages)`
    : [];
  if (rows) return;
  const lacks = there.tables ? 'neither users nor leads' : 'no tables of the product';
  throw new BackupError(
    `The database ${there.name} has ${lacks}: nothing was saved. Is it the one that is meant? DATABASE_URL, or ENV_FILE, names it`,
  );
}

/** Sets session settings with which values have the same text form on all servers. */
export async function settle(sql: TransactionSql): Promise<void> {
  await sql`set local timezone = 'UTC'`;
  await sql`set local datestyle = 'ISO'`;
  await sql`set local bytea_output = 'hex'`;
  // Dumping a large table takes longer than the usual timeout.
  await sql`set local statement_timeout = 0`;
}
