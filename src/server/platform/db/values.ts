import type { PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';

/**
 * Makes keys that are missing in `Allowed` a compile error. Drizzle silently drops unknown keys; with this type, a field
 * without a column does not compile.
 */
export type Exactly<Allowed, Given> = Given & Record<Exclude<keyof Given, keyof Allowed>, never>;

/** Returns the values of a new row. The compiler checks that each has a column. */
export const newRowOf = <Table extends PgTable, Given extends PgInsertValue<Table>>(
  _table: Table,
  values: Exactly<Table['$inferInsert'], Given>,
): Given => values;

/** Returns changes to a row. The compiler checks that each has a column. */
export const changesOf = <Table extends PgTable, Given extends PgUpdateSetSource<Table>>(
  _table: Table,
  values: Exactly<Table['$inferInsert'], Given>,
): Given => values;
