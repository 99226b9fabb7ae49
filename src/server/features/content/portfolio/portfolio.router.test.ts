import { describe, expect, it } from 'vitest';

import type { PortfolioItem } from '~/contract/portfolio/portfolio-schema';
import { portfolioItemSchema } from '~/contract/portfolio/portfolio-schema';
import { testApp } from '~/testing/app';
import { callerOf } from '~/testing/callers';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));

async function get<T>(path: string): Promise<{ status: number; body: T }> {
  const response = await app.fetch(path);
  return { status: response.status, body: (await response.json()) as T };
}

const list = async (path = '/api/portfolio') => (await get<PortfolioItem[]>(path)).body;

const least = {
  title: 'A case',
  slug: 'a-case',
  client_name: 'A client',
  description: 'What it is',
};
const bars = {
  kind: 'bars',
  unit: 'calls',
  bars: [
    { label: 'Before', value: 340 },
    { label: 'After', value: 198 },
  ],
};

it('exhibits are written and read over REST with the facts, and drawn on the page without scripts', async () => {
  const { body: made } = await ask('POST', '/api/admin/portfolio', {
    ...least,
    ...{ weeks: 9, people: 2, priceFrom: '9400', hoursQuoted: 94, hoursTaken: 91.5 },
    exhibits: [bars],
  });
  expect(made).toMatchObject({ priceFrom: '9400.00', priceTo: null, hoursTaken: 91.5 });
  const shown = (await (await app.fetch('/api/portfolio/a-case')).json()) as PortfolioItem;
  expect(shown.exhibits).toEqual([{ ...bars, title: '', caption: '' }]);
  const page = (await (await app.fetch('/portfolio/a-case')).text()).replaceAll('<!-- -->', '');
  for (const words of ['340 calls', '198 calls', '−42%', '$9,400', '91.5', 'hours taken']) {
    expect(page).toContain(words);
  }

  // Saving an empty field removes the fact.
  const path = `/api/admin/portfolio/${made.id}`;
  const changed = await ask('PUT', path, { weeks: null, hoursQuoted: '' });
  expect(changed.body).toMatchObject({ weeks: null, hoursQuoted: null, people: 2 });
});

it('invalid exhibits and facts are rejected with the name of the field', async () => {
  const wrong = async (fields: object) => {
    const response = await ask('POST', '/api/admin/portfolio', {
      ...least,
      slug: `case-${crypto.randomUUID()}`,
      ...fields,
    });
    return [response.status, JSON.stringify(response.body)] as const;
  };
  for (const [fields, path] of [
    [{ exhibits: [{ ...bars, bars: [{ label: 'One', value: 1 }] }] }, 'exhibits.0.bars'],
    [{ exhibits: [{ kind: 'hologram' }] }, 'exhibits.0.kind'],
    [{ weeks: 1.5 }, 'weeks'],
    [{ priceFrom: '200', priceTo: '100' }, 'priceTo'],
  ] as const) {
    const [status, body] = await wrong(fields);
    expect([status, body]).toEqual([400, expect.stringContaining(path)]);
  }
});

it('exhibits of an unknown kind are omitted', async () => {
  const stored = JSON.stringify([{ kind: 'hologram' }, bars]);
  await app.sql`update portfolio_items set exhibits = ${stored}::text::jsonb where slug = 'corven-dental'`;
  app.cache.invalidate('portfolio_items');
  const item = (await (await app.fetch('/api/portfolio/corven-dental')).json()) as PortfolioItem;
  expect(item.exhibits.map(({ kind }) => kind)).toEqual(['bars']);
  expect((await app.fetch('/portfolio/corven-dental')).status).toBe(200);
});

it('exhibits appear in pages of blocks, without a deleted picture', async () => {
  await app.services.admin.customPages.create('system', {
    title: 'Proof',
    slug: 'proof',
    status: 'published',
    blocks: [
      { type: 'exhibit', exhibit: bars },
      {
        type: 'exhibit',
        exhibit: { kind: 'phone', picture: `/media/${'0'.repeat(32)}-10x10.webp` },
      },
    ] as never,
  });
  const page = (await (await app.fetch('/api/pages/proof')).json()) as { blocks: unknown[] };
  expect(page.blocks).toHaveLength(1);
  expect(await (await app.fetch('/proof')).text()).toContain('340 calls');
});

const fields = [
  ...['approach', 'category', 'client_name', 'createdAt', 'description', 'exhibits', 'featured'],
  ...['githubUrl', 'hoursQuoted', 'hoursTaken', 'id', 'images', 'liveUrl', 'outcome', 'people'],
  ...['priceFrom', 'priceTo', 'problem', 'project_url', 'result', 'slug', 'technologies', 'title'],
  'weeks',
];

describe('GET /api/portfolio', () => {
  it('returns items with the field names of the REST API', async () => {
    const items = await list();
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) {
      expect(Object.keys(item).sort()).toEqual(fields);
      expect(portfolioItemSchema.safeParse(item).success).toBe(true);
      expect(new Date(item.createdAt).toISOString()).toBe(item.createdAt);
    }
  });

  it('returns cards of the same items, without their long texts (portfolio.cards)', async () => {
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
