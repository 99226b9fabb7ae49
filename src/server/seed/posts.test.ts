import { describe, expect, it } from 'vitest';

import { postCategories } from '~/contract/blog/blog';
import { seedAbout } from './about';
import { seedPortfolio } from './portfolio';
import { seedPosts } from './posts';
import { seedServices } from './services';

const pages = ['/services', '/portfolio', '/blog', '/pricing', '/contact', '/about'];
const addresses = new Set([
  ...pages,
  ...seedServices.map(({ slug }) => `/services/${slug}`),
  ...seedPortfolio.map(({ slug }) => `/portfolio/${slug}`),
  ...seedPosts.map(({ slug }) => `/blog/${slug}`),
]);
const reserved = ['featured', 'category', 'rss.xml', 'atom.xml'];

const prose = (body: string) => body.replace(/^```[\s\S]*?^```$/gm, '');
const linksOf = (body: string) =>
  Array.from(prose(body).matchAll(/\]\(([^)\s]*)\)/g), ([, address = '']) => address);

describe('the sample posts', () => {
  it('cover every category, newest first, with unique slugs', () => {
    expect(new Set(seedPosts.map(({ category }) => category))).toEqual(new Set(postCategories));
    expect(new Set(seedPosts.map(({ slug }) => slug)).size).toBe(seedPosts.length);
    const dates = seedPosts.map(({ publishedAt }) => publishedAt);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  it('feature two posts', () => {
    expect(seedPosts.filter(({ featured }) => featured)).toHaveLength(2);
  });

  it('contain every kind of block that a post can have', () => {
    const bodies = seedPosts.map(({ body }) => body);
    for (const form of [/^\|.*\|$/m, /^```/m, /^1\. /m, /^- /m, /^> /m]) {
      expect([form, bodies.some((body) => form.test(body))]).toEqual([form, true]);
    }
  });
});

describe.each(seedPosts.map((post) => [post.slug, post] as const))('%s', (slug, post) => {
  it('has a valid slug', () => {
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(slug).toMatch(/[a-z]/);
    expect(reserved).not.toContain(slug);
  });

  it('fits search results and cards', () => {
    expect(post.metaTitle.length).toBeGreaterThan(0);
    expect(post.metaTitle.length).toBeLessThanOrEqual(60);
    expect(post.metaDescription.length).toBeGreaterThanOrEqual(110);
    expect(post.metaDescription.length).toBeLessThanOrEqual(158);
    expect(post.excerpt.length).toBeGreaterThan(0);
    expect(post.excerpt.length).toBeLessThan(200);
  });

  it('has an author of the team and a valid date', () => {
    expect(seedAbout.team.people.map(({ name }) => name)).toContain(post.author.name);
    expect(new Date(post.publishedAt).toISOString()).toBe(post.publishedAt);
  });

  it('has 400 to 900 words under three to five headings, none of the first level', () => {
    const words = post.body.trim().split(/\s+/).length;
    expect(words).toBeGreaterThanOrEqual(400);
    expect(words).toBeLessThanOrEqual(900);
    const text = prose(post.body);
    expect(text).not.toMatch(/^(# |=+$)/m);
    expect(text).not.toMatch(/^#/);
    expect(text.match(/^## /gm)?.length).toBeGreaterThanOrEqual(3);
    expect(text.match(/^## /gm)?.length).toBeLessThanOrEqual(5);
  });

  it('links to pages that exist', () => {
    const links = linksOf(post.body);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect([link, addresses.has(link)]).toEqual([link, true]);
  });
});
