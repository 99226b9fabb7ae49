import { sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { int4Max } from '~/contract/common/limits';
import type { Database } from '~/server/platform/db/client';

export type AddressedTable = 'services' | 'portfolio_items' | 'posts' | 'pages';

/** Row that once had a slug. */
interface Former {
  id: number;
  /** True if the row was deleted permanently, or is in the trash. */
  isGone: boolean;
}

/**
 * Creates a search for a row by slug, by id if the text is all digits, or by a former slug, so that old links redirect.
 *
 * @returns a function that throws NOT_FOUND with `missing`, marked as gone for a deleted row
 */
export function createFinder<Row>(
  db: Database,
  options: {
    table: AddressedTable;
    missing: string;
    bySlug(slug: string): Promise<Row[]>;
    byId(id: number): Promise<Row[]>;
  },
): (slugOrId: string) => Promise<Row> {
  const { table, missing, bySlug, byId } = options;

  async function formerOf(slug: string): Promise<Former | undefined> {
    const rows = await db.execute<{ id: number; is_gone: boolean }>(sql`
      select named.id, (row.id is null or row.deleted_at is not null) as is_gone
      from (
        select entity_id as id from former_slugs where kind = ${table} and slug = ${slug}
        union
        select id from ${sql.identifier(table)} where slug = ${slug} and deleted_at is not null
      ) named
      left join ${sql.identifier(table)} row on row.id = named.id
      order by is_gone
      limit 1`);
    const [row] = rows;
    return row && { id: row.id, isGone: row.is_gone };
  }

  return async (slugOrId) => {
    const id = /^\d+$/.test(slugOrId) ? Number(slugOrId) : undefined;
    const found = id === undefined ? await bySlug(slugOrId) : id <= int4Max ? await byId(id) : [];
    if (found[0]) return found[0];
    const former = id === undefined ? await formerOf(slugOrId) : undefined;
    const [moved] = former && !former.isGone ? await byId(former.id) : [];
    if (moved) return moved;
    throw new AppError('NOT_FOUND', missing, former?.isGone ? { isGone: true } : {});
  };
}
