import { expect, open, test } from './fixtures';

test('the terms have their dates, six cards, three services, refunds and two ways to ask', async ({
  page,
}) => {
  await open(page, '/terms');
  const main = page.getByRole('main');
  await expect(main.getByText('July 15, 2025')).toHaveCount(2);
  for (const name of [
    'Acceptance of Terms',
    'User Accounts',
    'Acceptable Use',
    'Payment Terms',
    'Limitation of Liability',
    'Governing Law',
    'Cancellation and Refund Policy',
  ]) {
    await expect(main.getByRole('heading', { level: 2, name })).toBeVisible();
  }
  for (const name of ['Web Development', 'Digital Marketing', 'Consulting']) {
    await expect(main.getByRole('heading', { level: 3, name })).toBeVisible();
  }
  const refunds = main.locator('#refunds');
  await expect(refunds).toContainText(/all sales are final/i);
  await expect(refunds).toContainText(/within 7 days of/i);
  await expect(refunds).toContainText(/12 months/);
  await main.getByRole('link', { name: 'Contact Support' }).click();
  await expect(page).toHaveURL('/contact?subject=support');
  await expect(page.getByRole('form', { name: 'Send us a message' })).toContainText(
    'Support request',
  );
});

test('the privacy policy has its cookie policy and the periods of the settings', async ({
  page,
}) => {
  await open(page, '/privacy');
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByText('How long we keep it')
    .click();
  const retention = page.locator('#retention');
  await expect(retention).toBeInViewport();
  await expect(retention).toContainText('24 months');
  await expect(retention).toContainText('3 years');
  await expect(page.getByRole('main')).toContainText('30 days');
  await expect(page.locator('#cookie-policy')).toBeAttached();
  await page.getByRole('link', { name: 'the cookies page' }).click();
  await expect(page).toHaveURL('/cookies');
});

test('the cookies page lists what this site really keeps', async ({ page }) => {
  await open(page, '/cookies');
  const entries = page.getByRole('list', { name: 'What this site keeps in a browser' });
  await expect(entries.getByText('theme', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /theme/i }).first().click();
  const kept = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...document.cookie.split('; ').filter(Boolean),
  ]);
  // The router's own scroll positions are dropped with the tab and name no one.
  expect(kept.filter((key) => !/^(theme|draft:|tsr-scroll)/.test(key))).toEqual([]);
});

test('open positions can be applied for', async ({ page, sql }) => {
  const [row] = await sql`select value from settings where key = 'careers'`;
  await open(page, '/careers');
  const positions = page.getByRole('region', { name: 'Open positions' }).getByRole('listitem');
  await expect(positions).toHaveCount(row?.value.positions.length);
  const { title } = row?.value.positions[0] ?? {};
  await expect(positions.first().getByRole('heading')).toHaveText(title);
  await expect(positions.first().getByRole('link', { name: 'Apply by mail' })).toHaveAttribute(
    'href',
    `mailto:hello@kestrel.example?subject=${encodeURIComponent(title)}`,
  );
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const path of ['/terms', '/privacy', '/cookies', '/careers', '/about', '/portfolio']) {
    test(`${path} is read`, async ({ page }) => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').locator('p').nth(3)).toBeVisible();
    });
  }
});
