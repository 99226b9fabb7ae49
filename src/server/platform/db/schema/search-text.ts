import { type SQL, sql } from 'drizzle-orm';
import { text } from 'drizzle-orm/pg-core';

/** All that a search looks at, in one column that PostgreSQL keeps: in lower case, one space apart. */
export function searchText(columns: string[]) {
  const parts = columns.map((column) => sql.identifier(column));
  return text('search_text').generatedAlwaysAs(
    (): SQL => sql`lower(${sql.join(parts, sql.raw(" || ' ' || "))})`,
  );
}
