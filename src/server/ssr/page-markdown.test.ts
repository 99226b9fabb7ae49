import { beforeAll, describe, expect, it, vi } from 'vitest';

import { markdownTarget } from '~/server/platform/cache/cache-key';
import { testApp } from '~/testing/app';
import { signUpClient } from '~/testing/sign-in';

const app = testApp();
let url: string;

beforeAll(async () => {
  url = await app.listen();
});

const asMarkdown = { Accept: 'text/markdown, text/html;q=0.9' };

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await app.fetch(path, { headers });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    headers: response.headers,
    text: await response.text(),
  };
}

const markdown = { status: 200, type: 'text/markdown; charset=utf-8' };
const html = 'text/html; charset=utf-8';

describe('a public page', () => {
  it('is available as Markdown by Accept and with .md, for every page of the sitemap', async () => {
    const sitemap = (await read('/sitemap.xml')).text;
    const paths = [...sitemap.matchAll(/<loc>http:\/\/agency\.test([^<]*)<\/loc>/g)].map(
      ([, path = '']) => path,
    );
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths) {
      const named = await read(markdownTarget(path));
      expect(named, path).toMatchObject(markdown);
      expect(named.text, path).toMatch(/^# \S/m);
      expect(named.text, path).not.toMatch(/<(?!http)|\]\(\//);
      expect((await read(path, asMarkdown)).text, path).toBe(named.text);
      expect(Number(named.headers.get('x-markdown-tokens'))).toBe(Math.ceil(named.text.length / 4));
    }
  });

  it('has its headings, lists and links, and no controls', async () => {
    const { text } = await read('/services/marketing-website.md');
    expect(text).toContain('## About This Service\n\n');
    expect(text).toMatch(/^-\s+Source code in your own repository$/m);
    expect(text).toContain('](http://agency.test/services/marketing-website#quote)');
    expect((await read('/blog.md')).text).toContain(
      '[What a website costs, line by line](http://agency.test/blog/what-a-website-costs)',
    );
    expect((await read('/contact.md')).text).not.toContain('Send');
  });

  it('remains HTML for browsers, with Vary', async () => {
    const page = await read('/services', { Accept: 'text/html,*/*;q=0.8' });
    expect([page.type, page.headers.get('vary')]).toEqual([html, 'Accept, Accept-Encoding']);
    expect((await read('/services', asMarkdown)).headers.get('vary')).toBe(
      'Accept, Accept-Encoding',
    );
  });

  it('is cached like the page, by its parameters, until its content changes', async () => {
    await read('/services?category=branding&utm_source=x', asMarkdown);
    expect(app.cache.fresh('/services.md?category=branding')).toBeDefined();
    const first = await read('/services.md');
    const etag = first.headers.get('etag') ?? '';
    for (const path of ['/services.md', '/services']) {
      const sent = await fetch(url + path, { headers: { ...asMarkdown, 'If-None-Match': etag } });
      expect([path, sent.status]).toEqual([path, 304]);
    }
    const browser = await fetch(`${url}/services`, { headers: { 'If-None-Match': etag } });
    expect(browser.status).toBe(200);
    await app.sql`update services set name = 'Renamed' where slug = 'marketing-website'`;
    await vi.waitFor(async () => {
      expect((await read('/services', asMarkdown)).text).toContain('Renamed');
    });
  });

  it('is the same for signed-in users', async () => {
    const cookie = await signUpClient(app);
    const page = await read('/about', { ...asMarkdown, cookie });
    expect(page).toMatchObject({ ...markdown, text: (await read('/about.md')).text });
  });

  it('that moved redirects to the Markdown of its new URL', async () => {
    const [service] = await app.sql`select id from services where slug = 'online-store'`;
    const moved = await read(`/services/${service?.id}.md`);
    expect([moved.status, moved.headers.get('location')]).toEqual([
      301,
      '/services/online-store.md',
    ]);
  });
});

describe('a page that is not public', () => {
  it.each(['/account', '/dashboard', '/admin', '/cplogin', '/quotes/abc', '/no-such-page'])(
    'gets the same answer at %s as for browsers',
    async (path) => {
      const asked = await read(path, asMarkdown);
      const page = await read(path);
      expect([asked.status, asked.type, asked.headers.get('location')]).toEqual([
        page.status,
        page.type,
        page.headers.get('location'),
      ]);
      expect(await read(`${path}.md`)).toMatchObject({ status: 404, type: html });
    },
  );

  it('is answered as HTML to its user', async () => {
    const cookie = await signUpClient(app);
    const page = await read('/account', { ...asMarkdown, cookie });
    expect(page).toMatchObject({ status: 200, type: html });
  });
});
