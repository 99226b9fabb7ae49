import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Post, PostCard } from '~/contract/blog/blog-schema';
import { startTestApp, type TestApp } from '~/testing/app';
import { callerOf, people } from '~/testing/callers';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const read = async <T>(path: string) => (await (await app.fetch(path)).json()) as T;
const list = () => read<PostCard[]>('/api/blog');

async function addPost(changes: Record<string, unknown> = {}) {
  const post = {
    slug: `post-${Math.random().toString(36).slice(2)}`,
    title: 'A post',
    category: 'Design',
    excerpt: 'In short',
    body: 'Text',
    author_name: 'Ada',
    published_at: new Date(),
    ...changes,
  };
  const [row] = await app.sql`insert into posts ${app.sql(post)} returning id, slug`;
  return row as { id: number; slug: string };
}

describe('GET /api/blog', () => {
  it('answers published posts, newest first, without their bodies', async () => {
    const posts = await list();
    expect(posts.length).toBeGreaterThanOrEqual(6);
    const dates = posts.map((post) => post.publishedAt);
    expect(dates).toEqual([...dates].sort().reverse());
    expect(posts[0]).toEqual({
      id: expect.any(Number),
      slug: expect.any(String),
      title: expect.any(String),
      category: expect.any(String),
      excerpt: expect.any(String),
      publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      readTime: expect.any(Number),
      author: { name: expect.any(String), avatar: null },
      imageUrl: null,
      featured: expect.any(Boolean),
    });
  });

  it('omits drafts, scheduled and deleted posts', async () => {
    const hidden = [
      await addPost({ published_at: null }),
      await addPost({ published_at: new Date(Date.now() + 3_600_000) }),
      await addPost({ deleted_at: new Date() }),
    ];
    const slugs = (await list()).map((post) => post.slug);
    for (const { slug } of hidden) {
      expect(slugs).not.toContain(slug);
      expect((await app.fetch(`/api/blog/${slug}`)).status).toBe(404);
    }
  });

  it('computes the reading time from the number of words', async () => {
    const short = await addPost({ body: 'One two three' });
    const long = await addPost({ body: 'word '.repeat(441) });
    const empty = await addPost({ body: '' });
    const posts = await list();
    const minutes = (slug: string) => posts.find((post) => post.slug === slug)?.readTime;
    expect([minutes(short.slug), minutes(long.slug), minutes(empty.slug)]).toEqual([1, 3, 1]);
  });
});

describe('GET /api/blog/featured', () => {
  it('answers featured posts only', async () => {
    const featured = await read<PostCard[]>('/api/blog/featured');
    expect(featured.length).toBeGreaterThanOrEqual(2);
    expect(featured.every((post) => post.featured)).toBe(true);
  });
});

describe('GET /api/blog/{slug}', () => {
  it('adds the body, by slug and by id', async () => {
    const { id, slug } = await addPost({ body: '## Part\n\nText' });
    const bySlug = await read<Post>(`/api/blog/${slug}`);
    expect(bySlug).toMatchObject({ id, slug, body: '## Part\n\nText' });
    expect(await read(`/api/blog/${id}`)).toEqual(bySlug);
  });

  it('answers 404 with a message', async () => {
    const response = await app.fetch('/api/blog/nothing-here');
    expect([response.status, await response.json()]).toEqual([
      404,
      { message: 'Post not found', code: 'NOT_FOUND' },
    ]);
  });
});

describe('a post’s page', () => {
  it('lists other posts, those of its own category first', async () => {
    const { slug } = await addPost({ category: 'Marketing' });
    const page = await callerOf(people.visitor, app.services).blog.page({ slug });
    expect(page.related).toHaveLength(3);
    expect(page.related[0]?.category).toBe('Marketing');
    expect(page.related.map((post) => post.slug)).not.toContain(slug);
    expect(page).not.toHaveProperty('body');
  });
});

describe('a scheduled post', () => {
  it('appears when it is due, in cached responses too', async () => {
    const { slug } = await addPost({ published_at: new Date(Date.now() + 1_200) });
    const seen = async () => (await list()).some((post) => post.slug === slug);
    await delay(150);
    expect(await seen()).toBe(false);
    await expect.poll(seen, { timeout: 5_000, interval: 100 }).toBe(true);
  });

  it('that is rescheduled appears at the new time', async () => {
    const { id, slug } = await addPost({ published_at: new Date(Date.now() + 3_600_000) });
    const seen = async () => (await list()).some((post) => post.slug === slug);
    expect(await seen()).toBe(false);
    await app.sql`update posts set published_at = ${new Date(Date.now() + 700)} where id = ${id}`;
    await expect.poll(seen, { timeout: 5_000, interval: 100 }).toBe(true);
  });
});
