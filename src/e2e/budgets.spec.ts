import type { Locator, Page } from '@playwright/test';

import { expect, failedRequest, open, spendBudget, test, toasts, uniqueEmail } from './fixtures';
import { expectToFit } from './page-checks';
import { fillQuick, quickAnswers, quickForm } from './quick-quote';

/** What one address may send runs out; the forms say so, and until when. */

async function fillContact(page: Page): Promise<Locator> {
  await open(page, '/contact');
  const form = page.getByRole('form', { name: 'Send us a message' });
  await form.getByLabel('First name').fill('Ada');
  await form.getByLabel('Last name').fill('Byron');
  await form.getByLabel('Email').fill(uniqueEmail());
  await form.getByLabel('Service').selectOption('branding');
  await form.getByLabel('Message').fill('The engine wants a name.');
  return form;
}

async function fillQuickQuote(page: Page): Promise<Locator> {
  await open(page, '/');
  await fillQuick(page, quickAnswers());
  return quickForm(page);
}

async function fillServiceQuote(page: Page): Promise<Locator> {
  await open(page, '/services/marketing-website');
  const form = page.getByRole('form', { name: /^Quote for/ });
  await form.getByLabel('Name').fill('Ada Byron');
  await form.getByLabel('Email').fill(uniqueEmail());
  await form.getByLabel('Phone').fill('+44 20 7946 0958');
  await form.getByLabel('Budget').selectOption('under-1000');
  await form.getByLabel('Timeline').selectOption('asap');
  await form.getByLabel('Project details').fill('An engine that weaves algebra.');
  return form;
}

const forms = [
  { name: 'the contact form', budget: 'contactForm', fill: fillContact },
  { name: 'the quick quote', budget: 'quoteForm', fill: fillQuickQuote },
  { name: 'a service’s quote form', budget: 'quoteForm', fill: fillServiceQuote },
];

for (const { name, budget, fill } of forms) {
  test(`${name} counts down to when it may be sent again`, async ({
    page,
    sql,
    noise,
    extraHTTPHeaders,
  }) => {
    noise.allow(failedRequest);
    const key = `${budget}:${extraHTTPHeaders?.['X-Forwarded-For']}`;
    await spendBudget(sql, key);
    await page.clock.install();
    const form = await fill(page);
    const submit = form.locator('button[type=submit]');
    await submit.click();
    await expect(page.getByRole('alert')).toContainText('Too many requests.');
    const note = form.getByText(/^You can try again in \d+ min \d+ s\.$/);
    await expect(note).toBeVisible();
    await expect(submit).toBeDisabled();
    await toasts(page).getByRole('button', { name: 'Dismiss' }).click();
    await expectToFit(page);

    await page.clock.fastForward(601_000);
    await sql`delete from rate_limits where key = ${key}`;
    await expect(note).toHaveCount(0);
    const answer = page.waitForResponse('**/api/trpc/**');
    await submit.click();
    expect((await answer).status()).toBe(200);
  });
}
