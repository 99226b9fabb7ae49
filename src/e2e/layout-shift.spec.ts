import { awake, expect, holdBack, test } from './fixtures';

declare global {
  interface Window {
    shifts: { value: number; moved: (string | undefined)[] }[];
  }
}

const screens = [
  '/',
  '/services',
  '/services/marketing-website',
  '/portfolio',
  '/portfolio/skerrow-ferries',
  '/about',
  '/blog',
  '/blog/what-a-website-costs',
  '/pricing',
  '/contact',
  '/privacy',
  '/terms',
  '/cookies',
  '/careers',
];

const steady = new Set(['/', '/services', '/services/marketing-website']);

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

for (const width of [390, 1440]) {
  // At a desk the others are made of the same parts as the first.
  for (const path of width === 390 ? screens : steady) {
    test(`nothing moves while ${path} arrives at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript(() => {
        window.shifts = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            sources: { node?: Node }[];
          })[]) {
            const moved = entry.sources.map(({ node }) => node?.textContent?.slice(0, 40));
            window.shifts.push({ value: entry.value, moved });
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      // The faces come after the words have been painted in those that stand in for them.
      const fonts = await holdBack(page, /\.woff2$/);
      await page.goto(path, { waitUntil: 'commit' });
      await awake(page);
      fonts.open();
      await expect
        .poll(() => page.evaluate(() => document.fonts.check('650 1em "Bricolage Grotesque"')))
        .toBe(true);
      await page.waitForLoadState('networkidle');
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
      );
      // A word may change its width by a hair when its face arrives; at some widths one line of some
      // text breaks elsewhere then. No more than that, and on the first pages not even that.
      const shifts = await page.evaluate(() => window.shifts);
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(total, JSON.stringify(shifts)).toBeLessThan(steady.has(path) ? 0.0005 : 0.02);
    });
  }
}
