import type { Page } from '@playwright/test';

import {
  abort,
  expect,
  failedRequest,
  holdClock,
  open,
  pauseAfterToast,
  submitCalls,
  test,
  toasts,
} from './fixtures';
import { fillQuick, quickAnswers, quickSubmit } from './quick-quote';

/** The shortest way to a toast: a quote that cannot be sent. */
async function raiseToast(page: Page) {
  await page.route(submitCalls, abort);
  await fillQuick(page, quickAnswers());
  // Not by the mouse, which would then rest where toasts appear.
  await quickSubmit(page).press('Enter');
  await expect(toasts(page)).toBeVisible();
}

async function drag(page: Page, x: number) {
  const box = await toasts(page).boundingBox();
  if (!box) throw new Error('there is no toast to drag');
  const from = { x: box.x + 40, y: box.y + box.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + x / 2, from.y);
  await page.mouse.move(from.x + x, from.y);
}

test.beforeEach(({ noise }) => noise.allow(failedRequest));

test.describe('a toast', () => {
  test('goes after five seconds', async ({ page }) => {
    await holdClock(page);
    await open(page, '/');
    await raiseToast(page);
    await pauseAfterToast(page, 4800);
    await expect(toasts(page)).toHaveCount(1);
    await page.clock.runFor(250);
    await expect(toasts(page)).toHaveCount(0);
  });

  test('stays while the pointer is on it, and takes the rest of its time after', async ({
    page,
  }) => {
    await holdClock(page);
    await open(page, '/');
    await raiseToast(page);
    await pauseAfterToast(page, 4000);
    await toasts(page).hover();
    await page.clock.runFor(60_000);
    await expect(toasts(page)).toHaveCount(1);
    await page.mouse.move(10, 10);
    await page.clock.runFor(900);
    await expect(toasts(page)).toHaveCount(1);
    await page.clock.runFor(200);
    await expect(toasts(page)).toHaveCount(0);
  });

  test('is alone, announced, and no wider than 420 pixels', async ({ page }) => {
    await open(page, '/');
    await raiseToast(page);
    await expect(page.getByRole('alert')).toContainText('Error');
    expect((await toasts(page).boundingBox())?.width).toBeLessThanOrEqual(420);
    expect((await page.getByLabel(/^Notifications/).boundingBox())?.width).toBeLessThanOrEqual(420);

    const first = await toasts(page).elementHandle();
    await quickSubmit(page).press('Enter');
    await expect
      .poll(() => first?.evaluate((element) => element.isConnected), { timeout: 3000 })
      .toBe(false);
    await expect(toasts(page)).toHaveCount(1);
  });

  test('is swiped away to the right, past fifty pixels', async ({ page }) => {
    await holdClock(page);
    await open(page, '/');
    await raiseToast(page);
    // From here on no time passes: it can only be the swipe that closes it.
    await pauseAfterToast(page, 4000);
    await drag(page, 45);
    await expect(toasts(page)).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 45, 0)');
    await page.mouse.up();
    await expect(toasts(page)).toHaveCSS('transform', 'none');
    await drag(page, -120);
    await page.mouse.up();
    await expect(toasts(page)).toHaveCount(1);
    await drag(page, 55);
    await page.mouse.up();
    await expect(toasts(page)).toHaveCount(0);
  });

  test('is reached by F8 and closed from the keyboard', async ({ page }) => {
    await holdClock(page);
    await open(page, '/');
    await raiseToast(page);
    await pauseAfterToast(page, 4000);
    await page.keyboard.press('F8');
    await expect(page.getByLabel(/^Notifications/)).toBeFocused();
    await page.clock.runFor(60_000);
    await page.keyboard.press('Tab');
    await expect(toasts(page).getByRole('button', { name: 'Dismiss' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toasts(page)).toHaveCount(0);
  });
});
