import { and, asc, count, desc, ilike, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { ListQuery, Page } from '~/contract/common/paging';
import type { Database } from '~/server/platform/db/client';
import { containing, sliceOf, totalled } from '~/server/platform/db/paging';
import type { CrudTable, RowOf } from './crud-table';

/** The status of deleted rows, which are listed only when it is asked for. */
export const trash = 'trash';

/** One page of a table's rows, with counts by status. */
export async function searchRows<Table extends CrudTable>(
  db: Database,
  request: ListQuery,
  options: {
    table: Table;
    searched: PgColumn[];
    /** The status of a row, `trash` included. */
    status: SQL<string>;
    sorts: Record<string, PgColumn>;
    /** The default order. */
    inOrder: SQL[];
  },
): Promise<Page<RowOf<Table>>> {
  const { table, searched, status, sorts, inOrder } = options;
  const { search, sort } = request;
  const matching = search
    ? or(...searched.map((column) => ilike(column, containing(search))))
    : undefined;
  const wanted = request.status ? sql`${status} = ${request.status}` : isNull(table.deletedAt);
  const column = sorts[sort?.replace(/^-/, '') ?? ''];
  const order = column && [sort?.startsWith('-') ? desc(column) : asc(column), asc(table.id)];
  const { limit, offset } = sliceOf(request);
  const [rows, counted] = await Promise.all([
    db
      .select()
      .from(table as CrudTable)
      .where(and(matching, wanted))
      .orderBy(...(order ?? inOrder))
      .limit(limit)
      .offset(offset),
    // By position: the database would take a repeated expression, with its own parameters, for another one.
    db
      .select({ status, count: count() })
      .from(table as CrudTable)
      .where(matching)
      .groupBy(sql`1`),
  ]);
  const { counts, total } = totalled(counted, request.status);
  const isAll = !request.status;
  return {
    rows: rows as RowOf<Table>[],
    total: isAll ? total - (counts[trash] ?? 0) : total,
    counts,
  };
}
