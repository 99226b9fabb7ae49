import { asc, desc, like, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { listMax } from '~/contract/common/limits';
import type { ListQuery } from '~/contract/common/paging';

/** A LIKE pattern that contains the text, with its special characters escaped. */
export function containing(search: string): string {
  return `%${search.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** Matches rows whose column contains the text; all rows without one. */
export function holds(column: PgColumn, search: string | undefined): SQL | undefined {
  return search ? like(column, containing(search)) : undefined;
}

/** By the column asked for, then by the newest, so that no row is on two pages. */
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

/** @returns offset and limit */
export function sliceOf({ page = 1, pageSize = listMax }: ListQuery): {
  limit: number;
  offset: number;
} {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

/** Adds up counts by status: the overall total, and the total of the requested status. */
export function totalled(rows: { status: string; count: number }[], status: string | undefined) {
  const counts = Object.fromEntries(rows.map((row) => [row.status, row.count]));
  const total = status ? (counts[status] ?? 0) : rows.reduce((sum, { count }) => sum + count, 0);
  return { counts, total };
}
