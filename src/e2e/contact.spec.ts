import type { Page } from '@playwright/test';

import { contactServices } from '~/contract/leads/contact';
import {
  abort,
  entryScript,
  expect,
  expectFieldError,
  failedRequest,
  holdBack,
  messageCalls,
  open,
  type Sql,
  test,
  toasts,
  uniqueEmail,
} from './fixtures';

const form = (page: Page) => page.getByRole('form', { name: 'Send us a message' });
const submit = (page: Page) => form(page).locator('button[type=submit]');
const messagesOf = (sql: Sql, email: string) =>
  sql`select * from contact_messages where email = ${email}`;

const answersFor = (email: string) => ({
  'First name': 'Ada',
  'Last name': 'Byron',
  Email: email,
  Phone: '+44 20 7946 0958',
  Service: 'branding',
  Message: 'The engine wants a name.\nAnd a mark.',
});

async function fill(page: Page, answers: Record<string, string>) {
  for (const [label, value] of Object.entries(answers)) {
    const field = form(page).getByLabel(label);
    if (label === 'Service') await field.selectOption(value);
    else await field.fill(value);
  }
}

async function expectAnswers(page: Page, answers: Record<string, string>) {
  for (const [label, value] of Object.entries(answers)) {
    await expect(form(page).getByLabel(label)).toHaveValue(value);
  }
}

test.describe('what is missing', () => {
  test('is said at each field, and the first one gets the focus', async ({ page }) => {
    await open(page, '/contact');
    await submit(page).click();
    await expectFieldError(form(page), 'First name', 'First name must be at least 2 characters');
    await expectFieldError(form(page), 'Last name', 'Last name must be at least 2 characters');
    await expectFieldError(form(page), 'Email', 'Please enter a valid email address');
    await expectFieldError(form(page), 'Service', 'Please select a service');
    await expectFieldError(form(page), 'Message', 'Message must be at least 10 characters');
    await expect(form(page).getByLabel('Phone')).not.toHaveAttribute('aria-invalid');
    await expect(form(page).getByLabel('First name')).toBeFocused();
  });
});

test.describe('a message', () => {
  test('is sent as the spec has it, stored once, confirmed, and the form is empty again', async ({
    page,
    sql,
  }) => {
    await open(page, '/contact');
    const email = uniqueEmail();
    const answers = answersFor(email);
    await fill(page, answers);
    const gate = await holdBack(page, messageCalls);
    const [request] = await Promise.all([page.waitForRequest(messageCalls), submit(page).click()]);
    await expect(submit(page)).toBeDisabled();
    await expect(submit(page)).toHaveText('Sending...');
    expect(Object.values(request.postDataJSON())[0]).toEqual({
      firstName: 'Ada',
      lastName: 'Byron',
      email,
      phone: '+44 20 7946 0958',
      service: 'branding',
      message: 'The engine wants a name.\nAnd a mark.',
      subject: '',
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      filledInMs: expect.any(Number),
      website: '',
    });
    gate.open();
    await expect(toasts(page)).toHaveCount(1);
    await expect(toasts(page)).toContainText('Message Sent!');
    await expect(toasts(page)).toContainText(
      "Thank you for your message. We'll get back to you soon.",
    );
    await expect(submit(page)).toHaveText('Send Message');
    await expectAnswers(page, Object.fromEntries(Object.keys(answers).map((label) => [label, ''])));
    expect(await messagesOf(sql, email)).toMatchObject([
      { first_name: 'Ada', service: 'branding', status: 'unread' },
    ]);
    await page.reload();
    await expect(form(page).getByLabel('First name')).toHaveValue('');
  });

  test('says what it is about, where the link to the form did', async ({ page, sql }) => {
    await open(page, '/terms');
    await page.getByRole('link', { name: 'Legal Team' }).click();
    await expect(page).toHaveURL('/contact?subject=legal');
    await expect(form(page)).toContainText('Question for the legal team');
    await expect(form(page).getByLabel('Service')).toHaveCount(0);
    const email = uniqueEmail();
    const { Service, ...answers } = answersFor(email);
    await fill(page, answers);
    await submit(page).click();
    await expect(toasts(page)).toContainText('Message Sent!');
    expect(await messagesOf(sql, email)).toMatchObject([
      { subject: 'Question for the legal team', service: 'other' },
    ]);
  });

  test('that is refused says why, and loses nothing', async ({ page, noise }) => {
    noise.allow(failedRequest);
    await open(page, '/contact');
    const message = 'Please keep this under 101 characters';
    const data = { code: 'BAD_REQUEST', httpStatus: 400, issues: [{ path: 'lastName', message }] };
    await page.route(messageCalls, (route) =>
      route.fulfill({ status: 400, json: [{ error: { message, code: -32600, data } }] }),
    );
    const answers = answersFor(uniqueEmail());
    await fill(page, answers);
    await submit(page).click();
    await expect(page.getByRole('alert')).toContainText('Error');
    await expect(page.getByRole('alert')).toContainText(message);
    await expectFieldError(form(page), 'Last name', message);
    await expectAnswers(page, answers);
  });

  test('outlives a lost connection and a reload, and is stored once', async ({
    page,
    sql,
    noise,
  }) => {
    noise.allow(failedRequest);
    await open(page, '/contact');
    const email = uniqueEmail();
    const answers = answersFor(email);
    await fill(page, answers);
    // It arrives, but the answer does not: the one who sent it cannot know.
    await page.route(messageCalls, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await submit(page).click();
    await expect(page.getByRole('alert')).toContainText('Error');
    await expect(page.getByRole('alert')).toContainText(
      'Failed to send message. Please try again.',
    );
    await page.unroute(messageCalls);
    await page.reload();
    await expectAnswers(page, answers);
    await expect(form(page)).toHaveAttribute('data-live', '');
    await submit(page).click();
    await expect(toasts(page)).toContainText('Message Sent!');
    expect(await messagesOf(sql, email)).toHaveLength(1);
  });

  test('is sent once, however often the button is pressed', async ({ page, sql }) => {
    await open(page, '/contact');
    const email = uniqueEmail();
    await fill(page, answersFor(email));
    await submit(page).evaluate((button: HTMLButtonElement) => {
      for (let press = 0; press < 5; press += 1) button.click();
    });
    await expect(toasts(page)).toContainText('Message Sent!');
    expect(await messagesOf(sql, email)).toHaveLength(1);
  });

  test('that is sent before the page is awake is sent once it is', async ({ page, sql }) => {
    const gate = await holdBack(page, entryScript);
    await page.goto('/contact', { waitUntil: 'commit' });
    const email = uniqueEmail();
    await fill(page, answersFor(email));
    await submit(page).click();
    gate.open();
    await expect(toasts(page)).toContainText('Message Sent!');
    expect(await messagesOf(sql, email)).toHaveLength(1);
  });

  test('cannot be sent while the site is away, and says so', async ({ page, noise }) => {
    noise.allow(failedRequest);
    await open(page, '/contact');
    await page.route(messageCalls, abort);
    const answers = answersFor(uniqueEmail());
    await fill(page, answers);
    await submit(page).click();
    await expect(page.getByRole('alert')).toContainText(
      'Failed to send message. Please try again.',
    );
    await expectAnswers(page, answers);
    await expect(submit(page)).toBeEnabled();
  });
});

test('the services offered are those of the spec', async ({ page }) => {
  await open(page, '/contact');
  await expect(form(page).getByLabel('Service').locator('option')).toHaveText([
    'Select a service',
    ...contactServices.map(({ label }) => label),
  ]);
});

test('the agency’s own details are beside the form', async ({ page, sql }) => {
  const [row] = await sql`select value from settings where key = 'contact'`;
  await open(page, '/contact');
  const info = page.getByRole('region', { name: 'How to reach us' });
  await expect(info.getByRole('link', { name: row?.value.email })).toHaveAttribute(
    'href',
    `mailto:${row?.value.email}`,
  );
  await expect(info).toContainText(row?.value.phone);
  await expect(info).toContainText(row?.value.hours);
  await expect(info.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\d+$/,
  );
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the details are there, and what to do instead of the form', async ({ page }) => {
    await page.goto('/contact');
    await expect(page.getByRole('main').locator('noscript p')).toHaveText(
      /^This form needs JavaScript\./,
    );
    await expect(page.getByRole('main').getByRole('link', { name: /@/ })).toBeVisible();
  });
});
