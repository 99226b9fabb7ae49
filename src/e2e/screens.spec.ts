import type { Page } from '@playwright/test';

import { expect, open } from './fixtures';
import type { Screen } from './looks';
import { expectAccessible, expectNoDeadButtons, expectToFit } from './page-checks';
import { screens } from './screens';
import type { Role } from './sessions';
import { test } from './shared-page';

const rolesOf = (all: Screen[]) => [...new Set(all.map(({ role }) => role))];

/** The panel is opened once for so many screens, and moves on without a reload: starting it takes longer than the checks. */
const screensInPanel = 5;

/** The screens that one test checks. */
function inTests(role: Role): Screen[][] {
  const all = screens.filter((screen) => screen.role === role);
  const size = role === 'admin' ? screensInPanel : 1;
  return Array.from({ length: Math.ceil(all.length / size) }, (_, nth) =>
    all.slice(nth * size, (nth + 1) * size),
  );
}

/** The router notices what is pushed to the history. */
const moveOn = (page: Page, path: string) =>
  page.evaluate((to) => window.history.pushState(null, '', to), path);

for (const role of rolesOf(screens)) {
  test.describe(`for a ${role}`, () => {
    test.use({ role });

    for (const together of inTests(role)) {
      const names = together.map(({ path }) => path).join(', ');
      test(`${names} has no axe violation, no overflow and no dead button`, async ({
        page,
        noise,
      }) => {
        test.setTimeout(together.length * 30_000);
        for (const [nth, { path, looks, allows = [] }] of together.entries()) {
          noise.allow(...allows);
          await page.setViewportSize({ width: 1440, height: 900 });
          if (nth === 0) await open(page, path);
          else await moveOn(page, path);
          for (const look of looks) {
            await test.step(`${path}: ${look.name}`, async () => {
              await page.setViewportSize({ width: look.widths?.[0] ?? 1440, height: 900 });
              await look.show?.(page, noise);
              await expectAccessible(page, look.except, look);
              await expectToFit(page, look.fits ?? look.widths);
              await expectNoDeadButtons(page);
            });
          }
        }
      });
    }
  });
}

test('no post and no portfolio item overflows', async ({ page, sql }) => {
  const rows = await sql<{ path: string }[]>`
    select '/blog/' || slug as path from posts where deleted_at is null and published_at <= now()
    union all
    select '/portfolio/' || slug from portfolio_items where deleted_at is null`;
  expect(rows.length).toBeGreaterThan(8);
  for (const { path } of rows) {
    await page.goto(path);
    await expectToFit(page);
  }
});
