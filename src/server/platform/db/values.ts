import type { PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';

/**
 * Rejects keys at compile time that `Allowed` lacks. Without this type, Drizzle would silently drop a field without a
 * column.
 */
export type Exactly<Allowed, Given> = Given & Record<Exclude<keyof Given, keyof Allowed>, never>;

/** Returns the values of a new row. The compiler checks that each value has a column. */
export const newRowOf = <Table extends PgTable, Given extends PgInsertValue<Table>>(
  _table: Table,
  values: Exactly<Table['$inferInsert'], Given>,
): Given => values;

/** Returns changes to a row. The compiler checks that each value has a column. */
export const changesOf = <Table extends PgTable, Given extends PgUpdateSetSource<Table>>(
  _table: Table,
  values: Exactly<Table['$inferInsert'], Given>,
): Given => values;
