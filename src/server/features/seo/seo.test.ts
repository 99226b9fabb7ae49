import { XMLParser, XMLValidator } from 'fast-xml-parser';
import jsonld from 'jsonld';
import RssParser from 'rss-parser';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { builtInPages } from '~/contract/built-in-pages/built-in-pages';
import { contentKeys, contentTypes } from '~/contract/content/content-types';
import { contentTables } from '~/server/features/content/content';
import { publicUrl, testApp } from '~/testing/app';

const app = testApp();

async function text(path: string) {
  const response = await app.fetch(path);
  expect([path, response.status]).toEqual([path, 200]);
  return { type: response.headers.get('content-type'), body: await response.text() };
}

interface SitemapEntry {
  loc: string;
  lastmod?: string;
}

async function sitemap(): Promise<SitemapEntry[]> {
  const { body } = await text('/sitemap.xml');
  expect(XMLValidator.validate(body)).toBe(true);
  const parsed = new XMLParser({ ignoreAttributes: false }).parse(body);
  expect(parsed.urlset['@_xmlns']).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
  return parsed.urlset.url;
}

describe('the sitemap', () => {
  it('lists every public page, each under its canonical URL', async () => {
    const entries = await sitemap();
    const paths = entries.map(({ loc }) => loc.replace(publicUrl, ''));
    expect(new Set(paths).size).toBe(paths.length);
    for (const { path } of Object.values(builtInPages)) expect(paths).toContain(path);
    for (const key of contentKeys) {
      const { table } = contentTypes[key];
      if (!('slug' in contentTables[key])) continue;
      const rows = await app.sql<{ slug: string }[]>`select slug from ${app.sql(table)}`;
      const parent = key === 'customPages' ? '' : `/${key}`;
      for (const { slug } of rows) expect(paths).toContain(`${parent}/${slug}`);
    }
    for (const path of paths) {
      const response = await app.fetch(path);
      expect([path, response.status]).toEqual([path, 200]);
      const canonical = /<link rel="canonical" href="([^"]*)"/.exec(await response.text())?.[1];
      expect(canonical).toBe(publicUrl + path);
    }
  });

  it('has the date of each change immediately', async () => {
    const when = '2026-02-03T04:05:06.000Z';
    const [row] = await app.sql<{ slug: string }[]>`
      update services set updated_at = ${when} where id = (select min(id) from services)
      returning slug`;
    await expect
      .poll(async () => (await sitemap()).find(({ loc }) => loc.endsWith(`/${row?.slug}`))?.lastmod)
      .toBe(when);
  });

  it('omits pages that visitors do not see', async () => {
    await app.sql`insert into posts (slug, title, category, author_name) values ('a-draft', 'x', 'Design', 'x')`;
    expect((await sitemap()).map(({ loc }) => loc)).not.toContain(`${publicUrl}/blog/a-draft`);
  });
});

describe('robots.txt', () => {
  it('excludes private pages and names the sitemap', async () => {
    const { type, body } = await text('/robots.txt');
    expect(type).toBe('text/plain; charset=utf-8');
    expect(body).toContain('User-agent: *');
    for (const path of ['/admin', '/api/', '/dashboard'])
      expect(body).toContain(`Disallow: ${path}`);
    expect(body).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
  });
});

describe('llms.txt', () => {
  it('is the site in one page of Markdown', async () => {
    const { body } = await text('/llms.txt');
    expect(body).toMatch(/^# Kestrel\n\n> /);
    const links = [...body.matchAll(/\]\((http[^)]*)\)/g)].map(([, url = '']) => url);
    expect(links.length).toBeGreaterThan(20);
    for (const url of links) {
      expect([url, (await app.fetch(url.replace(publicUrl, ''))).status]).toEqual([url, 200]);
    }
  });
});

describe.each([
  ['/blog/rss.xml', 'application/rss+xml; charset=utf-8'],
  ['/blog/atom.xml', 'application/atom+xml; charset=utf-8'],
])('the feed at %s', (path, type) => {
  it('can be parsed by a feed reader: full posts, newest first', async () => {
    const feed = await text(path);
    expect(feed.type).toBe(type);
    expect(XMLValidator.validate(feed.body)).toBe(true);
    const parsed = await new RssParser().parseString(feed.body);
    expect(parsed.title).toBe('Kestrel: blog');
    const rows = await app.sql<{ slug: string; title: string }[]>`
      select slug, title from posts where published_at <= now() order by published_at desc`;
    expect(parsed.items.map(({ link }) => link)).toEqual(
      rows.map(({ slug }) => `${publicUrl}/blog/${slug}`),
    );
    for (const item of parsed.items) {
      expect(item.title).toMatch(/\S/);
      expect(Number.isNaN(Date.parse(item.isoDate ?? ''))).toBe(false);
      const content = item['content:encoded'] ?? item.content ?? '';
      expect(content.length).toBeGreaterThan(item.link?.endsWith('/signs') ? 1 : 1_000);
      expect(content).not.toMatch(/(href|src)="[/#]/);
    }
  });

  it('escapes text that looks like markup', async () => {
    await app.sql`insert into posts (slug, title, category, excerpt, body, author_name, published_at)
      values ('signs', 'Fish & <chips> ]]>', 'Design', '"&\u0001"', 'a ]]> b', 'O''Neill & Co', now())
      on conflict do nothing`;
    await expect.poll(async () => (await text(path)).body).toContain(`${publicUrl}/blog/signs`);
    const parsed = await new RssParser().parseString((await text(path)).body);
    expect(parsed.items[0]?.title).toBe('Fish & <chips> ]]>');
    expect((await text(path)).body).not.toContain('\u0001');
  });
});

describe('a share image', () => {
  it('is drawn for each page that has its own, with a default for all others', async () => {
    const [service] = await app.sql`select slug from services limit 1`;
    const [item] = await app.sql`select slug from portfolio_items limit 1`;
    const [post] = await app.sql`select slug from posts limit 1`;
    const paths = [
      '/share/site.png',
      `/share/services/${service?.slug}.png`,
      `/share/portfolio/${item?.slug}.png`,
      `/share/blog/${post?.slug}.png`,
    ];
    const drawn = new Set<string>();
    for (const path of paths) {
      const response = await app.fetch(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-type')).toBe('image/png');
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      const bytes = Buffer.from(await response.arrayBuffer());
      const { width, height, format } = await sharp(bytes).metadata();
      expect([width, height, format]).toEqual([1200, 630, 'png']);
      expect(bytes.length).toBeLessThan(300_000);
      drawn.add(bytes.toString('base64'));
    }
    expect(drawn.size).toBe(paths.length);
  });

  it('answers 404 for unknown content', async () => {
    for (const path of ['/share/blog/nothing.png', '/share/people/ada.png', '/share/blog/x.jpg']) {
      expect([path, (await app.fetch(path)).status]).toEqual([path, 404]);
    }
  });
});

/** The vocabulary of schema.org, from a local copy. */
const words = { '@vocab': 'https://schema.org/', id: '@id', type: '@type' };
const documentLoader = async (url: string) => ({
  documentUrl: url,
  contextUrl: undefined as never,
  document: { '@context': words },
});

async function structuredData(path: string) {
  const { body } = await text(path);
  const scripts = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return Promise.all(
    scripts.map(async ([, json = '']) => {
      const data = JSON.parse(json) as Record<string, unknown>;
      const [expanded] = await jsonld.expand(data as jsonld.JsonLdDocument, { documentLoader });
      return { data, expanded: expanded as Record<string, unknown> };
    }),
  );
}

describe('structured data', () => {
  const pages: [path: string, types: string[]][] = [
    ['/', ['Organization', 'WebSite']],
    ['/services', ['BreadcrumbList']],
    ['/services/marketing-website', ['Service', 'BreadcrumbList']],
    ['/portfolio/skerrow-ferries', ['CreativeWork', 'BreadcrumbList']],
    ['/blog', ['BreadcrumbList']],
    ['/pricing', ['BreadcrumbList', 'FAQPage']],
    ['/contact', ['Organization', 'BreadcrumbList']],
    ['/about', ['BreadcrumbList']],
  ];
  it.each(pages)('of %s has the types of that page', async (path, types) => {
    const found = await structuredData(path);
    expect(found.map(({ expanded }) => expanded['@type'])).toEqual(
      types.map((type) => [`https://schema.org/${type}`]),
    );
  });

  it('of a service has its offer in the agency’s currency, and no rating', async () => {
    const [service] = await structuredData('/services/marketing-website');
    expect(service?.data.offers).toMatchObject({
      '@type': 'Offer',
      price: '6800.00',
      priceCurrency: 'USD',
    });
    expect(JSON.stringify(service?.data)).not.toMatch(/rating|review/i);
  });

  it('of a post names its author and date', async () => {
    const [row] = await app.sql`select slug, title, author_name, published_at from posts
      where published_at <= now() and slug <> 'signs' limit 1`;
    const [post] = await structuredData(`/blog/${row?.slug}`);
    expect(post?.data).toMatchObject({
      '@type': 'BlogPosting',
      headline: row?.title,
      author: { '@type': 'Person', name: row?.author_name },
      datePublished: row?.published_at.toISOString(),
    });
  });

  it('of questions contains each with its answer', async () => {
    const [, faq] = await structuredData('/pricing');
    const questions = faq?.data.mainEntity as { acceptedAnswer: { text: string } }[];
    expect(questions.length).toBeGreaterThanOrEqual(4);
    for (const question of questions) expect(question.acceptedAnswer.text).toMatch(/\S/);
  });

  it('never ends its script element early, for any content', async () => {
    await app.sql`update services set name = 'A </script><script>alert(1)</script> B'
      where slug = 'marketing-website'`;
    await expect
      .poll(async () => (await structuredData('/services/marketing-website'))[0]?.data.name)
      .toBe('A </script><script>alert(1)</script> B');
  });
});
