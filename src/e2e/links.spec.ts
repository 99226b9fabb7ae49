import type { APIRequestContext } from '@playwright/test';

import { expect, test } from './fixtures';

/** Pages of people who are signed in: built on the identity of clients and admins. */
const forSignedIn = /^\/(subscribe|auth|account|dashboard|admin|cplogin|api\/login)\b/;

interface Found {
  links: string[];
  ids: string[];
  deadControls: string[];
}

async function readPage(request: APIRequestContext, path: string): Promise<Found> {
  const response = await request.get(path);
  expect([path, response.status()]).toEqual([path, 200]);
  if (!response.headers()['content-type']?.startsWith('text/html')) {
    return { links: [], ids: [], deadControls: [] };
  }
  const html = (await response.text()).replace(/<script[\s\S]*?<\/script>/g, '');
  const all = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, text = '']) => text.replaceAll('&amp;', '&'));
  return {
    links: all(/<a [^>]*href="([^"]*)"/g),
    ids: all(/ id="([^"]*)"/g),
    deadControls: [
      ...all(/(<a (?![^>]*href=)[^>]*>)/g),
      ...all(/(<a [^>]*href="(?:#|javascript:[^"]*|)"[^>]*>)/g),
    ],
  };
}

test('no link of any page leads nowhere, and none has no target', async ({ request }) => {
  test.setTimeout(120_000);
  const pages = new Map<string, Found>();
  const from = new Map<string, string>([['/', '(start)']]);
  for (const [path] of from) {
    if (forSignedIn.test(path)) continue;
    const found = await readPage(request, path);
    pages.set(path, found);
    expect(found.deadControls, path).toEqual([]);
    for (const link of found.links) {
      if (/^(mailto:|tel:|https?:)/.test(link)) continue;
      const url = new URL(link, `http://site${path}`);
      const target = url.pathname + url.search;
      if (!from.has(target)) from.set(target, path);
    }
  }
  expect(pages.size).toBeGreaterThan(40);

  // What is after the sign is there too.
  for (const [path, { links }] of pages) {
    for (const link of links.filter((one) => one.includes('#'))) {
      if (/^(mailto:|tel:|https?:)/.test(link)) continue;
      const url = new URL(link, `http://site${path}`);
      const target = pages.get(url.pathname + url.search);
      expect(target?.ids, `${link} on ${path}`).toContain(decodeURIComponent(url.hash.slice(1)));
    }
  }
});

test('every button does something', async ({ page, request }) => {
  test.setTimeout(120_000);
  const { links } = await readPage(request, '/');
  const paths = new Set([
    '/',
    '/pricing',
    '/terms',
    ...links.filter((link) => /^\/\w*$/.test(link)),
  ]);
  for (const path of paths) {
    await page.goto(path);
    const dead = await page.locator('button').evaluateAll((buttons) =>
      buttons
        .filter((button) => button instanceof HTMLButtonElement && button.type === 'button')
        .filter((button) => {
          const props = Object.entries(button).find(([key]) =>
            key.startsWith('__reactProps$'),
          )?.[1];
          return props && !(props as { onClick?: unknown }).onClick;
        })
        .map((button) => button.outerHTML),
    );
    expect(dead, path).toEqual([]);
  }
});

test('no page is wider than the window', async ({ page, request, sql }) => {
  test.setTimeout(120_000);
  const { links } = await readPage(request, '/');
  const posts = await sql`select slug from posts where published_at <= now()`;
  const paths = [
    ...new Set(links.filter((link) => /^\/[\w-]*$/.test(link))),
    ...posts.map(({ slug }) => `/blog/${slug}`),
    '/portfolio/skerrow-ferries',
  ].filter((path) => !forSignedIn.test(path));
  for (const path of paths) {
    await page.goto(path);
    for (const width of [320, 390, 834]) {
      await page.setViewportSize({ width, height: 900 });
      const over = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(over, `${path} at ${width} pixels`).toBe(0);
    }
  }
});
