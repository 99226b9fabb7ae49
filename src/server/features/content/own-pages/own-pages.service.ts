import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm';

import type { BlockSources } from '~/blocks/block-sources';
import { resolveBlocks } from '~/blocks/resolve-blocks';
import { AppError } from '~/contract/common/errors';
import { listMax } from '~/contract/common/limits';
import { parsePictureUrl } from '~/contract/common/media';
import type { OwnPage, OwnPageDraft } from '~/contract/own-pages/own-pages-schema';
import { pages as fixedPages, type PageKey } from '~/contract/pages/pages';
import { createFinder } from '~/server/features/content/crud/former-slugs';
import type { DocumentLinks } from '~/server/features/documents/links';
import type { Database } from '~/server/platform/db/client';
import { pages, pageVersions } from '~/server/platform/db/schema/own-pages';
import { siteLanguage } from '~/server/platform/db/site-language';
import type { Media } from '~/server/platform/media/media';
import { picturesIn, readBlocks } from './stored-blocks';

const shown = and(isNull(pages.deletedAt), lte(pages.publishedAt, sql`now()`));
const inOrder = [asc(pages.position), asc(pages.id)] as const;
const missing = 'Page not found';

const columns = {
  id: pages.id,
  slug: pages.slug,
  updatedAt: pages.updatedAt,
  title: pageVersions.title,
  metaTitle: pageVersions.metaTitle,
  metaDescription: pageVersions.metaDescription,
  blocks: pageVersions.blocks,
};

/** Condition for the newest version in the site's language. */
const newest = and(
  eq(pageVersions.pageId, pages.id),
  eq(pageVersions.version, pages.version),
  eq(pageVersions.locale, siteLanguage),
);

interface Row extends Omit<OwnPage, 'blocks' | 'updatedAt'> {
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
  /** Called with the types of blocks that this version of the product does not know. */
  onUnknownBlock(about: { page: string; types: string[] }): void;
}

/** The agency's own pages as visitors see them. */
export function createOwnPages(db: Database, options: Options) {
  const { media, links, onUnknownBlock } = options;
  const select = () => db.select(columns).from(pages).innerJoin(pageVersions, newest);
  const bySlug = select()
    .where(and(shown, eq(pages.slug, sql.placeholder('slug'))))
    .prepare('pages_by_slug');
  const byId = select()
    .where(and(shown, eq(pages.id, sql.placeholder('id'))))
    .prepare('pages_by_id');
  const anyById = select()
    .where(and(isNull(pages.deletedAt), eq(pages.id, sql.placeholder('id'))))
    .prepare('pages_any_by_id');
  const named = db
    .select({
      slug: pages.slug,
      title: pageVersions.title,
      description: pageVersions.metaDescription,
      updatedAt: pages.updatedAt,
    })
    .from(pages)
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
        eq(pageVersions.fixedPage, sql.placeholder('page')),
        eq(pageVersions.locale, siteLanguage),
      ),
    )
    .orderBy(desc(pageVersions.version))
    .limit(1)
    .prepare('pages_below');
  const nextDue = db
    .select({ publishedAt: pages.publishedAt })
    .from(pages)
    .where(and(isNull(pages.deletedAt), gt(pages.publishedAt, sql`now()`)))
    .orderBy(pages.publishedAt)
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

  const toPage = async ({ id: _, ...row }: Row): Promise<OwnPage> => ({
    ...row,
    blocks: await shownBlocks(row.blocks, `/${row.slug}`),
    updatedAt: row.updatedAt.toISOString(),
  });

  return {
    /** Finds a page by current or former slug. */
    async get(slug: string): Promise<OwnPage> {
      return toPage(await findOne(slug));
    },

    /** Returns a page as it will look once a draft is saved. */
    async preview(slug: string, draft: OwnPageDraft): Promise<OwnPage> {
      const { title, blocks } = draft;
      return {
        ...{ slug, title, metaTitle: '', metaDescription: '' },
        blocks: await shownBlocks(blocks, 'a draft', { ...options.sources, isPreview: true }),
        updatedAt: new Date().toISOString(),
      };
    },

    /** Returns the blocks below a fixed page. */
    async below(page: PageKey): Promise<{ blocks: OwnPage['blocks'] }> {
      const [row] = await belowPage.execute({ page });
      return { blocks: await shownBlocks(row?.blocks ?? [], fixedPages[page].path) };
    },

    /** Finds a page by the token of a preview link, whether it is public or not. */
    async getByLink(token: string): Promise<OwnPage> {
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

export type OwnPages = ReturnType<typeof createOwnPages>;
