import { and, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { ListQuery, Page } from '~/contract/common/paging';
import type { LeadKind } from '~/contract/leads/response-times-schema';
import { hasConversation, isOverdue } from '~/server/features/conversations/due-times';
import type { Database } from '~/server/platform/db/client';
import { holds, orderOf, type PageSlice, paginate } from '~/server/platform/db/paging';

type LeadTable = PgTable &
  Record<
    'id' | 'status' | 'updatedAt' | 'spamReason' | 'isSpam' | 'searchText' | 'leadSource',
    PgColumn
  >;

/** Creates the search in one kind of lead, for its panel section and the REST API. */
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
    /** Condition for rows hidden from all lists. */
    hidden?: SQL;
    /**
     * Finds rows by related records. Runs before the main query, which could not use an index for these records.
     *
     * @returns the ids of the rows
     */
    findBeside?(search: string): Promise<number[]>;
    sorts: Record<Sort, PgColumn | SQL>;
    /** Reads one page of rows with the names of the admins to whom they are assigned. */
    select(slice: PageSlice, order: SQL[]): PromiseLike<Found[]>;
    present(found: Found): Shown;
  },
) {
  const { kind, table, hidden, sorts, select, present } = options;

  /**
   * Searches leads.
   *
   * @param isPanel true to exclude marked spam, unless the filter is `spam`, and to count up to `countMax`
   */
  return async (
    request: ListQuery<Status | 'overdue' | 'spam', Sort>,
    isPanel = false,
  ): Promise<Page<Shown & { ownerName: string }>> => {
    const beside = request.search ? ((await options.findBeside?.(request.search)) ?? []) : [];
    return paginate(db, request, {
      table,
      status: table.status,
      matching: and(
        hidden && not(hidden),
        or(
          holds(table.searchText, request.search),
          holds(table.leadSource, request.search),
          beside.length > 0 ? inArray(table.id, beside) : undefined,
        ),
      ),
      also: {
        overdue: hasConversation({ kind, id: table.id }, isOverdue),
        spam: isNotNull(table.spamReason),
      },
      ...(isPanel && { listed: sql`not ${table.isSpam}`, counted: table.status.enumValues }),
      select: async (slice) => {
        const rows = await select(slice, orderOf(request.sort, sorts, table.id));
        return rows.map((row) => ({ ...present(row), ownerName: row.ownerName ?? '' }));
      },
    });
  };
}
