import { describe, expect, it } from 'vitest';

import type { AdminPost } from '~/contract/blog/blog-form-schema';
import type { Post, PostCard } from '~/contract/blog/blog-schema';
import { testApp } from '~/testing/app';
import { callerOf, people } from '~/testing/callers';
import { readHtml } from '~/testing/html';
import { until } from '~/testing/product';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();

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
  it('returns published posts, newest first, without their bodies', async () => {
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
      cover: null,
      imageFocus: { x: 50, y: 50 },
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

describe('GET /api/blog/{slug}', () => {
  it('adds the body, by slug and by id', async () => {
    const { id, slug } = await addPost({ body: '## Part\n\nText' });
    const bySlug = await read<Post>(`/api/blog/${slug}`);
    expect(bySlug).toMatchObject({ id, slug, body: '## Part\n\nText' });
    expect(await read(`/api/blog/${id}`)).toEqual(bySlug);
  });
});

describe('the focal point of a cover', () => {
  const cover = { imageUrl: 'https://example.com/pier.jpg', imageFocus: { x: 20, y: 85.5 } };

  it('is stored, read back, audited and used wherever the cover is cropped', async () => {
    const ask = askerOf(app, await signInAdmin(app));
    const fields = { title: 'Of piers', publishedAt: new Date().toISOString(), featured: true };
    const { body: made } = await ask<AdminPost>('POST', '/api/admin/blog', fields);
    expect(made.imageFocus).toEqual({ x: 50, y: 50 });
    const path = `/api/admin/blog/${made.id}`;
    expect((await ask<AdminPost>('PUT', path, cover)).body).toMatchObject(cover);
    expect((await ask<AdminPost>('PUT', path, { title: 'Of two piers' })).body).toMatchObject(
      cover,
    );
    expect(await read(`/api/blog/${made.slug}`)).toMatchObject(cover);
    const [entry] = await app.sql`
      select before, after from audit_log
      where about = ${`post:${made.id}`} and action = 'post.updated' order by id limit 1`;
    expect([entry?.before.imageFocus, entry?.after.imageFocus]).toEqual([
      { x: 50, y: 50 },
      cover.imageFocus,
    ]);
    const other = await addPost({ category: 'Technology' });
    for (const shown of [`/blog/${made.slug}`, '/blog', `/blog/${other.slug}`]) {
      const { document } = await readHtml(app, shown);
      const boxes = [...document.querySelectorAll('[style*="--focus"]')];
      const box = boxes.find((one) => one.querySelector(`img[src="${cover.imageUrl}"]`));
      expect([shown, box?.getAttribute('style')]).toEqual([shown, '--focus:20% 85.5%']);
    }
  });

  it.each([{ x: 101, y: 0 }, 'left'])('is rejected as %j, at its field', async (imageFocus) => {
    const ask = askerOf(app, await signInAdmin(app));
    const { status, body } = await ask('POST', '/api/admin/blog', { title: 'x', imageFocus });
    expect([status, body.message]).toEqual([
      400,
      'A focal point is two numbers in percent, from 0 to 100',
    ]);
    expect(body.issues).toEqual([
      expect.objectContaining({ path: expect.stringMatching(/^imageFocus/) }),
    ]);
  });
});

describe('the cover of a post without a picture', () => {
  const slug = 'a-page-for-one-bar-of-signal';
  const shown = async () => {
    const post = (await (await app.fetch(`/api/blog/${slug}`)).json()) as Post;
    return post.cover;
  };

  it('is the current cover of the first portfolio item that the post links to', async () => {
    expect(await shown()).toMatchObject({ kind: 'phone', heading: 'North Quay to Skerrow' });
    const images = ['/media/pier.png'];
    await app.sql`update portfolio_items set images = ${images} where slug = 'skerrow-ferries'`;
    await until(async () => (await shown())?.kind === 'picture');
    await app.sql`update portfolio_items set deleted_at = now() where slug = 'skerrow-ferries'`;
    await until(async () => (await shown()) === null);
  });
});

describe('the post page', () => {
  it('lists other posts, those of its category first', async () => {
    const { slug } = await addPost({ category: 'Marketing' });
    const page = await callerOf(people.visitor, app.services).blog.page({ slug });
    expect(page.related).toHaveLength(3);
    expect(page.related[0]?.category).toBe('Marketing');
    expect(page.related.map((post) => post.slug)).not.toContain(slug);
    expect(page).not.toHaveProperty('body');
  });
});
