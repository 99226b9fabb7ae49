import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm';

import type { BlockSources } from '~/blocks/block-sources';
import { resolveBlocks } from '~/blocks/resolve-blocks';
import { builtInPages, type PageKey } from '~/contract/built-in-pages/built-in-pages';
import { AppError } from '~/contract/common/errors';
import { listMax } from '~/contract/common/limits';
import { parsePictureUrl } from '~/contract/common/media';
import type { CustomPage, CustomPageDraft } from '~/contract/custom-pages/custom-pages-schema';
import { createFinder } from '~/server/features/content/crud/former-slugs';
import type { DocumentLinks } from '~/server/features/documents/links';
import type { Database } from '~/server/platform/db/client';
import { customPages, pageVersions } from '~/server/platform/db/schema/pages';
import { siteLanguage } from '~/server/platform/db/site-language';
import type { Media } from '~/server/platform/media/media';
import { picturesIn, readBlocks } from './stored-blocks';

const shown = and(isNull(customPages.deletedAt), lte(customPages.publishedAt, sql`now()`));
const inOrder = [asc(customPages.position), asc(customPages.id)] as const;
const missing = 'Page not found';

const columns = {
  id: customPages.id,
  slug: customPages.slug,
  updatedAt: customPages.updatedAt,
  title: pageVersions.title,
  metaTitle: pageVersions.metaTitle,
  metaDescription: pageVersions.metaDescription,
  blocks: pageVersions.blocks,
};

/** Condition for the newest version in the site's language. */
const newest = and(
  eq(pageVersions.pageId, customPages.id),
  eq(pageVersions.version, customPages.version),
  eq(pageVersions.locale, siteLanguage),
);

interface Row extends Omit<CustomPage, 'blocks' | 'updatedAt'> {
  id: number;
  updatedAt: Date;
  blocks: unknown[];
}

/** Public page, as listed in the sitemap and llms.txt. */
export interface NamedPage {
  slug: string;
  title: string;
  /** Description for search engines; may be empty. */
  description: string;
  updatedAt: Date;
}

interface Options {
  sources: Omit<BlockSources, 'hasPicture'>;
  media: Pick<Media, 'stored'>;
  links: Pick<DocumentLinks, 'find'>;
  /** Called with the types of blocks that this version of the software does not know. */
  onUnknownBlock(about: { page: string; types: string[] }): void;
}

/** Custom pages, which the agency builds from blocks, as visitors see them. */
export function createCustomPages(db: Database, options: Options) {
  const { media, links, onUnknownBlock } = options;
  const select = () => db.select(columns).from(customPages).innerJoin(pageVersions, newest);
  const bySlug = select()
    .where(and(shown, eq(customPages.slug, sql.placeholder('slug'))))
    .prepare('pages_by_slug');
  const byId = select()
    .where(and(shown, eq(customPages.id, sql.placeholder('id'))))
    .prepare('pages_by_id');
  const anyById = select()
    .where(and(isNull(customPages.deletedAt), eq(customPages.id, sql.placeholder('id'))))
    .prepare('pages_any_by_id');
  const named = db
    .select({
      slug: customPages.slug,
      title: pageVersions.title,
      description: pageVersions.metaDescription,
      updatedAt: customPages.updatedAt,
    })
    .from(customPages)
    .innerJoin(pageVersions, newest)
    .where(shown)
    .orderBy(...inOrder)
    .limit(listMax)
    .prepare('pages_named');
  const belowPage = db
    .select({ blocks: pageVersions.blocks })
    .from(pageVersions)
    .where(
      and(
        eq(pageVersions.builtInPage, sql.placeholder('page')),
        eq(pageVersions.locale, siteLanguage),
      ),
    )
    .orderBy(desc(pageVersions.version))
    .limit(1)
    .prepare('pages_below');
  const nextDue = db
    .select({ publishedAt: customPages.publishedAt })
    .from(customPages)
    .where(and(isNull(customPages.deletedAt), gt(customPages.publishedAt, sql`now()`)))
    .orderBy(customPages.publishedAt)
    .limit(1)
    .prepare('pages_next_due');

  const findOne = createFinder<Row>(db, {
    table: 'pages',
    missing,
    bySlug: (slug) => bySlug.execute({ slug }),
    byId: (id) => byId.execute({ id }),
  });

  /** Converts stored blocks to the form that visitors read. */
  async function shownBlocks(stored: readonly unknown[], page: string, sources = options.sources) {
    const { blocks, unknown } = readBlocks(stored);
    if (unknown.length > 0) onUnknownBlock({ page, types: unknown });
    const pictures = await media.stored(picturesIn(blocks));
    return resolveBlocks(blocks, {
      ...sources,
      hasPicture: (url) => {
        const picture = parsePictureUrl(url);
        return !picture || pictures.has(picture.hash);
      },
    });
  }

  const toPage = async ({ id: _, ...row }: Row): Promise<CustomPage> => ({
    ...row,
    blocks: await shownBlocks(row.blocks, `/${row.slug}`),
    updatedAt: row.updatedAt.toISOString(),
  });

  return {
    /** Finds a page by current or former slug. */
    async get(slug: string): Promise<CustomPage> {
      return toPage(await findOne(slug));
    },

    /** Returns a page as it will look once a draft is saved. */
    async preview(slug: string, draft: CustomPageDraft): Promise<CustomPage> {
      const { title, blocks } = draft;
      return {
        ...{ slug, title, metaTitle: '', metaDescription: '' },
        blocks: await shownBlocks(blocks, 'a draft', { ...options.sources, isPreview: true }),
        updatedAt: new Date().toISOString(),
      };
    },

    /** Returns the blocks below a built-in page. */
    async below(page: PageKey): Promise<{ blocks: CustomPage['blocks'] }> {
      const [row] = await belowPage.execute({ page });
      return { blocks: await shownBlocks(row?.blocks ?? [], builtInPages[page].path) };
    },

    /** Finds a page by the token of a preview link, whether it is public or not. */
    async getByLink(token: string): Promise<CustomPage> {
      const id = await links.find('page', token);
      const [row] = id === undefined ? [] : await anyById.execute({ id });
      if (!row) throw new AppError('NOT_FOUND', missing);
      return toPage(row);
    },

    /** Returns the public pages in order. */
    async listNamed(): Promise<NamedPage[]> {
      return named.execute();
    },

    /** Returns when the next scheduled page will be published; undefined if there is none. */
    async nextPublication(): Promise<Date | undefined> {
      return (await nextDue.execute())[0]?.publishedAt ?? undefined;
    },
  };
}

export type CustomPages = ReturnType<typeof createCustomPages>;
