import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** Columns that the system sets, not a form. */
type ManagedColumn = 'id' | 'position' | 'createdAt' | 'updatedAt' | 'deletedAt';

/** Table whose rows admins create, order, delete and restore. */
export type CrudTable = PgTable &
  Record<'id' | 'updatedAt' | 'deletedAt', PgColumn> & {
    slug?: PgColumn;
    position?: PgColumn;
  };

export type RowOf<Table extends CrudTable> = Table['$inferSelect'] & {
  id: number;
  slug?: string;
  updatedAt: Date;
  deletedAt: Date | null;
};

/** Values of a new row. A missing or empty slug is derived from the title. */
export type NewRowOf<Table extends CrudTable> = Omit<
  Table['$inferInsert'],
  ManagedColumn | 'slug'
> &
  ('slug' extends keyof Table['$inferInsert'] ? { slug?: string | undefined } : unknown);

export type ChangesOf<Table extends CrudTable> = Partial<NewRowOf<Table>>;
