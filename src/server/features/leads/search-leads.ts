import { and, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { ListQuery, Page } from '~/contract/common/paging';
import type { LeadKind } from '~/contract/leads/response-times-schema';
import { isOverdue, recordsWhere } from '~/server/features/conversations/due-times';
import type { Database } from '~/server/platform/db/client';
import { holds, orderOf, type PageSlice, paginate } from '~/server/platform/db/paging';
import { countSpam, withoutSpam } from './spam';

type LeadTable = PgTable &
  Record<
    'id' | 'status' | 'updatedAt' | 'spamReason' | 'isSpam' | 'searchText' | 'leadSource',
    PgColumn
  >;

/** Search in one kind of lead, for its panel section and the REST API. */
export function createLeadSearch<
  Found extends { ownerName: string | null },
  Shown extends object,
  Status extends string,
  Sort extends string,
>(
  db: Database,
  options: {
    kind: LeadKind;
    table: LeadTable;
    /** Rows that no list shows. */
    hidden?: SQL;
    /**
     * Finds rows by related records. @returns their ids, read first, because no index could be used for them within the
     * condition
     */
    findBeside?(search: string): Promise<number[]>;
    sorts: Record<Sort, PgColumn | SQL>;
    /** Reads one page of rows with the names of their owners. */
    select(slice: PageSlice, order: SQL[]): PromiseLike<Found[]>;
    present(found: Found): Shown;
  },
) {
  const { kind, table, hidden, sorts, select, present } = options;
  const isListed = hidden && not(hidden);

  /** @param isPanel excludes marked spam, unless the filter is spam, and counts it separately */
  async function search(
    asked: ListQuery<Status | 'overdue' | 'spam', Sort>,
    isPanel = false,
  ): Promise<Page<Shown & { ownerName: string }>> {
    const isSplit = isPanel || asked.status === 'spam';
    const { request, matching } = withoutSpam<Status | 'overdue', Sort>(asked, table);
    const beside = request.search ? ((await options.findBeside?.(request.search)) ?? []) : [];
    const found = and(
      isListed,
      or(
        holds(table.searchText, request.search),
        holds(table.leadSource, request.search),
        beside.length > 0 ? inArray(table.id, beside) : undefined,
      ),
    );
    const page = await paginate(db, request, {
      table,
      status: table.status,
      also: { overdue: sql`${table.id} in ${recordsWhere(kind, isOverdue)}` },
      matching: and(found, isSplit ? matching : undefined),
      select: async (slice) => {
        const rows = await select(slice, orderOf(request.sort, sorts, table.id));
        return rows.map((row) => ({ ...present(row), ownerName: row.ownerName ?? '' }));
      },
    });
    if (!isPanel) return page;
    const spam = await countSpam(db, table, found);
    // With the spam filter, the others are still counted.
    const { counts } =
      asked.status === 'spam'
        ? await search({ ...asked, status: undefined, page: 1, pageSize: 1 }, isPanel)
        : page;
    return { ...page, counts: { ...counts, spam } };
  }

  return search;
}
