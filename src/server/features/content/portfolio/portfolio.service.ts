import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm';

import { listMax } from '~/contract/common/limits';
import { coverOf, type WorkCover } from '~/contract/portfolio/cover-schema';
import { readExhibits } from '~/contract/portfolio/exhibits-schema';
import type {
  FeaturedCard,
  PortfolioCard,
  PortfolioItem,
  PortfolioNeighbours,
} from '~/contract/portfolio/portfolio-schema';
import type { Category } from '~/contract/services/categories';
import { createFinder } from '~/server/features/content/crud/former-slugs';
import { type Picked, pickedRows } from '~/server/features/content/crud/picked';
import type { Database } from '~/server/platform/db/client';
import { portfolioItems } from '~/server/platform/db/schema/portfolio';
import { pricesOf } from './prices';

const shown = isNull(portfolioItems.deletedAt);
const inOrder = [asc(portfolioItems.position), asc(portfolioItems.id)] as const;

type Row = typeof portfolioItems.$inferSelect;

function toItem(row: Row): PortfolioItem {
  const { clientName, projectUrl, createdAt, position, updatedAt, deletedAt, ...columns } = row;
  const { priceFromCents, priceToCents, ...rest } = columns;
  return {
    ...rest,
    ...pricesOf(row),
    exhibits: readExhibits(row.exhibits),
    client_name: clientName,
    project_url: projectUrl,
    createdAt: createdAt.toISOString(),
  };
}

const featuredCardColumns = {
  id: portfolioItems.id,
  title: portfolioItems.title,
  slug: portfolioItems.slug,
  client_name: portfolioItems.clientName,
  images: portfolioItems.images,
  exhibits: portfolioItems.exhibits,
  outcome: portfolioItems.outcome,
};

const cardColumns = {
  ...featuredCardColumns,
  description: portfolioItems.description,
  category: portfolioItems.category,
  technologies: portfolioItems.technologies,
  featured: portfolioItems.featured,
};

const linkColumns = {
  slug: portfolioItems.slug,
  title: portfolioItems.title,
  client_name: portfolioItems.clientName,
  images: portfolioItems.images,
  exhibits: portfolioItems.exhibits,
};

type Covered<Columns> = Omit<Columns, 'images' | 'exhibits'> & { cover: WorkCover | null };

/** Replaces pictures and exhibits with the cover that a card shows. */
function withCover<Columns extends { images: string[]; exhibits: unknown }>(
  columns: Columns,
): Covered<Columns> {
  const { images, exhibits, ...shownColumns } = columns;
  return { ...shownColumns, cover: coverOf(images, readExhibits(exhibits)) };
}

const place = sql`(${portfolioItems.position}, ${portfolioItems.id})`;
const from = sql`(${sql.placeholder('position')}::int, ${sql.placeholder('id')}::int)`;
const isAnother = ne(portfolioItems.id, sql.placeholder('id'));

/** Portfolio items as visitors see them, in the order that admins chose. */
export function createPortfolio(db: Database) {
  const all = db
    .select()
    .from(portfolioItems)
    .where(shown)
    .orderBy(...inOrder)
    .limit(listMax)
    .prepare('portfolio_all');
  const featured = db
    .select()
    .from(portfolioItems)
    .where(and(shown, eq(portfolioItems.featured, true)))
    .orderBy(...inOrder)
    .limit(listMax)
    .prepare('portfolio_featured');
  const cards = db
    .select(cardColumns)
    .from(portfolioItems)
    .where(shown)
    .orderBy(...inOrder)
    .limit(listMax)
    .prepare('portfolio_cards');
  const featuredCards = db
    .select(featuredCardColumns)
    .from(portfolioItems)
    .where(and(shown, eq(portfolioItems.featured, true)))
    .orderBy(...inOrder)
    .limit(sql.placeholder('limit'))
    .prepare('portfolio_featured_cards');
  const bySlug = db
    .select()
    .from(portfolioItems)
    .where(and(shown, eq(portfolioItems.slug, sql.placeholder('slug'))))
    .prepare('portfolio_by_slug');
  const byId = db
    .select()
    .from(portfolioItems)
    .where(and(shown, eq(portfolioItems.id, sql.placeholder('id'))))
    .prepare('portfolio_by_id');
  // False sorts before true, so the items after the current one come first, followed by those from the beginning.
  const next = db
    .select(linkColumns)
    .from(portfolioItems)
    .where(and(shown, isAnother))
    .orderBy(sql`${place} < ${from}`, ...inOrder)
    .limit(1)
    .prepare('portfolio_next');
  const previous = db
    .select(linkColumns)
    .from(portfolioItems)
    .where(and(shown, isAnother))
    .orderBy(sql`${place} > ${from}`, desc(portfolioItems.position), desc(portfolioItems.id))
    .limit(1)
    .prepare('portfolio_previous');

  const dated = db
    .select({ slug: portfolioItems.slug, updatedAt: portfolioItems.updatedAt })
    .from(portfolioItems)
    .where(shown)
    .orderBy(...inOrder)
    .limit(listMax)
    .prepare('portfolio_dated');
  const findOne = createFinder<Row>(db, {
    table: 'portfolio_items',
    missing: 'Portfolio item not found',
    bySlug: (slug) => bySlug.execute({ slug }),
    byId: (id) => byId.execute({ id }),
  });

  return {
    async list(): Promise<PortfolioItem[]> {
      return (await all.execute()).map(toItem);
    },

    async listFeatured(): Promise<PortfolioItem[]> {
      return (await featured.execute()).map(toItem);
    },

    async listCards(): Promise<PortfolioCard[]> {
      return (await cards.execute()).map(withCover);
    },

    /** Returns the items that an editor selected for a block. */
    async listPicked(picked: Picked<Category>): Promise<FeaturedCard[]> {
      const { where, order, limit } = pickedRows(portfolioItems, picked, inOrder);
      const rows = await db
        .select(featuredCardColumns)
        .from(portfolioItems)
        .where(and(shown, where))
        .orderBy(...order)
        .limit(limit);
      return rows.map(withCover);
    },

    /** Returns the slugs of items with the time of the last change. */
    async listDated(): Promise<{ slug: string; updatedAt: Date }[]> {
      return dated.execute();
    },

    async listFeaturedCards(limit: number): Promise<FeaturedCard[]> {
      return (await featuredCards.execute({ limit })).map(withCover);
    },

    /** Finds an item by current or former slug, or by id if the text is all digits. */
    async get(slugOrId: string): Promise<PortfolioItem> {
      return toItem(await findOne(slugOrId));
    },

    /** Returns the previous and the next item; the order wraps around. */
    async getNeighbours(slugOrId: string): Promise<PortfolioNeighbours> {
      const { position, id } = await findOne(slugOrId);
      const [[before], [after]] = await Promise.all([
        previous.execute({ position, id }),
        next.execute({ position, id }),
      ]);
      return {
        previous: before ? withCover(before) : null,
        next: after ? withCover(after) : null,
      };
    },
  };
}

export type Portfolio = ReturnType<typeof createPortfolio>;
