import { sql } from 'drizzle-orm';

import { builtInPages, type PageKey } from '~/contract/built-in-pages/built-in-pages';
import type { FormUse } from '~/contract/forms/forms-schema';
import type { Database } from '~/server/platform/db/client';
import { customPages, pageVersions } from '~/server/platform/db/schema/pages';
import { services } from '~/server/platform/db/schema/services';
import { siteLanguage } from '~/server/platform/db/site-language';

interface UseRow {
  /** Id as text, like in blocks, so that an invalid number does not cause an error. */
  formId: string;
  by: 'page' | 'service' | 'built-in';
  /** Title of the page or service; the key of a built-in page. */
  name: string;
  path: string;
  isPublic: boolean;
}

const isBuiltIn = (key: string): key is PageKey => Object.hasOwn(builtInPages, key);

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
    from ${customPages} page
    join ${pageVersions} said on said.page_id = page.id and said.version = page.version
      and said.locale = ${siteLanguage}
    cross join jsonb_array_elements(said.blocks) block
    where page.deleted_at is null and ${isAsked}
    union
    select block->>'formId', 'built-in', newest.built_in_page, '', true
    from (
      select distinct on (built_in_page) built_in_page, blocks from ${pageVersions}
      where built_in_page is not null and locale = ${siteLanguage}
      order by built_in_page, version desc
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
  if (by !== 'built-in') return { by, name, path, isPublic };
  // Another version of the software has stored blocks for a page that does not exist in this version.
  if (!isBuiltIn(name)) return undefined;
  return { by: 'page', name: builtInPages[name].label, path: builtInPages[name].path, isPublic };
}
