import { and, eq, isNull, or, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Number of rows that are read at a time, which limits the memory that an export uses. */
export const pageRows = 100;

export interface Client {
  id: string;
  email: string;
}

type Rows<Row> = AsyncGenerator<Row>;

/** Yields all rows by ascending id, reading a page at a time. */
export async function* inPages<Row extends { id: number }>(
  select: (after: number) => Promise<Row[]>,
): Rows<Row> {
  for (let after = 0; ; ) {
    const rows = await select(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = last.id;
  }
}

/** True for the client's own records, as opposed to others of the company that the client may see. */
export const isTheirOwn = (
  { userId, companyId }: { userId: AnyPgColumn; companyId: AnyPgColumn },
  id: string,
): SQL | undefined => or(eq(userId, id), and(isNull(userId), isNull(companyId)));
