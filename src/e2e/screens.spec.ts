import { adminSections } from '~/contract/admin/sections';
import { screensOfAdmins } from './admin-screens';
import { expect, open } from './fixtures';
import type { Screen } from './looks';
import { expectAccessible, expectNoDeadButtons, expectToFit } from './page-checks';
import { screens } from './screens';
import { test } from './shared-page';

const rolesOf = (all: Screen[]) => [...new Set(all.map(({ role }) => role))];

for (const role of rolesOf(screens)) {
  test.describe(`as ${role}`, () => {
    test.use({ role });

    for (const { path, looks, allows = [] } of screens.filter((screen) => screen.role === role)) {
      test(`${path} has no axe violation, no overflow and no dead button`, async ({
        page,
        noise,
      }) => {
        noise.allow(...allows);
        await open(page, path);
        for (const [nth, look] of looks.entries()) {
          await test.step(look.name, async () => {
            await page.setViewportSize({ width: look.widths?.[0] ?? 1440, height: 900 });
            await look.show?.(page, noise);
            // Each screen of the panel has the same header and navigation, and so have the states of any screen.
            const isPart = nth > 0 || (role === 'admin' && !path.includes('section=dashboard'));
            await expectAccessible(page, { ...(isPart && { within: 'main' }), ...look });
            await expectToFit(page, look.fits ?? look.widths);
            await expectNoDeadButtons(page);
          });
        }
      });
    }
  });
}

test('every section of the panel is checked', () => {
  const seen = screensOfAdmins.map(({ path }) =>
    new URLSearchParams(path.split('?')[1]).get('section'),
  );
  expect(Object.keys(adminSections).filter((section) => !seen.includes(section))).toEqual([]);
});

test('no post and no portfolio item is wider than the window', async ({ page, sql }) => {
  const rows = await sql<{ path: string }[]>`
    select '/blog/' || slug as path from posts where deleted_at is null and published_at <= now()
    union all
    select '/portfolio/' || slug from portfolio_items where deleted_at is null`;
  expect(rows.length).toBeGreaterThan(8);
  for (const { path } of rows) {
    await page.goto(path);
    await expectToFit(page, [320]);
  }
});
