import { asc, desc, like, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { listMax } from '~/contract/common/limits';
import type { ListQuery } from '~/contract/common/paging';

/** A pattern for whatever holds the text; the signs of patterns stand for themselves. */
export function containing(search: string): string {
  return `%${search.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** Rows that hold the text anywhere; all rows where there is none. */
export function holds(column: PgColumn, search: string | undefined): SQL | undefined {
  return search ? like(column, containing(search)) : undefined;
}

/** By the column asked for, then by the newest, so that pages never share a row. */
export function orderOf<Sort extends string>(
  sort: ListQuery<string, Sort>['sort'],
  columns: Record<Sort, PgColumn | SQL>,
  id: PgColumn,
): SQL[] {
  const isDown = sort?.startsWith('-') ?? true;
  const name = (sort?.replace(/^-/, '') ?? 'createdAt') as Sort;
  const column = columns[name];
  return isDown ? [desc(column), desc(id)] : [asc(column), asc(id)];
}

/** @returns what to skip and how much to take */
export function sliceOf({ page = 1, pageSize = listMax }: ListQuery): {
  limit: number;
  offset: number;
} {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

/** Of counts by status: all of them, and those that are asked for. */
export function totalled(rows: { status: string; count: number }[], status: string | undefined) {
  const counts = Object.fromEntries(rows.map((row) => [row.status, row.count]));
  const total = status ? (counts[status] ?? 0) : rows.reduce((sum, { count }) => sum + count, 0);
  return { counts, total };
}
