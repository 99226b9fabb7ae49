import anyAscii from 'any-ascii';
import { and, eq, getTableName, isNull, like, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { slugify } from '~/contract/common/slugs';
import type { Database } from '~/server/platform/db/client';
import type { CrudTable } from './crud-table';

/** Converts words of any script to a slug of Latin letters: `Straße` is `strasse`, `Сайт` is `sayt`. */
const latinSlug = (words: string): string => slugify(anyAscii(words));

/**
 * Returns a slug made from words; the noun if none of their characters can be in a slug.
 *
 * @param isReserved returns whether the site already uses a slug
 */
export function slugOf(
  words: string,
  noun: string,
  isReserved: (slug: string) => boolean = isRestPath,
): string {
  const slug = latinSlug(words);
  if (slug === '') return slugify(noun);
  const isTaken = /^\d+$/.test(slug) || isReserved(slug);
  return isTaken ? `${slugify(noun)}-${slug}` : slug;
}

/** Returns whether REST paths use a word at the position of a slug. */
const isRestPath = (slug: string) => slug === 'featured' || slug === 'category';

/** Returns the slug, or the first free one of `slug-2`, `slug-3` and so on. It is reserved until the transaction ends. */
export async function freeSlug(
  tx: Pick<Database, 'select' | 'execute'>,
  table: CrudTable,
  slug: string,
): Promise<string> {
  const column = table.slug as PgColumn;
  // Acquires a lock, because two concurrent transactions would otherwise find the same slug free.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`slug:${getTableName(table)}`}))`);
  const rows = await tx
    .select({ slug: column })
    .from(table)
    .where(and(or(eq(column, slug), like(column, `${slug}-%`)), isNull(table.deletedAt)));
  const taken = new Set(rows.map((row) => row.slug));
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`;
  }
}
