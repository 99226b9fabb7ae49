import { expect, it } from 'vitest';

import { testApp } from '~/testing/app';

const app = testApp({ env: { DEMO_MODE: 'true' } });

/** Returns the pages of signed-in users. */
const forSignedIn = /^\/(subscribe|auth|account|dashboard|admin|cplogin|api\/login)\b/;

interface Seo {
  links: string[];
  ids: string[];
  deadControls: string[];
}

async function readPage(path: string): Promise<Seo> {
  const response = await app.fetch(path);
  expect([path, response.status]).toEqual([path, 200]);
  if (!response.headers.get('content-type')?.startsWith('text/html')) {
    await response.arrayBuffer();
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

const isElsewhere = (link: string) => /^(mailto:|tel:|https?:)/.test(link);

it('every link of every page has a target that exists', async () => {
  const pages = new Map<string, Seo>();
  const from = new Map<string, string>([['/', '(start)']]);
  for (const [path] of from) {
    if (forSignedIn.test(path)) continue;
    const found = await readPage(path);
    pages.set(path, found);
    expect(found.deadControls, path).toEqual([]);
    for (const link of found.links.filter((one) => !isElsewhere(one))) {
      const url = new URL(link, `http://site${path}`);
      const target = url.pathname + url.search;
      if (!from.has(target)) from.set(target, path);
    }
  }
  expect(pages.size).toBeGreaterThan(40);

  // The target of a fragment must exist as well.
  for (const [path, { links }] of pages) {
    for (const link of links.filter((one) => one.includes('#') && !isElsewhere(one))) {
      const url = new URL(link, `http://site${path}`);
      const target = pages.get(url.pathname + url.search);
      expect(target?.ids, `${link} on ${path}`).toContain(decodeURIComponent(url.hash.slice(1)));
    }
  }
}, 60_000);
