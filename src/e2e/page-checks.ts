import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';
import type axe from 'axe-core';

import { expect } from './fixtures';

/** Checks that apply to every page. */

/** Minified: each page compiles it anew. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export interface AxeOptions {
  /** Rules that the page is known to break. */
  except?: string[];
  /** Whether contrast that axe cannot determine, where elements overlap, counts as a violation. */
  hasToBeSure?: boolean;
  /** Viewport widths; contrast is checked at the first of them. */
  widths?: number[];
}

/** Waits until animations have ended and been painted. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

interface AxeRun {
  tags?: string[];
  except?: string[];
  hasContrast: boolean;
}

/** Runs axe on the page as it is. @returns the violated rules with their elements */
async function findings(page: Page, run: AxeRun) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  await settled(page);
  return page.evaluate(async ({ tags, except = [], hasContrast }) => {
    const { axe: there } = window as unknown as { axe: typeof axe };
    const named = (results: axe.Result[]) =>
      results.map(({ id, nodes }) => ({ id, at: nodes.map((one) => one.html) }));
    // Axe uses the size of a drawing before it is clipped, and then cannot determine the background of the text beside it. The
    // same goes for the arrow in a select. Drawings with a name are themselves checked.
    const style = document.createElement('style');
    style.textContent =
      'svg:not([role]) { visibility: hidden } select { background-image: none !important }';
    if (hasContrast) document.head.append(style);
    const off = hasContrast ? except : [...except, 'color-contrast'];
    const { violations, incomplete } = await there.run({
      runOnly: tags ?? { type: 'rule', values: ['color-contrast'] },
      rules: Object.fromEntries(off.map((id) => [id, { enabled: false }])),
      resultTypes: hasContrast ? ['violations', 'incomplete'] : ['violations'],
      selectors: false,
    });
    style.remove();
    const isContrast = ({ id }: axe.Result) => id === 'color-contrast';
    return { violations: named(violations), unsure: named(incomplete.filter(isContrast)) };
  }, run);
}

/**
 * Axe finds no violation, on wide and narrow screens, in the light and the dark theme: a theme changes only colours and a
 * width everything else, so contrast is checked once for each theme.
 */
export async function expectAccessible(
  page: Page,
  { except = [], hasToBeSure = true, widths = [1440, 390] }: AxeOptions = {},
): Promise<void> {
  const check = async (label: string, run: AxeRun) => {
    const { violations, unsure } = await findings(page, run);
    expect.soft(hasToBeSure ? [...violations, ...unsure] : violations, label).toEqual([]);
  };
  for (const [index, width] of widths.entries()) {
    const isFirst = index === 0;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await check(`${width} pixels`, { tags: rules, except, hasContrast: isFirst });
    if (!isFirst) continue;
    await page.emulateMedia({ colorScheme: 'dark' });
    await check('contrast in the dark theme', { hasContrast: true });
  }
}

/** Begins at the width at which axe ends: each change of the width lays the page out anew. */
export const allWidths = [390, 320, 834, 1440];

/** The page does not scroll sideways. */
export async function expectToFit(page: Page, widths = allWidths): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = () =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
    // A chart measures its container before it is drawn again.
    const message = `${new URL(page.url()).pathname} at ${width} pixels`;
    await expect.poll(overflow, { message, timeout: 2_000, intervals: [50] }).toBe(0);
  }
}

/** Every button outside a form has an event handler. */
export async function expectNoDeadButtons(page: Page): Promise<void> {
  const dead = await page.locator('button').evaluateAll((buttons) =>
    buttons
      .filter((button) => button instanceof HTMLButtonElement && button.type === 'button')
      .filter((button) => {
        const props = Object.entries(button).find(([key]) => key.startsWith('__reactProps$'))?.[1];
        return props && !Object.keys(props).some((name) => /^on(Click|Mouse|Pointer)/.test(name));
      })
      .map((button) => button.outerHTML),
  );
  expect(dead).toEqual([]);
}

/** Whether an element has visible focus, is in view and is not covered at its centre. */
const lookAtFocus = (element: Element) => {
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return {
    isFocused: document.activeElement === element,
    isInView: right > 0 && bottom > 0 && left < innerWidth && top < innerHeight,
    isUncovered: above !== null && (element.contains(above) || above.contains(element)),
    isMarked: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
  };
};

const wellFocused = { isFocused: true, isInView: true, isUncovered: true, isMarked: true };

/** Tab reaches every link of the content in order and nothing else there, and Shift+Tab goes back. */
export async function expectTabOrder(page: Page): Promise<void> {
  const main = page.getByRole('main');
  const links = await main.getByRole('link').elementHandles();
  expect(links.length).toBeGreaterThan(1);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(main).toBeFocused();
  for (const link of links) {
    await page.keyboard.press('Tab');
    expect(await link.evaluate(lookAtFocus), await link.innerText()).toEqual(wellFocused);
  }
  await page.keyboard.press('Tab');
  await expect(main.locator(':focus')).toHaveCount(0);
  for (const link of links.reverse()) {
    await page.keyboard.press('Shift+Tab');
    expect(await link.evaluate(lookAtFocus), await link.innerText()).toEqual(wellFocused);
  }
}

const scrollTo = (y: number) => window.scrollTo({ top: y, behavior: 'instant' });

export const scrollPage = (page: Page, y: number) => page.evaluate(scrollTo, y);
export const scrolled = (page: Page) => page.evaluate(() => window.scrollY);
