import type { Page } from '@playwright/test';

import { expect, open } from './fixtures';
import { test } from './shared-page';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const main = (page: Page) => page.getByRole('main');
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const footer = (page: Page) => page.getByRole('contentinfo');

test('a visitor navigates between pages without a full reload', async ({ page }) => {
  const documents: string[] = [];
  const reported: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
    if (request.url().endsWith('/api/views')) reported.push(request.postData());
  });
  await open(page, '/');

  await menu(page).getByText('Services').click();
  await expect(page).toHaveTitle('Services and prices | Kestrel');
  await expect(title(page)).toHaveText('Services and prices');
  await footer(page).getByText('Branding & Design').click();
  await expect(page).toHaveURL('/services?category=branding');
  await expect(main(page).getByRole('listitem').getByRole('heading', { level: 2 })).toHaveText([
    'Brand Identity',
  ]);
  await main(page).getByRole('button', { name: 'All', exact: true }).click();
  await expect(page).toHaveURL('/services');

  await footer(page).getByText('Plans and pricing').click();
  await expect(page).toHaveURL('/pricing');

  await menu(page).getByText('About Us').click();
  await expect(page).toHaveTitle('About us | Kestrel');
  await main(page).getByRole('link', { name: 'See our work' }).click();
  await expect(title(page)).toHaveText('Our work, and what it changed');
  await expect(menu(page).locator('[aria-current=page]')).toHaveText(['Portfolio']);

  for (const [path, name] of [
    ['/careers', 'Careers'],
    ['/cookies', 'Cookies'],
    ['/privacy', 'Privacy'],
    ['/terms', 'Terms'],
  ] as const) {
    await footer(page).locator(`a[href="${path}"]`).click();
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(new RegExp(name));
    await expect(title(page)).toBeInViewport();
  }
  await page.getByRole('link', { name: 'Kestrel, home' }).click();
  await expect(title(page)).toHaveText(/hover/);
  expect(documents).toHaveLength(1);
  // Each page is counted once, without filters.
  expect(reported).toEqual([
    '/services',
    '/pricing',
    '/about',
    '/portfolio',
    '/careers',
    '/cookies',
    '/privacy',
    '/terms',
    '/',
  ]);
});
