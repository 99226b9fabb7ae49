import { and, asc, eq, isNull, sql } from 'drizzle-orm';

import { Refusal } from '~/contract/errors';
import { int4Max, listMax } from '~/contract/limits';
import type { PortfolioCard, PortfolioItem } from '~/contract/portfolio';
import type { Database } from '../db/client';
import { portfolioItems } from '../db/schema/portfolio';

const shown = isNull(portfolioItems.deletedAt);
const inOrder = [asc(portfolioItems.position), asc(portfolioItems.id)] as const;

type Row = typeof portfolioItems.$inferSelect;

function toItem(row: Row): PortfolioItem {
  const { clientName, projectUrl, createdAt, position, updatedAt, deletedAt, ...rest } = row;
  return {
    ...rest,
    client_name: clientName,
    project_url: projectUrl,
    createdAt: createdAt.toISOString(),
  };
}

const cardColumns = {
  id: portfolioItems.id,
  title: portfolioItems.title,
  slug: portfolioItems.slug,
  description: portfolioItems.description,
  category: portfolioItems.category,
  client_name: portfolioItems.clientName,
  images: portfolioItems.images,
  technologies: portfolioItems.technologies,
  outcome: portfolioItems.outcome,
};

/** Finished work as visitors see it, in the admin's order. */
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
  const featuredCards = db
    .select(cardColumns)
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

  return {
    async list(): Promise<PortfolioItem[]> {
      return (await all.execute()).map(toItem);
    },

    async listFeatured(): Promise<PortfolioItem[]> {
      return (await featured.execute()).map(toItem);
    },

    async listFeaturedCards(limit: number): Promise<PortfolioCard[]> {
      return featuredCards.execute({ limit });
    },

    /** By slug, or by id where the text is all digits. */
    async get(slugOrId: string): Promise<PortfolioItem> {
      const [row] = await find(slugOrId);
      if (!row) throw new Refusal('NOT_FOUND', 'Portfolio item not found');
      return toItem(row);
    },
  };

  async function find(slugOrId: string): Promise<Row[]> {
    if (!/^\d+$/.test(slugOrId)) return bySlug.execute({ slug: slugOrId });
    const id = Number(slugOrId);
    return id <= int4Max ? byId.execute({ id }) : [];
  }
}

export type Portfolio = ReturnType<typeof createPortfolio>;
