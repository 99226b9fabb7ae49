import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { PortfolioItem } from '~/contract/portfolio';
import { portfolioItemSchema } from '~/contract/portfolio-schema';
import { startTestApp, type TestApp } from '~/testing/app';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function get<T>(path: string): Promise<{ status: number; body: T }> {
  const response = await app.fetch(path);
  return { status: response.status, body: (await response.json()) as T };
}

const list = async (path = '/api/portfolio') => (await get<PortfolioItem[]>(path)).body;

describe('GET /api/portfolio', () => {
  it('answers items under the names the outside knows', async () => {
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
          'createdAt',
        ].sort(),
      );
      expect(portfolioItemSchema.safeParse(item).success).toBe(true);
      expect(new Date(item.createdAt).toISOString()).toBe(item.createdAt);
    }
  });

  it('answers at /featured those that are featured, in the same order', async () => {
    const featured = await list('/api/portfolio/featured');
    expect(featured.length).toBeGreaterThan(0);
    expect(featured).toEqual((await list()).filter((item) => item.featured));
  });

  it('leaves out what lies in the trash, and keeps to the order the admin set', async () => {
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
  it('answers by slug and by numeric id alike', async () => {
    const [item] = await list();
    if (!item) throw new Error('no portfolio');
    expect(await get(`/api/portfolio/${item.slug}`)).toEqual({ status: 200, body: item });
    expect(await get(`/api/portfolio/${item.id}`)).toEqual({ status: 200, body: item });
  });

  it.each(['no-such-item', '999999', '99999999999999999999', 'a'.repeat(101)])(
    'answers 404 to %s',
    async (slug) => {
      expect(await get(`/api/portfolio/${slug}`)).toEqual({
        status: 404,
        body: { message: 'Portfolio item not found', code: 'NOT_FOUND' },
      });
    },
  );
});
