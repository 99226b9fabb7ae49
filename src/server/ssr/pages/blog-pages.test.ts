import { within } from '@testing-library/dom';
import { beforeAll, describe, expect, it } from 'vitest';

import { testApp } from '~/testing/app';
import { readHtml, textOf } from '~/testing/html';

interface PostRow {
  slug: string;
  title: string;
  category: string;
  author_name: string;
  read_time: number;
}

const app = testApp();
let posts: PostRow[];
let latest: PostRow;

beforeAll(async () => {
  posts = await app.sql<PostRow[]>`
    select slug, title, category, author_name, read_time from posts
    where deleted_at is null and published_at <= now() order by published_at desc, id desc`;
  latest = posts[0] as PostRow;
});

describe('the blog', () => {
  it('lists every post once, two of them featured, with author and reading time', async () => {
    const { main } = await readHtml(app, '/blog');
    const featured = within(main.getByRole('list', { name: 'Featured posts' }));
    expect(featured.getAllByRole('listitem')).toHaveLength(2);
    const items = main.getAllByRole('listitem');
    expect(items).toHaveLength(posts.length);
    for (const post of posts) {
      const [item, ...others] = items.filter((one) => textOf(one).includes(post.title));
      expect(others).toEqual([]);
      for (const text of [post.category, post.author_name, `${post.read_time} min read`]) {
        expect(textOf(item)).toContain(text);
      }
      const link = within(item as HTMLElement).getByRole('link', { name: post.title });
      expect(link.getAttribute('href')).toBe(`/blog/${post.slug}`);
    }
  });
});

describe('a post', () => {
  it('shows the text with linked headings, author and related posts', async () => {
    const { main } = await readHtml(app, `/blog/${latest.slug}`);
    const article = main.getByRole('article');
    expect(textOf(within(article).getByRole('heading', { level: 1 }))).toBe(latest.title);
    const head = textOf(article.querySelector('header'));
    expect(head).toContain(latest.author_name);
    expect(head).toContain(`${latest.read_time} min read`);
    expect(article.querySelector('time')?.getAttribute('datetime')).toMatch(/^2026-/);
    expect(within(article).getAllByRole('paragraph').length).toBeGreaterThan(4);

    const contents = within(main.getByRole('navigation', { name: 'On this page' }));
    const links = contents.getAllByRole('link');
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) {
      const id = link.getAttribute('href')?.replace(/^#/, '') ?? '';
      const heading = article.querySelector(`h2[id="${id}"]`);
      expect(textOf(heading)).toBe(textOf(link));
    }

    const next = within(main.getByRole('region', { name: 'Read next' })).getAllByRole('listitem');
    expect(next).toHaveLength(3);
    for (const item of next) expect(textOf(item)).not.toContain(latest.title);
  });

  it('answers 404 for an unknown slug, with links to other posts', async () => {
    const { status, main } = await readHtml(app, '/blog/no-such-post');
    expect(status).toBe(404);
    expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Post Not Found');
    expect(main.getByRole('link', { name: 'See all posts' }).getAttribute('href')).toBe('/blog');
  });
});
