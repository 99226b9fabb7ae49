import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Rows to show: selected by a rule, or chosen individually. */
export interface Picked<Category extends string = string> {
  pick: string;
  ids: number[];
  category: Category;
  limit: number;
}

/**
 * Returns the SQL condition, order and limit of the selected rows. Individually chosen rows keep
 * the order of `ids`; all others have the order of their table.
 */
export function pickedRows(
  columns: Record<'id' | 'category' | 'featured', PgColumn>,
  { pick, ids, category, limit }: Picked,
  inOrder: readonly SQL[],
): { where: SQL | undefined; order: SQL[]; limit: number } {
  const { id } = columns;
  if (pick === 'chosen') {
    // SQL does not allow an empty list in a condition.
    if (ids.length === 0) return { where: sql`false`, order: [...inOrder], limit: 1 };
    const place = sql`array_position(${sql.param(`{${ids.join(',')}}`)}::int[], ${id})`;
    return { where: inArray(id, ids), order: [place], limit: ids.length };
  }
  const rules: Record<string, SQL> = {
    category: eq(columns.category, category),
    featured: eq(columns.featured, true),
  };
  return { where: rules[pick], order: [...inOrder], limit };
}
