import type { BrowserContext, Page } from '@playwright/test';

import { test as base, newAddress } from './fixtures';
import { type Role, sessionOf } from './sessions';

/**
 * Tests that share one page, because opening a page and compiling its scripts takes longer than most tests. Browser state
 * is cleared after each test. Tests that add init scripts, fake the page's clock or sign in must not use this page, because
 * these changes cannot be undone.
 */
export const test = base.extend<{ role: Role }, { pageOf: (role: Role) => Promise<Page> }>({
  role: ['visitor', { option: true }],

  pageOf: [
    async ({ browser }, use, { project }) => {
      const { baseURL, viewport, contextOptions } = project.use;
      const pages = new Map<Role, Promise<Page>>();
      const start = async (role: Role) => {
        const storageState = await sessionOf(role, baseURL ?? '');
        const context = await browser.newContext({
          ...contextOptions,
          ...(storageState && { storageState }),
          ...(viewport && { viewport }),
          ...(baseURL && { baseURL }),
        });
        return context.newPage();
      };
      await use((role) => {
        const page = pages.get(role) ?? start(role);
        pages.set(role, page);
        return page;
      });
      for (const page of pages.values()) await (await page).context().close();
    },
    { scope: 'worker' },
  ],

  context: async ({ pageOf, role }, use) => {
    const page = await pageOf(role);
    const context = page.context();
    await context.setExtraHTTPHeaders(newAddress());
    await use(context);
    await clear(page, context, role);
  },

  page: async ({ pageOf, role, context: _prepared }, use) => use(await pageOf(role)),
});

/** Resets the browser's state for the next test. */
async function clear(page: Page, context: BrowserContext, role: Role): Promise<void> {
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const other of context.pages()) if (other !== page) await other.close();
  if (role === 'visitor') await context.clearCookies();
  if (page.url().startsWith('http')) {
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  }
  await page.goto('about:blank');
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
}
