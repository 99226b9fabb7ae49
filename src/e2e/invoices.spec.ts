import type { Page } from '@playwright/test';

import { main, openPanel, tag } from './admin-panel';
import { declinedCard, pay, payment, secureCard } from './card';
import { expect, open, test, uniqueEmail } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { signInAsAdmin } from './people';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const document = (page: Page) => page.getByRole('article');

test('an admin issues an invoice, and the client opens it by link and pays by card at the third attempt', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAsAdmin(page.context());
  const client = `Ada ${tag()}`;
  await openPanel(page, '?section=invoices');
  await button(page, 'New invoice').click();
  await main(page).getByRole('combobox', { name: 'Name' }).fill(client);
  await main(page).getByLabel('Email').fill(uniqueEmail());
  await main(page).locator('input[aria-label="Description of item 1"]').fill('An engine');
  await main(page).locator('input[aria-label="Unit price of item 1"]').fill('1200.00');
  await main(page).locator('input[aria-label="Tax % of item 1"]').fill('19');
  await button(page, 'Review and send').click();
  await button(page, 'Issue').click();
  const link = await page.getByLabel('Private link').inputValue();
  const path = new URL(link).pathname;
  await openPanel(page, '?section=invoices');
  const visitor = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await open(visitor, path);
  await expect(document(visitor)).toContainText('$1,428.00 is due by');
  await expectAccessible(visitor, { within: 'main' });
  await expectToFit(visitor);
  await button(visitor, 'Pay online').click();
  await pay(visitor, declinedCard, 'Pay $1,428.00');
  await expect(payment(visitor).getByRole('alert')).toHaveText('Your card was declined.');
  await pay(visitor, secureCard, 'Pay $1,428.00');
  await button(visitor, 'Fail authentication').click();
  await expect(payment(visitor).getByRole('alert')).toContainText('We are unable to authenticate');
  await pay(visitor, secureCard, 'Pay $1,428.00');
  await button(visitor, 'Complete authentication').click();
  await expect(document(visitor)).toContainText('Paid in full. Thank you.');
  await expect(document(visitor)).toContainText('Paid by card');
  await visitor.context().close();

  // The open panel shows the payment without a reload.
  await expect(page.getByRole('row').filter({ hasText: client })).toContainText('Paid');
});
