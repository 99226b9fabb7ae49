import { expect, open, test } from './fixtures';
import { test as onSharedPage } from './shared-page';

onSharedPage('a switch shows its state where the system chooses the colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, '/pricing');
  const cycle = page.getByRole('switch');
  const colours = () =>
    cycle
      .locator('> span:empty')
      .evaluate((track) => [
        getComputedStyle(track).backgroundColor,
        getComputedStyle(track, '::after').backgroundColor,
      ]);
  const [offGround, offThumb] = await colours();
  expect(offThumb).not.toBe(offGround);
  await cycle.click();
  await expect(cycle).toBeChecked();
  await expect.poll(async () => (await colours())[0]).not.toBe(offGround);
  const [onGround, onThumb] = await colours();
  expect(onThumb).not.toBe(onGround);
  await page.emulateMedia({ forcedColors: 'none' });
});

onSharedPage('a post is printed without what is for the screen', async ({ page }) => {
  await open(page, '/blog/what-a-website-costs');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const role of ['banner', 'contentinfo'] as const)
    await expect(page.getByRole(role)).toBeHidden();
  await expect(page.getByText('On this page')).toBeHidden();
  await expect(page.getByText('Read next')).toBeHidden();
  await page.emulateMedia({ media: null });
});

test('at 400% zoom, the navigation bar scrolls away and filters need no horizontal scrolling', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await open(page, '/services');
  await page.mouse.wheel(0, 400);
  await expect(page.getByRole('banner')).not.toBeInViewport();
  const chips = page.getByRole('button', { name: 'All', exact: true }).locator('..');
  expect(await chips.evaluate((row) => row.scrollWidth - row.clientWidth)).toBeLessThanOrEqual(0);
});
