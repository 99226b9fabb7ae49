import type { APIRequestContext, Page } from '@playwright/test';

import { awake, expect, holdBack } from './fixtures';
import { settled } from './page-checks';
import { test } from './shared-page';

/** Public pages that the sitemap does not list. */
const unlisted = ['/auth/signin', '/auth/signup', '/no-such-page'];
const widths = [390, 834, 1440];

/** Allows for rounding: a shift of one pixel in a line of text is at least as large. */
const rounding = 0.0005;

interface Shift {
  value: number;
  moved: (string | undefined)[];
}

/** Returns all layout shifts since the page began to load. */
function shiftsOf(): Promise<Shift[]> {
  return new Promise((done) => {
    const observer = new PerformanceObserver((list) => done(list.getEntries().map(shiftOf)));
    observer.observe({ type: 'layout-shift', buffered: true });
    // Waits for a frame, because no entry is reported if there is no shift.
    requestAnimationFrame(() => setTimeout(() => done(observer.takeRecords().map(shiftOf))));

    function shiftOf(entry: PerformanceEntry): Shift {
      const { value, sources } = entry as PerformanceEntry & {
        value: number;
        sources: { node?: Node }[];
      };
      return { value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 40)) };
    }
  });
}

/** Returns the paths of all public pages, with one detail page of each kind, because those of a kind have the same layout. */
async function publicPaths(request: APIRequestContext): Promise<string[]> {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, url]) => new URL(url ?? '').pathname,
  );
  const kindOf = (path: string) => path.replace(/^(\/[^/]+)\/.*/, '$1/');
  const ofEachKind = new Map(paths.map((path) => [kindOf(path), path]));
  return [...ofEachKind.values(), ...unlisted];
}

/** Expects no layout shift while the pages load and their fonts arrive after the first paint. */
async function expectNoShift(page: Page, width: number, paths: readonly string[]): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const shifted: [path: string, shifts: Shift[]][] = [];
  for (const path of paths) {
    const fonts = await holdBack(page, /\.woff2$/);
    // Held fonts delay the load event.
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await awake(page);
    fonts.open();
    await page.waitForLoadState('load');
    await settled(page);
    const shifts = await page.evaluate(shiftsOf);
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    if (total > rounding) shifted.push([path, shifts]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
  expect(shifted).toEqual([]);
}

for (const width of widths) {
  test(`no layout shift while a public page loads at ${width} pixels`, async ({
    page,
    request,
    noise,
  }) => {
    test.slow();
    noise.allow(/status of 404/);
    await expectNoShift(page, width, await publicPaths(request));
  });
}

test.describe('as a client', () => {
  test.use({ role: 'new client' });

  // Visitors are redirected to sign-in half a second later.
  test('no layout shift while the payment page loads', async ({ page }) => {
    for (const width of widths) await expectNoShift(page, width, ['/subscribe']);
  });
});
