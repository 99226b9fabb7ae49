import type { Page } from '@playwright/test';

import { pay, secureCard } from './card';
import { expect, open, test, toasts } from './fixtures';
import { addAccount, codeField, demoCode, title } from './people';

const subscription = (page: Page) => page.getByRole('region', { name: 'Subscription' });
const payments = (page: Page) => page.getByRole('region', { name: 'Recent Payments' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a visitor chooses a plan, signs in, subscribes and opens the receipt', async ({
  page,
  context,
  sql,
}) => {
  const person = await addAccount(context, sql);
  await open(page, '/pricing?cycle=yearly');
  await page.getByRole('link', { name: 'Choose Professional, paid yearly' }).click();
  await expect(page).toHaveURL(/\/auth\/signin\?next=/);
  await page.getByLabel('Email').fill(person.email);
  await button(page, 'Continue').click();
  await codeField(page).fill(demoCode);
  await expect(page).toHaveURL(/\/subscribe\?plan=\d+&cycle=yearly/);
  await expect(title(page)).toHaveText('Subscribe to Professional');
  await pay(page, secureCard, 'Subscribe Now');
  await button(page, 'Complete authentication').click();
  await expect(toasts(page)).toContainText('You are now subscribed!');
  await expect(subscription(page)).toContainText('Active');
  await expect(page).toHaveURL('/dashboard');
  await expect(subscription(page)).toContainText('a year');

  await payments(page).getByRole('link', { name: 'All payments' }).click();
  await page
    .getByRole('list', { name: 'Payments', exact: true })
    .getByRole('link', { name: /^Receipt of/ })
    .click();
  await expect(title(page)).toHaveText('Receipt');
  await expect(page.getByText(person.email)).toBeVisible();
});
