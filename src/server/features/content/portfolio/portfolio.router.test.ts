import { describe, expect, it } from 'vitest';

import type { PortfolioItem } from '~/contract/portfolio/portfolio-schema';
import { portfolioItemSchema } from '~/contract/portfolio/portfolio-schema';
import { testApp } from '~/testing/app';
import { callerOf } from '~/testing/callers';

const app = testApp();

async function get<T>(path: string): Promise<{ status: number; body: T }> {
  const response = await app.fetch(path);
  return { status: response.status, body: (await response.json()) as T };
}

const list = async (path = '/api/portfolio') => (await get<PortfolioItem[]>(path)).body;

describe('GET /api/portfolio', () => {
  it('answers items with the field names of the REST API', async () => {
    const items = await list();
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) {
      expect(Object.keys(item).sort()).toEqual(
        [
          'id',
          'title',
          'slug',
          'description',
          'category',
          'client_name',
          'project_url',
          'liveUrl',
          'githubUrl',
          'images',
          'technologies',
          'featured',
          'problem',
          'approach',
          'result',
          'outcome',
          'weeks',
          'people',
          'priceFrom',
          'priceTo',
          'hoursQuoted',
          'hoursTaken',
          'exhibits',
          'createdAt',
        ].sort(),
      );
      expect(portfolioItemSchema.safeParse(item).success).toBe(true);
      expect(new Date(item.createdAt).toISOString()).toBe(item.createdAt);
    }
  });

  it('answers cards of the same items, without their long texts', async () => {
    const items = await list();
    const cards = await callerOf(null, app.services).portfolio.cards();
    expect(cards.map(({ slug }) => slug)).toEqual(items.map(({ slug }) => slug));
    for (const card of cards) expect(card).not.toHaveProperty('problem');
    expect(cards.filter(({ featured }) => featured)).toEqual(
      cards.filter((_, index) => items[index]?.featured),
    );
  });

  it('omits deleted items, and keeps the admin’s order', async () => {
    const [first, ...others] = await list();
    if (!first) throw new Error('no portfolio');
    await app.sql`update portfolio_items set deleted_at = now() where id = ${first.id}`;
    await app.sql`update portfolio_items set position = -position`;
    app.cache.invalidate('portfolio_items');
    expect((await list()).map(({ id }) => id)).toEqual(others.map(({ id }) => id).reverse());
    expect(await get(`/api/portfolio/${first.slug}`)).toMatchObject({ status: 404 });
  });
});

describe('GET /api/portfolio/{slug}', () => {
  it('answers the same by slug and by numeric id', async () => {
    const [item] = await list();
    if (!item) throw new Error('no portfolio');
    expect(await get(`/api/portfolio/${item.slug}`)).toEqual({ status: 200, body: item });
    expect(await get(`/api/portfolio/${item.id}`)).toEqual({ status: 200, body: item });
  });
});

describe('the neighbors of an item', () => {
  const beside = (slug: string) => callerOf(null, app.services).portfolio.neighbours({ slug });

  it('are the previous and the next one, wrapping around at the ends', async () => {
    const slugs = (await list()).map(({ slug }) => slug);
    expect(slugs.length).toBeGreaterThan(2);
    for (const [index, slug] of slugs.entries()) {
      const { previous, next } = await beside(slug);
      expect([slug, previous?.slug, next?.slug]).toEqual([
        slug,
        slugs.at(index - 1),
        slugs.at((index + 1) % slugs.length),
      ]);
    }
  });

  it('fall back to the order of ids for equal positions, and are found by id as well', async () => {
    await app.sql`update portfolio_items set position = 1`;
    app.cache.invalidate('portfolio_items');
    const items = await list();
    const [first, second] = items;
    if (!first || !second) throw new Error('no portfolio');
    const expected = { previous: { slug: items.at(-1)?.slug }, next: { slug: second.slug } };
    expect(await beside(first.slug)).toMatchObject(expected);
    expect(await beside(String(first.id))).toMatchObject(expected);
  });

  it('are empty for a single item, and answer 404 for a deleted one', async () => {
    const [kept, gone] = await list();
    if (!kept || !gone) throw new Error('no portfolio');
    await app.sql`update portfolio_items set deleted_at = now() where id <> ${kept.id}`;
    expect(await beside(kept.slug)).toEqual({ previous: null, next: null });
    await expect(beside(gone.slug)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
