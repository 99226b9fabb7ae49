import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { drawer, openPanel, tag } from './admin-panel';
import { declinedCard, pay, payment, secureCard } from './card';
import { expect, open, test, toasts, uniqueEmail } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { signInAsAdmin } from './people';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const document = (page: Page) => page.getByRole('article');

/** Writes and issues an invoice in the panel. @returns its private link */
async function issue(page: Page, client: string, amount: string): Promise<string> {
  await openPanel(page, '?section=invoices');
  await button(page, 'New invoice').click();
  await drawer(page).getByLabel('Name').fill(client);
  await drawer(page).getByLabel('E-mail').fill(uniqueEmail());
  await drawer(page).locator('input[aria-label="Description of item 1"]').fill('An engine');
  await drawer(page).locator('input[aria-label="Unit price of item 1"]').fill(amount);
  await drawer(page).locator('input[aria-label="Tax % of item 1"]').fill('19');
  await button(page, 'Save and issue').click();
  await button(page, 'Issue').click();
  const link = await page.getByLabel('Private link').inputValue();
  expect(link).toMatch(/\/invoices\/[\w-]{43}$/);
  await openPanel(page, '?section=invoices');
  await page.getByRole('row').filter({ hasText: client }).getByRole('link').first().click();
  await expect(drawer(page)).toContainText(client);
  return new URL(link).pathname;
}

test('an invoice is issued, opened by its link, and paid by card at the third try', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAsAdmin(page.context());
  const client = `Ada ${tag()}`;
  const path = await issue(page, client, '1200.00');
  const visitor = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await open(visitor, path);
  await expect(document(visitor)).toContainText('$1,428.00 is to be paid by');
  await expectAccessible(visitor);
  await expectToFit(visitor);
  await button(visitor, 'Pay by card').click();
  await pay(visitor, declinedCard, '$1,428.00');
  await expect(payment(visitor).getByRole('alert')).toHaveText('Your card was declined.');
  await pay(visitor, secureCard, '$1,428.00');
  await button(visitor, 'Fail authentication').click();
  await expect(payment(visitor).getByRole('alert')).toContainText('We are unable to authenticate');
  await pay(visitor, secureCard, '$1,428.00');
  await button(visitor, 'Complete authentication').click();
  await expect(document(visitor)).toContainText('Paid in full. Thank you.');
  await expect(document(visitor)).toContainText('Paid by card');
  await visitor.context().close();

  // The panel was open all the while.
  await expect(page.getByRole('row').filter({ hasText: client })).toContainText('Paid');
  await openPanel(page, `?section=payments&search=${encodeURIComponent(client)}`);
  await expect(page.getByRole('row').filter({ hasText: client })).toContainText('$1,428');
});

test('a transfer comes in two parts', async ({ page }) => {
  await signInAsAdmin(page.context());
  const path = await issue(page, `Grace ${tag()}`, '100.00');
  const record = async (amount: string) => {
    await button(page, 'Record transfer').click();
    await page.getByLabel('Amount in USD').fill(amount);
    await button(page, 'Record').click();
    await expect(toasts(page).filter({ hasText: 'Transfer recorded' }).first()).toBeVisible();
  };
  await record('19.00');
  await expect(drawer(page)).toContainText('$100.00 to be paid by');
  await record('100.00');
  await expect(drawer(page).getByText('Paid in full')).toBeVisible();
  await open(page, path);
  await expect(document(page)).toContainText('Paid in full. Thank you.');
  await expect(document(page)).toContainText('Paid by transfer');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download PDF' }).click();
  const pdf = await readFile(await (await download).path());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});
