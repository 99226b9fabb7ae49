import { sql } from 'drizzle-orm';

import type { FormUse } from '~/contract/forms/forms-schema';
import { pages as fixedPages, type PageKey } from '~/contract/pages/pages';
import type { Database } from '~/server/platform/db/client';
import { pages, pageVersions } from '~/server/platform/db/schema/own-pages';
import { services } from '~/server/platform/db/schema/services';
import { siteLanguage } from '~/server/platform/db/site-language';

interface UseRow {
  /** Id as text, like in blocks, so that an invalid number does not cause an error. */
  formId: string;
  by: 'page' | 'service' | 'fixed';
  /** Title of the page or service; the key of a fixed page. */
  name: string;
  path: string;
  isPublic: boolean;
}

const isFixed = (key: string): key is PageKey => Object.hasOwn(fixedPages, key);

/**
 * Returns the pages that contain each of these forms in their newest version, and the services that use it as their brief.
 */
export async function usesOf(
  db: Pick<Database, 'execute'>,
  ids: number[],
): Promise<Map<number, FormUse[]>> {
  const uses = new Map<number, FormUse[]>();
  if (ids.length === 0) return uses;
  const asked = sql.join(
    ids.map((id) => sql`${String(id)}`),
    sql`, `,
  );
  const isAsked = sql`block->>'type' = 'form' and block->>'formId' in (${asked})`;
  // `union` removes duplicates: a page that contains a form twice counts once.
  const rows = await db.execute<{ [Key in keyof UseRow]: UseRow[Key] }>(sql`
    select block->>'formId' as "formId", 'page' as by, page.title as name, '/' || page.slug as path,
      coalesce(page.published_at <= now(), false) as "isPublic"
    from ${pages} page
    join ${pageVersions} said on said.page_id = page.id and said.version = page.version
      and said.locale = ${siteLanguage}
    cross join jsonb_array_elements(said.blocks) block
    where page.deleted_at is null and ${isAsked}
    union
    select block->>'formId', 'fixed', newest.fixed_page, '', true
    from (
      select distinct on (fixed_page) fixed_page, blocks from ${pageVersions}
      where fixed_page is not null and locale = ${siteLanguage}
      order by fixed_page, version desc
    ) newest
    cross join jsonb_array_elements(newest.blocks) block
    where ${isAsked}
    union
    select brief_form_id::text, 'service', name, '/services/' || slug, is_active
    from ${services}
    where deleted_at is null and brief_form_id::text in (${asked})
    order by by, path, name`);
  for (const { formId, by, name, path, isPublic } of rows) {
    const place = placeOf({ by, name, path, isPublic });
    if (place) uses.set(Number(formId), [...(uses.get(Number(formId)) ?? []), place]);
  }
  return uses;
}

function placeOf({ by, name, path, isPublic }: Omit<UseRow, 'formId'>): FormUse | undefined {
  if (by !== 'fixed') return { by, name, path, isPublic };
  // Only another version of the product has this page.
  if (!isFixed(name)) return undefined;
  return { by: 'page', name: fixedPages[name].label, path: fixedPages[name].path, isPublic };
}
