import { builtInPages } from '~/contract/built-in-pages/built-in-pages';
import { awake, expect, holdBack } from './fixtures';
import { settled } from './page-checks';
import { test } from './shared-page';

/** Pages with different layouts. */
const screens = [
  builtInPages.home,
  builtInPages.services,
  builtInPages.about,
  builtInPages.portfolio,
  builtInPages.blog,
  builtInPages.contact,
  builtInPages.pricing,
].map(({ path }) => path);
const details = [
  '/services/marketing-website',
  '/portfolio/skerrow-ferries',
  '/blog/what-a-website-costs',
];

const steady = new Set(['/', '/services', '/services/marketing-website']);
/** On wide screens, all other pages have the same layout as these. */
const wide = [...steady, '/portfolio/skerrow-ferries'];

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

for (const width of [390, 1440]) {
  for (const path of width === 390 ? [...screens, ...details] : wide) {
    test(`no layout shift while ${path} loads at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      // The web fonts replace the fallback fonts after the first paint.
      const fonts = await holdBack(page, /\.woff2$/);
      await page.goto(path, { waitUntil: 'commit' });
      await awake(page);
      fonts.open();
      await page.waitForLoadState('load');
      await expect
        .poll(() => page.evaluate(() => document.fonts.check('650 1em "Bricolage Grotesque"')))
        .toBe(true);
      await settled(page);
      // Some words have a slightly different width in the web font, which changes a line break at some window widths. This
      // much shift is allowed, except on the first pages.
      const shifts = await page.evaluate(shiftsOf);
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(total, JSON.stringify(shifts)).toBeLessThan(steady.has(path) ? 0.0005 : 0.02);
    });
  }
}
