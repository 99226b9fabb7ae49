import type { Page } from '@playwright/test';

import { expect, open, test, toasts } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { addAccount, codeField, demoCode, dismiss, panel, signUp, title } from './people';

const works = '4242 4242 4242 4242';
const declines = '4000 0000 0000 0002';
const asks = '4000 0025 0000 3155';
const failsLater = '4000 0000 0000 0341';

const subscription = (page: Page) => page.getByRole('region', { name: 'Subscription' });
const payments = (page: Page) => page.getByRole('region', { name: 'Recent Payments' });
const payment = (page: Page) => panel(page, 'Payment');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function fillCard(page: Page, number: string, label = 'Payment'): Promise<void> {
  const form = panel(page, label);
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiry (MM/YY)').fill('12/34');
  await form.getByLabel('CVC').fill('123');
}

async function pay(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await button(page, 'Subscribe Now').click();
}

test('a visitor chooses a plan, signs in, is declined, pays, and gets a receipt', async ({
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
  await pay(page, declines);
  await expect(payment(page).getByRole('alert')).toHaveText('Your card was declined.');
  await pay(page, works);
  await expect(toasts(page)).toContainText('You are now subscribed!');
  await expect(subscription(page)).toContainText('Active');
  await expect(page).toHaveURL('/dashboard');
  await expect(subscription(page)).toContainText('a year');

  await payments(page).getByRole('link', { name: 'All payments' }).click();
  // The declined card paid nothing, and is reported.
  await page
    .getByRole('list', { name: 'Payments', exact: true })
    .getByRole('link', { name: /^Receipt of/ })
    .click();
  await expect(title(page)).toHaveText('Receipt');
  await expect(page.getByText(person.email)).toBeVisible();
});

test('a subscriber confirms the card, changes the plan, cancels and resumes', async ({ page }) => {
  await signUp(page.context());
  await open(page, '/pricing');
  await page.getByRole('link', { name: 'Choose Professional, paid monthly' }).click();
  await pay(page, asks);
  await button(page, 'Fail authentication').click();
  await expect(payment(page).getByRole('alert')).toContainText('We are unable to authenticate');
  await pay(page, asks);
  await button(page, 'Complete authentication').click();
  await expect(subscription(page)).toContainText('Visa ending in 3155');

  await button(page, 'Change plan').click();
  await page.getByRole('radio', { name: /^Business, monthly/ }).check();
  await expect(subscription(page)).toContainText(/\$[\d,.]+ today, then \$900 a month/);
  await button(page, 'Confirm change').click();
  await expect(subscription(page)).toContainText('Business');
  await expect(payments(page)).toContainText('Change to Business, monthly');
  await button(page, 'Cancel subscription').click();
  await button(page, 'Yes, cancel it').click();
  await expect(subscription(page)).toContainText('Ends on');
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(subscription(page)).toContainText('Renews on');
});

test('a card that fails at a renewal is replaced, and the open invoice is paid', async ({
  page,
}) => {
  await signUp(page.context());
  await open(page, '/pricing');
  await page.getByRole('link', { name: 'Choose Professional, paid monthly' }).click();
  await pay(page, failsLater);
  await expect(subscription(page)).toContainText('Active');
  await button(page, 'Skip to the next renewal').click();
  await expect(subscription(page).getByRole('alert')).toContainText('did not go through');
  // It can come after the change that it is about, and takes the place of an earlier notice.
  await expect(toasts(page)).toContainText('Time Skipped');
  await dismiss(page);
  // No sample client has an open invoice, so this state is not among the screens.
  await expectAccessible(page);
  await expectToFit(page);
  await button(page, 'Update card').click();
  await fillCard(page, works, 'Another card');
  await button(page, 'Save card').click();
  await expect(subscription(page)).toContainText('Visa ending in 4242');
  await expect(payments(page).getByText('Completed')).toHaveCount(2);
});
