import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';

import { expect } from './fixtures';

/** What any page is held to, whatever it shows. */

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Check {
  is: (axe: AxeBuilder) => AxeBuilder;
  /** What axe cannot tell counts as found. */
  hasToBeSure?: boolean;
}

async function findings(page: Page, { is, hasToBeSure = false }: Check) {
  // Nothing here has frames, which is all that the slower mode is for.
  const { violations, incomplete } = await is(new AxeBuilder({ page }).setLegacyMode()).analyze();
  const found = hasToBeSure ? [...violations, ...incomplete] : violations;
  return found.map(({ id, nodes }) => ({ id, at: nodes.map((one) => one.html) }));
}

/**
 * Axe finds nothing, at a desk and on a phone, by day and in the dark.
 *
 * @param except rules that the page is known to break
 * @param options.hasToBeSure whether contrast that axe cannot tell, where one thing lies over another, counts as found
 */
export async function expectAccessible(
  page: Page,
  except: string[] = [],
  { hasToBeSure = true, widths = [1440, 390] } = {},
): Promise<void> {
  const all = { is: (axe: AxeBuilder) => axe.withTags(rules).disableRules(except) };
  const contrast = { is: (axe: AxeBuilder) => axe.withRules('color-contrast'), hasToBeSure };
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await findings(page, all), `${width} pixels`).toEqual([]);
    // Colours are the same at every width.
    if (width !== widths[0]) continue;
    // Axe takes a drawing for as large as it is before its box cuts it off, and then cannot
    // tell what lies behind the words beside it.
    // The same goes for the arrow that is drawn into a select.
    const withoutDrawings = await page.addStyleTag({
      content: 'svg { visibility: hidden } select { background-image: none !important }',
    });
    // In the dark the same page has other colours, and nothing else.
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings(page, contrast), `${width} pixels, ${colorScheme}`).toEqual([]);
    }
    await withoutDrawings.evaluate((style: Element) => style.remove());
  }
}

/** Nothing has to be moved sideways to be read. */
export async function expectToFit(page: Page): Promise<void> {
  for (const width of [320, 390, 834, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(overflow, `at ${width} pixels`).toBe(0);
  }
}

/** How the focus shows on an element, and whether anything lies over its middle. */
const lookAtFocus = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return {
    isUncovered: above !== null && (element.contains(above) || above.contains(element)),
    isMarked: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
  };
};

async function expectFocus(link: Locator): Promise<void> {
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport();
  expect(await link.evaluate(lookAtFocus), await link.innerText()).toEqual({
    isUncovered: true,
    isMarked: true,
  });
}

/** A keyboard reaches each link of the content in its order and nothing else there, and the way back. */
export async function expectTabOrder(page: Page): Promise<void> {
  const main = page.getByRole('main');
  const links = await main.getByRole('link').all();
  expect(links.length).toBeGreaterThan(1);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(main).toBeFocused();
  for (const link of links) {
    await page.keyboard.press('Tab');
    await expectFocus(link);
  }
  await page.keyboard.press('Tab');
  await expect(main.locator(':focus')).toHaveCount(0);
  for (const link of links.reverse()) {
    await page.keyboard.press('Shift+Tab');
    await expectFocus(link);
  }
}

export interface ExpectedHead {
  /** Where the page is at home: the site's address and its path, without a query. */
  url: string;
  title: string;
  description: string;
  type: 'website' | 'article';
}

/** What search engines and those who share the page are told, each thing once. */
export async function expectHead(page: Page, expected: ExpectedHead): Promise<void> {
  const { url, title, description, type } = expected;
  const head = page.locator('head');
  await expect(page).toHaveTitle(title);
  await expect(head.locator('title')).toHaveCount(1);
  await expect(head.locator('link[rel=canonical]')).toHaveAttribute('href', url);
  const contents = {
    'meta[name=description]': description,
    'meta[property="og:url"]': url,
    'meta[property="og:title"]': title,
    'meta[property="og:description"]': description,
    'meta[property="og:type"]': type,
    'meta[property="og:site_name"]': 'Kestrel',
  };
  for (const [selector, content] of Object.entries(contents)) {
    await expect(head.locator(selector), selector).toHaveAttribute('content', content);
  }
}

const scrollTo = (y: number) => window.scrollTo({ top: y, behavior: 'instant' });

export const scrollPage = (page: Page, y: number) => page.evaluate(scrollTo, y);
export const scrolled = (page: Page) => page.evaluate(() => window.scrollY);
