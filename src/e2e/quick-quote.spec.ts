import {
  answerForChat,
  expect,
  expectFieldError,
  failedRequest,
  open,
  type Sql,
  submitCalls,
  tabTo,
  toasts,
  uniqueEmail,
  test as withNewPage,
} from './fixtures';
import {
  expectQuickAnswers,
  fillQuick,
  quickAnswers,
  quickForm,
  quickSubmit,
  quickSubmitted,
} from './quick-quote';
import { test } from './shared-page';

const quotesOf = (sql: Sql, email: string) => sql`select * from quotes where email = ${email}`;

test('a visitor requests a quote by keyboard, reads the confirmation, and continues in the chat', async ({
  page,
  context,
  sql,
  noise,
}) => {
  await answerForChat(page, noise);
  await open(page, '/');
  const form = quickForm(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, form.getByLabel('Name'));
  const email = uniqueEmail();
  for (const text of ['Ada Byron', '+1 555 010 0142', 'Germ', email.split('@')[0], 'Cons']) {
    await page.keyboard.type(text ?? '');
    await page.keyboard.press('Tab');
  }
  await expect(quickSubmit(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(form.getByLabel('Email')).toBeFocused();
  await expectFieldError(form, 'Email', 'Invalid email address');
  await page.keyboard.type('@example.com');
  const chat = context.waitForEvent('page');
  await page.keyboard.press('Enter');

  await expect(quickSubmitted(page)).toBeFocused();
  await expect(toasts(page)).toContainText('Quote Request Submitted');
  for (const box of [toasts(page), page.getByLabel(/^Notifications/)]) {
    expect((await box.boundingBox())?.width).toBeLessThanOrEqual(420);
  }
  expect(await quotesOf(sql, email)).toMatchObject([
    {
      name: 'Ada Byron',
      phone: '+1 555 010 0142',
      phone_digits: '15550100142',
      country: 'de',
      source: 'home',
      service_id: null,
      budget: 'To be discussed',
      timeline: 'To be discussed',
      status: 'pending',
    },
  ]);
  const link = page.getByRole('link', { name: 'Continue on WhatsApp' });
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await expect(await chat).toHaveURL((await link.getAttribute('href')) ?? '');
  await page.bringToFront();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(form).toBeVisible();
});

withNewPage(
  'a quote outlives being offline, a lost answer and a reload, and is stored once',
  async ({ page, context, sql, noise }) => {
    await answerForChat(page, noise);
    noise.allow(failedRequest);
    await open(page, '/');
    // Goes offline before the first key press, so that the form's rules are not loaded yet.
    await context.setOffline(true);
    const answers = quickAnswers();
    await fillQuick(page, answers);
    await quickSubmit(page).click();
    await expect(page.getByRole('alert')).toContainText(
      'Failed to submit quote request. Please try again.',
    );
    await expectQuickAnswers(page, answers);
    await context.setOffline(false);

    const keys: string[] = [];
    await page.route(submitCalls, async (route) => {
      keys.push(route.request().postDataJSON()[0].key);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    const lost = page.waitForEvent('requestfailed');
    await quickSubmit(page).click();
    await lost;
    await expect(quickSubmit(page)).toBeEnabled();
    expect(await quotesOf(sql, answers.email)).toHaveLength(1);

    await page.reload();
    await expectQuickAnswers(page, answers);
    await quickSubmit(page).click();
    await expect(quickSubmitted(page)).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    expect(await quotesOf(sql, answers.email)).toHaveLength(1);
  },
);
