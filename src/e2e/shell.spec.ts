import { awake, entryScript, expect, holdBack, open, tabTo, test } from './fixtures';

test('the site follows the system theme until a visitor chooses one, and stores only that choice', async ({
  page,
}) => {
  const paper = { light: 'rgb(251, 248, 242)', dark: 'rgb(17, 19, 22)' };
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, '/cookies');
  const body = page.locator('body');
  await expect(body).toHaveCSS('background-color', paper.dark);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(body).toHaveCSS('background-color', paper.light);
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');

  const button = page.getByRole('button', { name: 'Switch theme' });
  await tabTo(page, button);
  const tip = page.getByRole('tooltip', { name: 'Switch theme' });
  await expect(tip).toBeVisible();
  const [above, box] = [await button.boundingBox(), await tip.boundingBox()];
  expect(box?.y).toBeCloseTo((above?.y ?? 0) + (above?.height ?? 0) + 4, 0);
  await button.click();
  await expect(body).toHaveCSS('background-color', paper.dark);
  await button.click();
  await expect(body).toHaveCSS('background-color', paper.light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(body).toHaveCSS('background-color', paper.light);

  // Returns the stored entries. The cookies page must list all of them.
  const kept = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...document.cookie.split('; ').filter(Boolean),
  ]);
  // The router stores scroll positions until the tab is closed. They identify no user.
  const named = kept.filter((key) => !/^tsr-scroll/.test(key));
  expect(named).toEqual(['theme', 'visit']);
  const entries = page.getByRole('list', { name: 'What this site stores in your browser' });
  for (const name of named) await expect(entries.getByText(name, { exact: true })).toBeVisible();

  // The theme is set before the first paint, without waiting for scripts.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      document.documentElement.dataset.themeAtBody = document.documentElement.dataset.theme;
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  const gate = await holdBack(page, entryScript);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme-at-body', 'light');
  await expect(body).toHaveCSS('background-color', paper.light);
  gate.open();
  await awake(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});
