import { describe, expect, it } from 'vitest';

import { postCategories } from '~/contract/blog/blog';
import { seedAbout } from './about';
import { seedPosts } from './posts';

const prose = (body: string) => body.replace(/^```[\s\S]*?^```$/gm, '');

describe('the sample posts', () => {
  it('cover every category, newest first, and two are featured', () => {
    expect(new Set(seedPosts.map(({ category }) => category))).toEqual(new Set(postCategories));
    const dates = seedPosts.map(({ publishedAt }) => publishedAt);
    expect(dates).toEqual([...dates].sort().reverse());
    expect(seedPosts.filter(({ featured }) => featured)).toHaveLength(2);
  });

  it('contain every kind of block that a post can have', () => {
    const bodies = seedPosts.map(({ body }) => body);
    for (const form of [/^\|.*\|$/m, /^```/m, /^1\. /m, /^- /m, /^> /m]) {
      expect([form, bodies.some((body) => form.test(body))]).toEqual([form, true]);
    }
  });
});

describe.each(seedPosts)('$slug', (post) => {
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
});
