import type { PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';

/**
 * Makes keys that `Allowed` lacks a compile error. Drizzle silently drops unknown keys; with this, a field without a column does
 * not compile.
 */
export type Exactly<Allowed, Given> = Given & Record<Exclude<keyof Given, keyof Allowed>, never>;

/** Returns the values of a new row, all of which have a column. */
export const newRowOf = <Table extends PgTable, Given extends PgInsertValue<Table>>(
  _table: Table,
  values: Exactly<Table['$inferInsert'], Given>,
): Given => values;

/** Returns changes to a row, all of which have a column. */
export const changesOf = <Table extends PgTable, Given extends PgUpdateSetSource<Table>>(
  _table: Table,
  values: Exactly<Table['$inferInsert'], Given>,
): Given => values;
