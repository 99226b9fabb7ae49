import type { Page } from '@playwright/test';

import { expect, uniqueEmail } from './fixtures';

/** Functions that find the panel and its parts. */

export const main = (page: Page) => page.getByRole('main');
export const heading = (page: Page, name: string) =>
  main(page).getByRole('heading', { level: 1, name });
export const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Sections' });
export const drawer = (page: Page) => page.getByRole('dialog').first();
export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Returns a unique word to search for. */
export const tag = () => `T${Date.now()}${Math.floor(Math.random() * 1000)}`;

/** Opens the panel and waits until it is rendered. */
export async function openPanel(page: Page, search = ''): Promise<void> {
  await page.goto(`/admin${search}`);
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
}

/** Submits a quote request. @returns the unique name in the quote */
export async function sendQuote(page: Page, changes: object = {}): Promise<string> {
  const name = `Mary ${tag()}`;
  const answer = await page.request.post('/api/quotes', {
    data: {
      name,
      email: uniqueEmail(),
      phone: '+44 20 7946 0958',
      projectDetails: 'A site about a creature',
      budget: '5000-10000',
      timeline: '1-month',
      serviceName: 'Marketing Website',
      ...changes,
    },
  });
  expect(answer.status()).toBe(200);
  return name;
}
