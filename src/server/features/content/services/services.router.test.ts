import { beforeEach, describe, expect, it } from 'vitest';

import { categories } from '~/contract/services/categories';
import type { Service } from '~/contract/services/services-schema';
import { serviceSchema } from '~/contract/services/services-schema';
import { testApp } from '~/testing/app';

const app = testApp();

async function get<T>(path: string): Promise<{ status: number; body: T }> {
  const response = await app.fetch(path);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  return { status: response.status, body: (await response.json()) as T };
}

const list = async () => (await get<Service[]>('/api/services')).body;

/** Waits until the app has received a change made directly in the database. */
async function changed(change: () => PromiseLike<unknown>): Promise<void> {
  await change();
  app.cache.invalidate('services');
}

const fields = [
  ...['briefFormId', 'category', 'ctaText', 'deliverables', 'description', 'detailedDescription'],
  ...[
    'featured',
    'features',
    'heroSubtitle',
    'heroTitle',
    'id',
    'imageUrl',
    'isActive',
    'keywords',
  ],
  ...['metaDescription', 'metaTitle', 'name', 'price', 'priceKind', 'priceUnit', 'processSteps'],
  ...['slug', 'timeline'],
];

describe('GET /api/services', () => {
  it('returns every field of a service, and no other', async () => {
    const services = await list();
    expect(services.length).toBeGreaterThanOrEqual(8);
    for (const service of services) {
      expect(Object.keys(service).sort()).toEqual(fields);
      expect(serviceSchema.safeParse(service).success).toBe(true);
    }
  });

  describe('with services moved and hidden', () => {
    let before: Service[];

    beforeEach(async () => {
      await app.sql`update services set is_active = true, deleted_at = null, position = id`;
      app.cache.invalidate('services');
      before = await list();
    });

    it('keeps the admin’s order, and the order of ids for equal positions', async () => {
      await changed(
        () => app.sql`update services set position = case id % 2 when 0 then 1 else 2 end`,
      );
      const expected = before.map(({ id }) => id).sort((a, b) => (a % 2) - (b % 2) || a - b);
      expect((await list()).map(({ id }) => id)).toEqual(expected);
    });

    it('omits inactive and deleted services everywhere', async () => {
      const [inactive, trashed] = before;
      if (!inactive || !trashed) throw new Error('two services are needed');
      await changed(async () => {
        await app.sql`update services set is_active = false where id = ${inactive.id}`;
        await app.sql`update services set deleted_at = now() where id = ${trashed.id}`;
      });
      const gone = [inactive, trashed];
      const ids = (services: { id: number }[]) => services.map(({ id }) => id);
      for (const { id } of gone) expect(ids(await list())).not.toContain(id);
      for (const { category, id, slug } of gone) {
        const { body } = await get<Service[]>(`/api/services/category/${category}`);
        expect(ids(body)).not.toContain(id);
        expect((await get(`/api/services/${slug}`)).status).toBe(404);
        expect((await get(`/api/services/${id}`)).status).toBe(404);
        const cards = await app.services.services.listCards();
        expect(ids(cards)).not.toContain(id);
        expect(ids(await app.services.services.listRelated({ category, slug: 'x' }))).not.toContain(
          id,
        );
      }
    });
  });
});

describe('GET /api/services/category/{category}', () => {
  it('returns all active services of the category in order', async () => {
    const all = await list();
    for (const category of categories) {
      const { status, body } = await get(`/api/services/category/${category}`);
      expect(status).toBe(200);
      expect(body).toEqual(all.filter((service) => service.category === category));
    }
  });

  it.each(['Website', 'website%00'])('answers 400 to the unknown category %s', async (category) => {
    expect(await get(`/api/services/category/${category}`)).toEqual({
      status: 400,
      body: {
        message: 'Failed to fetch related services',
        code: 'BAD_REQUEST',
        issues: [{ path: 'category', message: 'Failed to fetch related services' }],
      },
    });
  });
});

describe('related services', () => {
  it('are at most three others of the category', async () => {
    await app.sql`update services set category = 'branding', is_active = true, deleted_at = null`;
    const service = await app.services.services.listRelated({ category: 'branding', slug: 'none' });
    expect(service).toHaveLength(3);
    const own = service[0]?.slug ?? '';
    const related = await app.services.services.listRelated({ category: 'branding', slug: own });
    expect(related).toHaveLength(3);
    expect(related.map(({ slug }) => slug)).not.toContain(own);
  });
});
