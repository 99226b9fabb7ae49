import { expect, open, tabTo, test } from './fixtures';

test('a tooltip opens after 700 ms, four pixels below, and closes by Escape', async ({ page }) => {
  await page.clock.install({ time: 0 });
  await open(page, '/services');
  const button = page.getByRole('button', { name: 'Switch theme' });
  const tip = page.getByRole('tooltip', { name: 'Switch theme' });
  await page.clock.pauseAt(600_000);

  await button.hover();
  await page.clock.runFor(699);
  await expect(tip).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(tip).toBeVisible();
  const below = await button.boundingBox();
  const box = await tip.boundingBox();
  expect(box?.y).toBeCloseTo((below?.y ?? 0) + (below?.height ?? 0) + 4, 0);

  await page.mouse.move(10, 400);
  await expect(tip).toHaveCount(0);

  // Back within 300 ms there is nothing to wait for; later there is.
  await page.clock.runFor(299);
  await button.hover();
  await page.clock.runFor(1);
  await expect(tip).toBeVisible();
  await page.mouse.move(10, 400);
  await expect(tip).toHaveCount(0);
  await page.clock.runFor(300);
  await button.hover();
  await page.clock.runFor(699);
  await expect(tip).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(tip).toBeVisible();

  await button.focus();
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
});

test('a tooltip opens at once for the keyboard', async ({ page }) => {
  await open(page, '/services');
  const button = page.getByRole('button', { name: 'Switch theme' });
  await tabTo(page, button);
  await expect(page.getByRole('tooltip')).toHaveText('Switch theme');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});
