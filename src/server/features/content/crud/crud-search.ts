import { asc, desc, ilike, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { ListQuery, Page } from '~/contract/common/paging';
import type { Database } from '~/server/platform/db/client';
import { containing, paginate } from '~/server/platform/db/paging';
import type { CrudTable, RowOf } from './crud-table';

/** Status of deleted rows, which are listed only on request. */
const trash = 'trash';

/** Returns one page of a table's rows, with counts by status. */
export function searchRows<Table extends CrudTable>(
  db: Database,
  request: ListQuery,
  options: {
    table: Table;
    searched: PgColumn[];
    /** SQL for the status of a row, which can be `trash`. */
    status: SQL<string>;
    sorts: Record<string, PgColumn>;
    /** Default order. */
    inOrder: SQL[];
  },
): Promise<Page<RowOf<Table>>> {
  const { table, searched, status, sorts, inOrder } = options;
  const { search, sort } = request;
  const column = sorts[sort?.replace(/^-/, '') ?? ''];
  const order = column && [sort?.startsWith('-') ? desc(column) : asc(column), asc(table.id)];
  return paginate(db, request, {
    table,
    status,
    matching: search
      ? or(...searched.map((column) => ilike(column, containing(search))))
      : undefined,
    hidden: trash,
    select: async ({ where, limit, offset }) => {
      const rows = await db
        .select()
        .from(table as CrudTable)
        .where(where)
        .orderBy(...(order ?? inOrder))
        .limit(limit)
        .offset(offset);
      return rows as RowOf<Table>[];
    },
  });
}
