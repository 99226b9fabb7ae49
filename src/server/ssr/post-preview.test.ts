import { beforeAll, describe, expect, it } from 'vitest';

import type { AdminPost } from '~/contract/blog/blog-form-schema';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { documentOf, readHtml, textOf, textsOf } from '~/testing/html';
import { askerOf, signInAdmin, signUpClient } from '~/testing/sign-in';

const app = testApp();
let admin: string;

beforeAll(async () => {
  admin = await signInAdmin(app);
});

const draft = {
  title: 'Of piers',
  category: 'Design',
  excerpt: 'Where ships end.',
  body: `## Wood\n\nIt **floats**.\n\n## Stone\n\n<script>alert(1)</script>\n\n${'word '.repeat(500)}`,
  authorName: 'Ada Byron',
  authorAvatar: '',
  imageUrl: 'https://example.com/pier.jpg',
  imageFocus: { x: 10, y: 90 },
  publishedAt: '2026-03-04T10:00:00.000Z',
};

const preview = (cookie: string, post: object, slug = 'of-piers') =>
  askerOf(app, cookie)<string>('POST', '/api/admin/preview', { path: `/blog/${slug}`, post });
const shown = async (post: object, slug?: string) =>
  documentOf((await preview(admin, post, slug)).body);
const visit = async (slug: string) => (await app.fetch(`/blog/${slug}`)).status;

async function add(fields: object): Promise<AdminPost> {
  const { body } = await askerOf(app, admin)<AdminPost>('POST', '/api/admin/blog', fields);
  return body;
}

describe('the post preview', () => {
  it('is its page as visitors will read it once it is saved', async () => {
    const typed = await shown(draft);
    const post = await add(draft);
    const main = (document: Document) =>
      document.querySelector('main')?.innerHTML.replaceAll(/<script>.*?<\/script>/gs, '');
    expect(main(typed)).toContain('<strong>floats</strong>');
    expect(main(typed)).toContain('style="--focus:10% 90%"');
    expect(textsOf(typed.querySelectorAll('nav[aria-labelledby="contents-title"] li'))).toEqual([
      'Wood',
      'Stone',
    ]);
    expect(textOf(typed.querySelector('article header'))).toContain('3 min read');
    expect(main(typed)).toBe(main((await readHtml(app, `/blog/${post.slug}`)).document));
    // A stored post must not be listed as related to itself.
    expect(main(await shown({ ...draft, id: post.id }))).toBe(main(typed));
    expect(main(await shown(draft))).not.toBe(main(typed));
  });

  it('has no cover while its URL is incomplete, and reports what cannot be drawn', async () => {
    const half = await shown({ ...draft, imageUrl: 'ftp:/', publishedAt: 'soon' });
    expect(half.querySelector('article img')).toBeNull();
    for (const [wrong, message] of [
      [{ title: 'x'.repeat(201) }, 'Please keep this to 200 characters'],
      [{ imageFocus: { x: -1, y: 0 } }, 'A focal point is two numbers in percent, from 0 to 100'],
    ] as const) {
      const { status, body } = await preview(admin, { ...draft, ...wrong });
      expect([status, body]).toEqual([400, expect.objectContaining({ message })]);
    }
  });

  it('is not cached, runs no scripts, and is not visible to visitors', async () => {
    const post = await add({ title: 'As stored', publishedAt: draft.publishedAt });
    const stored = await (await app.fetch(`/blog/${post.slug}`)).text();
    const response = await preview(admin, { ...draft, title: 'Only typed' }, post.slug);
    expect(response.body).toContain('Only typed');
    expect(response.body).not.toMatch(/<script|href="[^"]*Only typed/);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': 'sandbox',
      'x-robots-tag': 'noindex',
    });
    await preview(admin, draft, 'never-stored');
    expect(await visit('never-stored')).toBe(404);
    expect(await (await app.fetch(`/blog/${post.slug}`)).text()).toBe(stored);
    for (const path of ['/blog', '/api/blog', '/', '/sitemap.xml', '/blog/rss.xml'])
      expect(await (await app.fetch(path)).text()).not.toMatch(/Only typed|never-stored/);
    // Only the preview shows the draft: the page itself does not, not even to admins.
    const own = await app.fetch(`/blog/${post.slug}`, { headers: { Cookie: admin } });
    expect(await own.text()).not.toContain('Only typed');
    // A draft does not affect the next preview.
    expect((await preview(admin, draft, post.slug)).body).not.toContain('Only typed');
  });

  it('requires permission to edit the post', async () => {
    const body = { path: '/blog/of-piers', post: draft };
    expect((await app.postJson('/api/admin/preview', body)).status).toBe(401);
    expect((await preview(await signUpClient(app), draft)).status).toBe(403);
    const viewer = await signedInAs(app, 'viewer');
    const refused = await preview(viewer.cookie, draft);
    expect([refused.status, String(Object(refused.body).message)]).toEqual([
      403,
      expect.stringContaining('As a viewer you cannot change what is published'),
    ]);
    const editor = await signedInAs(app, 'editor');
    expect((await preview(editor.cookie, draft)).status).toBe(200);
  });
});
