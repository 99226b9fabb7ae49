import type { Page } from '@playwright/test';

import { expect, failedRequest, open, test, toasts } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { codeField, demoCode, panel, passCodeGap, signUp, title } from './people';

const works = '4242 4242 4242 4242';
const declines = '4000 0000 0000 0002';
const asks = '4000 0025 0000 3155';
const lacksFunds = '4000 0000 0000 9995';
const hasExpired = '4000 0000 0000 0069';
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

async function expectNotice(page: Page, heading: string, text: string): Promise<void> {
  await expect(toasts(page)).toContainText(heading);
  await expect(toasts(page)).toContainText(text);
}

/** The plan in the middle, as the pricing page leads to it. */
async function choosePlan(page: Page, name = 'Professional'): Promise<void> {
  await open(page, '/pricing');
  await page.getByRole('link', { name: `Choose ${name}, paid monthly` }).click();
  await expect(title(page)).toHaveText(`Subscribe to ${name}`);
}

async function subscribe(page: Page, number = works): Promise<void> {
  await signUp(page.context());
  await choosePlan(page);
  await pay(page, number);
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(subscription(page)).toContainText('Active');
}

test.describe('subscribing', () => {
  test('leads over signing in back to the same plan, and from there to the dashboard', async ({
    page,
    sql,
  }) => {
    const person = await signUp(page.context());
    await page.context().clearCookies();
    await passCodeGap(sql, person.email);
    await open(page, '/pricing?cycle=yearly');
    await page.getByRole('link', { name: 'Choose Professional, paid yearly' }).click();
    await expect(page).toHaveURL(/\/auth\/signin\?next=/);
    await page.getByLabel('Email').fill(person.email);
    await button(page, 'Continue').click();
    await codeField(page).fill(demoCode);
    await expect(page).toHaveURL(/\/subscribe\?plan=\d+&cycle=yearly/);
    await expect(title(page)).toHaveText('Subscribe to Professional');
    await expect(page.getByText('Due today')).toBeVisible();
    await expect(page.getByText('No money moves here')).toBeVisible();
    await pay(page, works);
    await expectNotice(page, 'Payment Successful', 'You are now subscribed!');
    await expect(page).toHaveURL('/dashboard');
    await expect(subscription(page)).toContainText('Professional');
    await expect(subscription(page)).toContainText('Active');
    await expect(subscription(page)).toContainText('a year');
    await expect(payments(page)).toContainText('Completed');
    await payments(page)
      .getByRole('link', { name: /^Receipt of/ })
      .click();
    await expect(title(page)).toHaveText('Receipt');
    await expect(page.getByText(person.email)).toBeVisible();
  });

  test('without a plan says so, and shows the way on', async ({ page }) => {
    await signUp(page.context());
    for (const path of ['/subscribe', '/subscribe?plan=x']) {
      await open(page, path);
      await expectNotice(page, 'No Plan Selected', 'Please select a subscription plan first.');
      await expect(
        page.getByRole('main').getByRole('link', { name: 'See the plans' }),
      ).toBeVisible();
    }
    await open(page, '/subscribe?plan=999999');
    await expect(title(page)).toHaveText('This plan is not offered');
  });

  test('that cannot be set up says so, and can be tried again', async ({ page, noise }) => {
    noise.allow(failedRequest);
    await signUp(page.context());
    await page.route('**/api/trpc/billing.subscribe**', (route) => route.abort(), { times: 1 });
    await open(page, '/pricing');
    await page.getByRole('link', { name: 'Choose Professional, paid monthly' }).click();
    await expectNotice(page, 'Error', 'Failed to create subscription. Please try again.');
    await button(page, 'Try again').click();
    await expect(payment(page)).toBeVisible();
  });

  test('a second time leads to changing the plan', async ({ page, noise }) => {
    noise.allow(failedRequest);
    await subscribe(page);
    await open(page, '/pricing');
    await page.getByRole('link', { name: 'Choose Starter, paid monthly' }).click();
    await expect(title(page)).toHaveText('You have a subscription already');
    await page.getByRole('main').getByRole('link', { name: 'Change plan' }).click();
    const plans = page.getByRole('group', { name: 'Which plan from now on?' });
    await expect(plans.getByRole('radio', { name: /^Starter, monthly/ })).toBeChecked();
  });

  test('shows that it is being set up, and that it is being paid', async ({ page }) => {
    await signUp(page.context());
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/trpc/billing.subscribe**', async (route) => {
      await gate;
      await route.continue();
    });
    await open(page, '/pricing');
    await page.getByRole('link', { name: 'Choose Professional, paid monthly' }).click();
    await expect(title(page)).toHaveText('Setting up your subscription...');
    letGo();
    await page.route('**/api/sandbox/confirm', async (route) => {
      await expect(button(page, 'Processing...')).toBeDisabled();
      await route.continue();
    });
    await pay(page, works);
    await expect(page).toHaveURL(/\/dashboard/);
  });
});

test.describe('a card that', () => {
  for (const [what, number, message] of [
    ['is declined', declines, 'Your card was declined.'],
    ['lacks funds', lacksFunds, 'Your card has insufficient funds.'],
    ['has expired', hasExpired, 'Your card has expired.'],
  ] as const) {
    test(`${what} is told of, and another one goes on`, async ({ page }) => {
      await signUp(page.context());
      await choosePlan(page);
      await pay(page, number);
      await expectNotice(page, 'Payment Failed', message);
      await expect(payment(page).getByRole('alert')).toHaveText(message);
      await pay(page, works);
      await expect(subscription(page)).toContainText('Active');
    });
  }

  test('asks for authentication takes either answer', async ({ page }) => {
    await signUp(page.context());
    await choosePlan(page);
    await pay(page, asks);
    await button(page, 'Fail authentication').click();
    await expectNotice(page, 'Payment Failed', 'We are unable to authenticate');
    await pay(page, asks);
    await button(page, 'Complete authentication').click();
    await expect(subscription(page)).toContainText('Active');
    await expect(subscription(page)).toContainText('Visa ending in 3155');
  });

  test('is no test card is never sent', async ({ page }) => {
    await signUp(page.context());
    await choosePlan(page);
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/sandbox/')) sent += 1;
    });
    await pay(page, '4111 1111 1111 1111');
    await expect(payment(page)).toContainText('Only test cards are taken here.');
    expect(sent).toBe(0);
  });

  test('fails at a renewal can be replaced, which pays what is open', async ({ page }) => {
    await subscribe(page, failsLater);
    await button(page, 'Skip to the next renewal').click();
    await expect(subscription(page).getByRole('alert')).toContainText('did not go through');
    await button(page, 'Update card').click();
    await fillCard(page, works, 'Another card');
    await button(page, 'Save card').click();
    await expectNotice(page, 'Card Replaced', 'It is charged from now on.');
    await expect(subscription(page)).toContainText('Active');
    await expect(subscription(page)).toContainText('Visa ending in 4242');
    await expect(payments(page).getByText('Completed')).toHaveCount(2);
  });
});

test.describe('a subscriber', () => {
  test('cancels, takes it back, resumes, and is charged again', async ({ page }) => {
    await subscribe(page);
    await button(page, 'Cancel subscription').click();
    await expect(subscription(page)).toContainText('Ends on');
    await toasts(page).getByRole('button', { name: 'Undo' }).click();
    await expect(subscription(page)).toContainText('Renews on');
    await button(page, 'Cancel subscription').click();
    await button(page, 'Resume subscription').click();
    await expect(subscription(page)).toContainText('Renews on');
    await button(page, 'Skip to the next renewal').click();
    await expect(payments(page).getByText('Completed')).toHaveCount(2);
  });

  test('changes the plan after seeing what it comes to', async ({ page }) => {
    await subscribe(page);
    await button(page, 'Change plan').click();
    await page.getByRole('radio', { name: /^Business, monthly/ }).check();
    await expect(subscription(page)).toContainText(/\$[\d,.]+ today, then \$900 a month/);
    await button(page, 'Confirm change').click();
    await expectNotice(page, 'Plan Changed', 'Your new plan is in force.');
    await expect(subscription(page)).toContainText('Business');
    await expect(payments(page)).toContainText('Change to Business, monthly');
  });

  test('who waits too long for the confirmation is told that it is on its way', async ({
    page,
  }) => {
    await signUp(page.context());
    await open(page, '/dashboard?paid=true');
    await expect(subscription(page).getByRole('status')).toContainText('is being confirmed');
    await expect(subscription(page).getByRole('status')).toContainText('on its way', {
      timeout: 12_000,
    });
  });
});

test.describe('the pages of money', () => {
  test('are accessible and fit', async ({ page }) => {
    test.slow();
    await signUp(page.context());
    await open(page, '/dashboard');
    await expectAccessible(page);
    await choosePlan(page);
    await expect(payment(page).getByLabel('Card number')).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await pay(page, failsLater);
    await expect(subscription(page)).toContainText('Active');
    await button(page, 'Skip to the next renewal').click();
    await expect(button(page, 'Update card')).toBeVisible();
    await expect(toasts(page)).toHaveCount(0, { timeout: 10_000 });
    await expectAccessible(page);
    await expectToFit(page);
    await page
      .getByRole('link', { name: /^Receipt of/ })
      .first()
      .click();
    await expect(title(page)).toHaveText('Receipt');
    await expectAccessible(page);
    await expectToFit(page);
  });
});
