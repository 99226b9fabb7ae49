import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';
import type axe from 'axe-core';

import { expect } from './fixtures';

/** Checks for every page. */

/** Axe in its minified form, because each page compiles it again. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

const contrast = 'color-contrast';
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export interface AxeOptions {
  /** Rules that the page is known to violate. */
  except?: string[];
  /**
   * Whether contrast that axe cannot determine, because elements overlap, counts as a violation. At the second width it
   * never does, because rows that scroll sideways are cut off there.
   */
  hasToBeSure?: boolean;
  /** Selector of the parts to check, without the rules about whole pages. Defaults to the whole page. */
  within?: string;
  /** Viewport widths. Defaults to a wide and a narrow screen. */
  widths?: [number] | [number, number];
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

type RunOnly = NonNullable<axe.RunOptions['runOnly']>;

/** Runs axe on the page in its current state. @returns the violated rules with their elements */
async function findings(page: Page, runOnly: RunOnly, except: string[], within: string) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  await settled(page);
  return page.evaluate(
    async ({ only, off, parts }) => {
      const { axe: there } = window as unknown as { axe: typeof axe };
      const named = (results: axe.Result[]) =>
        results.map(({ id, nodes }) => ({ id, at: nodes.map((one) => one.html) }));
      // Axe uses the size of a drawing before it is clipped, and then cannot determine the background of the text beside
      // it. The same applies to the arrow in a select. Drawings with an accessible name are checked.
      const style = document.createElement('style');
      style.textContent =
        'svg:not([role]) { visibility: hidden } select { background-image: none !important }';
      document.head.append(style);
      const { violations, incomplete } = await there.run(parts, {
        runOnly: only,
        rules: Object.fromEntries(off.map((id) => [id, { enabled: false }])),
        resultTypes: ['violations', 'incomplete'],
        selectors: false,
      });
      style.remove();
      const isContrast = ({ id }: axe.Result) => id === 'color-contrast';
      return { violations: named(violations), unsure: named(incomplete.filter(isContrast)) };
    },
    { only: runOnly, off: except, parts: within },
  );
}

/**
 * Expects no axe violation on a wide screen in the light theme and on a narrow one in the dark theme. At one width, the
 * dark theme changes only contrast.
 */
export async function expectAccessible(
  page: Page,
  {
    except = [],
    hasToBeSure = true,
    within = 'html',
    widths: [first, second] = [1440, 390],
  }: AxeOptions = {},
): Promise<void> {
  const check = async (width: number, colorScheme: 'light' | 'dark', runOnly: RunOnly) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const { violations, unsure } = await findings(page, runOnly, except, within);
    const found = hasToBeSure && width === first ? [...violations, ...unsure] : violations;
    expect.soft(found, `${width} pixels, ${colorScheme} theme`).toEqual([]);
  };
  await check(first, 'light', rules);
  await check(second ?? first, 'dark', second ? rules : { type: 'rule', values: [contrast] });
}

/** Starts at the last width of the axe checks, because each change of width causes a new layout. */
export const allWidths = [390, 320, 834, 1440];

/** Expects that the page does not scroll horizontally. */
export async function expectToFit(page: Page, widths = allWidths): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = () =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
    // Waits for charts, which measure their container before they are redrawn.
    const message = `${new URL(page.url()).pathname} at ${width} pixels`;
    await expect.poll(overflow, { message, intervals: [50] }).toBe(0);
  }
}

/** Expects every button outside a form to have an event handler. */
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

/** Returns whether an element has visible focus, is in view and is not covered at its center. */
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

/** Expects that Tab reaches every link of the content in order and nothing else, and that Shift+Tab moves back. */
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
