import { and, asc, count, desc, getTableColumns, gte, like, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { countMax, listMax } from '~/contract/common/limits';
import type { ListQuery, OverlappingFilter, Page } from '~/contract/common/paging';
import type { Database } from './client';

/** Number of rows by status. */
type Counts = Record<string, number>;

/** Returns a LIKE pattern for texts that contain the given text. Escapes special characters. */
export function containing(search: string): string {
  return `%${search.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** Matches rows whose column contains the text, or all rows without a text. */
export function holds(column: PgColumn, search: string | undefined): SQL | undefined {
  return search ? like(column, containing(search)) : undefined;
}

/** Returns the requested order, and newest first for equal values, so that no row is on two pages. */
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

/** Filter and position of one page, for the query that reads it. */
export interface PageSlice {
  where: SQL | undefined;
  limit: number;
  offset: number;
}

/** Returns SQL that counts rows up to `countMax`, and returns `countMax + 1` if there are more. */
export const countUpTo = (table: PgTable, where: SQL | undefined, order?: SQL[]): SQL<number> =>
  sql<number>`(select count(*)::int from (
    select from ${table} where ${where} ${order ? sql`order by ${sql.join(order, sql`, `)}` : sql``}
    limit ${countMax + 1}) found)`;

/** Returns the filter by update time. Only for tables with such a column. */
function changedSince(table: PgTable, since: string | undefined): SQL | undefined {
  if (since === undefined) return undefined;
  const { updatedAt } = getTableColumns(table);
  if (!updatedAt)
    throw new Error('updatedSince was given for a list whose table has no update time');
  return gte(updatedAt, new Date(since));
}

/**
 * Reads one page of a list: its rows, the total, and the counts by status.
 *
 * @param list.matching search and ownership; the status filter is added here
 * @param list.listed condition for rows that are listed and counted by status; filters in `also` can find other rows
 * too
 * @param list.also filters in addition to the status, whose rows also count under their status
 * @param list.counted statuses of a list that may be long: without a search, each is counted only up to `countMax`, so
 * that counting a long list takes no longer
 * @param list.hidden a status whose rows are listed only when it is requested
 * @param list.select reads the rows of the page, in order
 * @param list.clamp true to return the last page for a page number past the end, instead of no rows
 */
export async function paginate<Row>(
  db: Database,
  request: ListQuery,
  list: {
    table: PgTable;
    status: PgColumn | SQL<string>;
    matching: SQL | undefined;
    listed?: SQL;
    counted?: readonly string[];
    hidden?: string;
    also?: Partial<Record<OverlappingFilter, SQL>>;
    select(slice: PageSlice): PromiseLike<Row[]>;
    clamp?: boolean;
  },
): Promise<Page<Row> & { page: number }> {
  const { table, status, hidden, select, clamp } = list;
  const also: Partial<Record<string, SQL>> = list.also ?? {};
  const matching = and(list.matching, changedSince(table, request.updatedSince));
  const { page: wanted = 1, pageSize = listMax } = request;
  let filter: SQL | undefined;
  const other = request.status ? also[request.status] : undefined;
  if (other) filter = other;
  else if (request.status) filter = and(list.listed, sql`${status} = ${request.status}`);
  else filter = and(list.listed, hidden ? sql`${status} <> ${hidden}` : undefined);
  const where = and(matching, filter);
  // Runs one query per filter, because each can use an index. A single query would read the whole table.
  const countOthers = async (): Promise<Counts> => {
    const counted = await Promise.all(
      Object.entries(also).map(async ([name, condition]): Promise<[string, number]> => {
        const [row] = await db
          .select({ count: count() })
          .from(table)
          .where(and(matching, condition));
        return [name, row?.count ?? 0];
      }),
    );
    return Object.fromEntries(counted);
  };
  const countByStatus = async () => {
    // Groups by the position of the expression. A repeated expression would have other parameters, so PostgreSQL would
    // consider it a different one.
    const [rows, others] = await Promise.all([
      db
        .select({ status: sql<string>`${status}`, count: count() })
        .from(table)
        .where(and(matching, list.listed))
        .groupBy(sql`1`),
      countOthers(),
    ]);
    const counts: Counts = Object.fromEntries(rows.map((row) => [row.status, row.count]));
    const listed = Object.entries(counts).filter(([one]) =>
      request.status ? one === request.status : one !== hidden,
    );
    const total = other
      ? (others[request.status ?? ''] ?? 0)
      : listed.reduce((sum, [, rows]) => sum + rows, 0);
    return { counts: { ...counts, ...others }, total };
  };
  /**
   * Reads a page, and at the same time counts up to `countMax`. If the count has reached this maximum, a full page may
   * be followed by another one.
   */
  const readCounted = async (statuses: readonly string[]) => {
    const conditions: [string, SQL | undefined][] = [
      ...statuses.map((one): [string, SQL | undefined] => [
        one,
        and(list.listed, sql`${status} = ${one}`),
      ]),
      ...Object.entries(also),
    ];
    const counting = db
      .select(
        Object.fromEntries(
          conditions.map(([name, condition]) => [name, countUpTo(table, and(matching, condition))]),
        ),
      )
      .from(sql`(select) one`);
    const [rows, [counts]] = await Promise.all([read(wanted), counting]);
    const found: Counts = counts ?? {};
    const asked = request.status ? [request.status] : statuses;
    const total = asked.reduce((sum, one) => sum + (found[one] ?? 0), 0);
    const isWhole = asked.every((one) => (found[one] ?? 0) <= countMax);
    const upTo = (wanted - 1) * pageSize + rows.length;
    return {
      rows,
      counts: found,
      total: isWhole ? total : Math.max(total, upTo + 1),
      page: wanted,
    };
  };
  const read = (page: number) => select({ where, limit: pageSize, offset: (page - 1) * pageSize });

  if (list.counted && !request.search && !request.updatedSince) return readCounted(list.counted);
  if (!clamp) {
    const [rows, counted] = await Promise.all([read(wanted), countByStatus()]);
    return { rows, ...counted, page: wanted };
  }
  const counted = await countByStatus();
  const page = Math.min(wanted, Math.max(1, Math.ceil(counted.total / pageSize)));
  return { rows: await read(page), ...counted, page };
}
