import { expect, it } from 'vitest';

import { publicUrl, testApp } from '~/testing/app';
import { headOf, readHtml } from '~/testing/html';

const app = testApp();

interface ExpectedHead {
  title: string | RegExp;
  type: 'website' | 'article' | 'product';
  description?: string;
  image?: string;
}

/** Expects title, description, canonical URL and share tags to occur once each. */
async function expectHead(path: string, expected: ExpectedHead) {
  const page = await readHtml(app, `${path}?utm_source=somewhere`);
  const { title } = page.document;
  expect(page.status).toBe(200);
  if (typeof expected.title === 'string') expect(title).toBe(expected.title);
  else expect(title).toMatch(expected.title);
  expect(page.document.head.querySelectorAll('title')).toHaveLength(1);

  const description = headOf(page, 'meta[name=description]') ?? '';
  if (expected.description !== undefined) expect(description).toBe(expected.description);
  expect(description.length).toBeGreaterThan(50);
  expect(description.length).toBeLessThanOrEqual(160);
  // The canonical URL is the home page without a query, for every visitor.
  expect(headOf(page, 'link[rel=canonical]', 'href')).toBe(publicUrl + path);
  const shared = {
    url: publicUrl + path,
    title,
    description,
    type: expected.type,
    site_name: 'Kestrel',
    ...(expected.image && { image: publicUrl + expected.image }),
  };
  for (const [name, content] of Object.entries(shared)) {
    expect(headOf(page, `meta[property="og:${name}"]`), name).toBe(content);
  }
}

it.each<[path: string, ExpectedHead]>([
  ['/', { title: /^Kestrel: /, type: 'website' }],
  ['/services', { title: 'Services and prices | Kestrel', type: 'website' }],
  ['/services/marketing-website', { title: /^Marketing websites/, type: 'product' }],
  [
    '/portfolio',
    {
      title: 'Portfolio: our work and what it changed | Kestrel',
      type: 'website',
      description:
        'Case studies of websites, shops, campaigns and brands: what did not work, what we did about it and what changed, in figures.',
    },
  ],
])('%s has its title, description and share tags', expectHead);

it('the about page has its lead as description', async () => {
  const [row] = await app.sql`
    select texts -> 'about' ->> 'lead' as lead from page_versions where built_in_page = 'about'`;
  await expectHead('/about', {
    title: 'About us | Kestrel',
    type: 'website',
    description: row?.lead,
  });
});

it('each portfolio item has its own title and description', async () => {
  const items = await app.sql`
    select slug, title, description from portfolio_items where deleted_at is null limit 2`;
  expect(items).toHaveLength(2);
  for (const { slug, title, description } of items) {
    await expectHead(`/portfolio/${slug}`, {
      title: `${title} | Kestrel`,
      type: 'article',
      description,
    });
  }
});

it('each post has its own title, description and share image', async () => {
  const posts = await app.sql`
    select slug, title, excerpt, meta_title, meta_description from posts
    where deleted_at is null and published_at <= now() limit 2`;
  expect(posts).toHaveLength(2);
  for (const { slug, title, excerpt, meta_title, meta_description } of posts) {
    const image = `/share/blog/${slug}.png`;
    await expectHead(`/blog/${slug}`, {
      title: meta_title || `${title} | Kestrel`,
      type: 'article',
      description: meta_description || excerpt,
      image,
    });
  }
});
