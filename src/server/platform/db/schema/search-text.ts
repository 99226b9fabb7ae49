import { type SQL, sql } from 'drizzle-orm';
import { text } from 'drizzle-orm/pg-core';

/** Defines a generated column with all searchable text, in lower case and with single spaces. */
export function searchText(columns: string[]) {
  const parts = columns.map((column) => sql.identifier(column));
  return text('search_text').generatedAlwaysAs(
    (): SQL => sql`lower(${sql.join(parts, sql.raw(" || ' ' || "))})`,
  );
}
