import { isDeepStrictEqual } from 'node:util';

import { and, desc, eq, max, or, sql } from 'drizzle-orm';

import { type PageKey, pageKeys } from '~/contract/built-in-pages/built-in-pages';
import { type Actor, nameOf } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { type PagePart, type PageText, pageVersions } from '~/server/platform/db/schema/pages';
import { siteLanguage } from '~/server/platform/db/site-language';

type Reader = Pick<Database, 'select'>;

/** Changes that the agency has made to a built-in page. */
export interface BuiltInPage {
  texts: Partial<Record<PageText, unknown>>;
  hidden: string[];
  /** Blocks below its built-in sections. */
  blocks: unknown[];
}

const ofPage = (page: PageKey) =>
  and(eq(pageVersions.builtInPage, page), eq(pageVersions.locale, siteLanguage));

/** Locks a built-in page, so that concurrent changes wait for each other. Lock several pages in the order of their names. */
export async function lockBuiltInPage(tx: Pick<Database, 'execute'>, page: PageKey): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`built-in-page:${page}`}))`);
}

/** Returns the newest version of a page; version 0 if it was never changed. */
export async function newestVersion(
  db: Reader,
  page: PageKey,
): Promise<BuiltInPage & { version: number }> {
  const [row] = await db
    .select()
    .from(pageVersions)
    .where(ofPage(page))
    .orderBy(desc(pageVersions.version))
    .limit(1);
  return row ?? { version: 0, texts: {}, hidden: [], blocks: [] };
}

/** Returns the newest version that changed one of these parts; 0 if none did. */
export async function newestWith(
  db: Reader,
  page: PageKey,
  parts: readonly PagePart[],
): Promise<number> {
  const changesOne = or(
    ...parts.map((part) => sql`${pageVersions.parts} @> ${JSON.stringify([part])}::jsonb`),
  );
  const [row] = await db
    .select({ version: max(pageVersions.version) })
    .from(pageVersions)
    .where(and(ofPage(page), changesOne));
  return row?.version ?? 0;
}

/** Returns the newest `limit` versions of a page, newest first. */
export function versionsOf(db: Reader, page: PageKey, limit: number) {
  return db
    .select()
    .from(pageVersions)
    .where(ofPage(page))
    .orderBy(desc(pageVersions.version))
    .limit(limit);
}

/** Returns one version of a page; undefined if it does not exist. */
export async function versionOf(db: Reader, page: PageKey, version: number) {
  const rows = await db
    .select()
    .from(pageVersions)
    .where(and(ofPage(page), eq(pageVersions.version, version)));
  return rows[0];
}

/**
 * Stores a change of a page as a version. The caller must lock the page before reading `before`.
 *
 * @returns undefined if nothing differs
 */
export async function addVersion(
  tx: Pick<Database, 'insert'>,
  actor: Actor,
  given: { page: PageKey; before: BuiltInPage & { version: number }; change: Partial<BuiltInPage> },
): Promise<{ parts: PagePart[]; createdAt: Date } | undefined> {
  const { page, before, change } = given;
  const after = { ...before, ...change };
  const names = new Set([...Object.keys(before.texts), ...Object.keys(after.texts)] as PageText[]);
  const parts: PagePart[] = [...names].filter(
    (name) => !isDeepStrictEqual(before.texts[name], after.texts[name]),
  );
  if (!isDeepStrictEqual(before.hidden, after.hidden)) parts.push('hidden');
  if (!isDeepStrictEqual(before.blocks, after.blocks)) parts.push('blocks');
  if (parts.length === 0) return undefined;
  const createdAt = new Date();
  await tx.insert(pageVersions).values({
    builtInPage: page,
    locale: siteLanguage,
    version: before.version + 1,
    ...{ texts: after.texts, hidden: after.hidden, blocks: after.blocks },
    ...{ parts, createdAt },
    author: nameOf(actor),
  });
  return { parts, createdAt };
}

const everyPage = sql.raw(pageKeys.map((key) => `('${key}')`).join(', '));

/** Returns the newest version of each changed page. Uses an index, so that the number of versions does not matter. */
export async function newestVersions(
  db: Pick<Database, 'execute'>,
): Promise<(Pick<BuiltInPage, 'texts' | 'hidden'> & { page: PageKey; hasBlocks: boolean })[]> {
  const rows = await db.execute<
    Pick<BuiltInPage, 'texts' | 'hidden'> & { page: PageKey; hasBlocks: boolean }
  >(sql`
    select page, newest.*
    from (values ${everyPage}) every_page (page)
    cross join lateral (
      select texts, hidden, jsonb_array_length(blocks) > 0 as "hasBlocks"
      from ${pageVersions}
      where built_in_page = page and locale = ${siteLanguage}
      order by version desc limit 1
    ) newest`);
  return [...rows];
}

/** Returns when each part of each page was last changed. */
export async function changeTimes(
  db: Pick<Database, 'execute'>,
): Promise<{ page: PageKey; part: PagePart; at: Date }[]> {
  const rows = await db.execute<{ page: PageKey; part: PagePart; at: string }>(sql`
    select built_in_page as page, part, max(created_at) as at
    from page_versions, jsonb_array_elements_text(parts) part
    where built_in_page is not null and locale = ${siteLanguage}
    group by built_in_page, part`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}
