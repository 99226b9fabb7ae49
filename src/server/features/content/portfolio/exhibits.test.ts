import { expect, it } from 'vitest';

import type { PortfolioItem } from '~/contract/portfolio/portfolio-schema';
import { testApp } from '~/testing/app';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));

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
