import type { Page } from '@playwright/test';

import {
  abort,
  expect,
  expectFieldError,
  failedRequest,
  open,
  test,
  toasts,
  uniqueEmail,
} from './fixtures';
import { expectAccessible, expectHead, expectToFit } from './page-checks';
import {
  accountMenu,
  addAccount,
  avatar,
  codeField,
  codeForm,
  demoCode,
  dismiss,
  hideDemo,
  type Person,
  panel,
  passCodeGap,
  sendCodeCalls,
  signUpCalls,
  somebody,
  title,
} from './people';

const form = (page: Page) => panel(page, 'Sign Up');
const submit = (page: Page) => form(page).locator('button[type=submit]');

async function fill(page: Page, { firstName, lastName, email }: Person) {
  await form(page).getByLabel('First name').fill(firstName);
  await form(page).getByLabel('Last name').fill(lastName);
  await form(page).getByLabel('Email').fill(email);
}

async function askForCode(page: Page, person: Person, path = '/auth/signup') {
  await open(page, path);
  await fill(page, person);
  await submit(page).click();
  await expect(title(page)).toHaveText('Verify Your Email');
}

test.describe('the details step', () => {
  test('says what it asks, and leads to signing in', async ({ page, baseURL }) => {
    await open(page, '/auth/signup?next=/account');
    await expect(title(page)).toHaveText('Sign Up');
    await expect(submit(page)).toHaveText('Create Account');
    const purposes = { 'First name': 'given-name', 'Last name': 'family-name', Email: 'email' };
    for (const [label, purpose] of Object.entries(purposes)) {
      await expect(form(page).getByLabel(label)).toHaveAttribute('autocomplete', purpose);
    }
    await expectHead(page, {
      url: `${baseURL}/auth/signup`,
      title: 'Sign up | Kestrel',
      description:
        'Make an account to follow your projects and payments. A name and an e-mail address are all it takes.',
      type: 'website',
    });
    const main = page.getByRole('main');
    await expect(main.locator('a[href="/terms"]')).toHaveText('terms');
    await expect(main.locator('a[href="/privacy"]')).toHaveText('privacy policy');
    await main.getByRole('link', { name: 'Sign in' }).click();
    await expect(title(page)).toHaveText('Sign In');
    await expect(page).toHaveURL('/auth/signin?next=%2Faccount');
  });

  test('says at each field what is missing, and the first gets the focus', async ({ page }) => {
    await open(page, '/auth/signup');
    await fill(page, { firstName: '', lastName: ' B ', email: 'ada@' });
    await submit(page).click();
    await expectFieldError(form(page), 'First name', 'First name must be at least 2 characters');
    await expectFieldError(form(page), 'Last name', 'Last name must be at least 2 characters');
    await expectFieldError(form(page), 'Email', 'Please enter a valid email address');
    await expect(form(page).getByLabel('First name')).toBeFocused();
    await form(page).getByLabel('First name').fill('Ada');
    await submit(page).click();
    await expect(form(page).getByLabel('First name')).not.toHaveAttribute('aria-invalid');
    await expect(form(page).getByLabel('Last name')).toBeFocused();
  });

  test('says that the code could not be sent, and loses nothing', async ({ page, noise }) => {
    noise.allow(failedRequest);
    await open(page, '/auth/signup');
    await page.route(sendCodeCalls, abort);
    const person = somebody();
    await fill(page, person);
    await submit(page).click();
    await expect(page.getByRole('alert')).toContainText('Error');
    await expect(page.getByRole('alert')).toContainText('Failed to send OTP. Please try again.');
    await expect(form(page).getByLabel('First name')).toHaveValue('Ada');
    await expect(form(page).getByLabel('Last name')).toHaveValue('Byron');
    await expect(form(page).getByLabel('Email')).toHaveValue(person.email);
    await expect(submit(page)).toBeEnabled();
  });
});

test.describe('the code step', () => {
  test('has the words of the spec, and goes back to what was typed', async ({ page }) => {
    const person = somebody();
    await open(page, '/auth/signup');
    await fill(page, person);
    const [request] = await Promise.all([page.waitForRequest(sendCodeCalls), submit(page).click()]);
    expect(request.postDataJSON()).toEqual({ 0: { email: person.email, type: 'signup' } });
    await expect(title(page)).toHaveText('Verify Your Email');
    await expect(toasts(page)).toContainText('Demo OTP Ready');
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      `Demo mode: the code is ${demoCode}`,
    );
    await expect(codeForm(page).locator('button[type=submit]')).toHaveText(
      'Verify & Create Account',
    );
    await expect(codeForm(page).getByRole('button', { name: /^Resend OTP in/ })).toBeDisabled();
    await codeField(page).fill('12345');
    await codeForm(page).locator('button[type=submit]').click();
    await expectFieldError(codeForm(page), 'Code', 'OTP must be 6 digits');

    await codeForm(page).getByRole('button', { name: 'Back to Sign Up' }).click();
    await expect(title(page)).toHaveText('Sign Up');
    await expect(form(page).getByLabel('First name')).toHaveValue('Ada');
    await expect(form(page).getByLabel('Last name')).toHaveValue('Byron');
    await expect(form(page).getByLabel('Email')).toHaveValue(person.email);
  });

  test('sends another code for the same purpose', async ({ page, sql }) => {
    await hideDemo(page);
    await page.clock.install();
    const person = somebody();
    await askForCode(page, person);
    await expect(toasts(page)).toContainText('OTP Sent');
    await page.clock.fastForward(61_000);
    await passCodeGap(sql, person.email);
    const [request] = await Promise.all([
      page.waitForRequest(sendCodeCalls),
      codeForm(page).getByRole('button', { name: 'Resend OTP' }).click(),
    ]);
    expect(request.postDataJSON()).toEqual({ 0: { email: person.email, type: 'signup' } });
    await expect(toasts(page)).toContainText('OTP Resent');
  });
});

test.describe('an account', () => {
  test('is made once the code is right, and greeted', async ({ page, sql, noise }) => {
    noise.allow(failedRequest);
    const person = { ...somebody(), firstName: 'Grace', lastName: 'Hopper' };
    const rows = () => sql`
      select first_name, last_name, is_admin, password_hash from users
      where email = ${person.email}`;
    await askForCode(page, { ...person, email: person.email.toUpperCase() });
    await codeField(page).fill('000000');
    await expectFieldError(codeForm(page), 'Code', 'Invalid OTP. Please try again.');
    await expect(page.getByRole('alert')).toContainText('Invalid OTP. Please try again.');
    expect(await rows()).toHaveLength(0);

    const [request] = await Promise.all([
      page.waitForRequest(signUpCalls),
      codeField(page).fill(demoCode),
    ]);
    expect(request.postDataJSON()).toEqual({ 0: { ...person, otp: demoCode } });
    await expect(page).toHaveURL('/');
    await expect(toasts(page)).toContainText('Account Created');
    await expect(toasts(page)).toContainText('Welcome, Grace.');
    await expect(title(page)).toHaveText('Welcome, Grace');
    expect(await rows()).toEqual([
      { first_name: 'Grace', last_name: 'Hopper', is_admin: false, password_hash: null },
    ]);

    const main = page.getByRole('navigation', { name: 'Main' });
    await expect(main.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    );
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toHaveCount(0);
    await expect(avatar(page, 'Grace')).toHaveText('G');
    await expect(accountMenu(page)).toBeHidden();
    await avatar(page, 'Grace').click();
    await expect(accountMenu(page).getByRole('link')).toHaveText(['Profile', 'Log out']);
    await accountMenu(page).getByRole('link', { name: 'Profile' }).click();
    await expect(page).toHaveURL('/account');
    await avatar(page, 'Grace').click();
    await accountMenu(page).getByRole('link', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/');
    await expect(title(page)).toHaveText(/hover/);
    await expect(avatar(page, 'Grace')).toHaveCount(0);
    await expect(main.getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
    expect(
      await sql`select 1 from sessions s join users u on u.id = s.user_id
        where u.email = ${person.email}`,
    ).toHaveLength(0);
  });

  test('that is there already is signed in to, and stays as it is', async ({
    page,
    context,
    sql,
  }) => {
    const person = await addAccount(context, sql);
    await askForCode(page, { ...person, firstName: 'Eve' });
    await codeField(page).fill(demoCode);
    await expect(title(page)).toHaveText('Welcome, Ada');
    await expect(toasts(page)).toContainText('Signed In');
    await expect(toasts(page)).toContainText('You had an account already. Welcome, Ada.');
    expect(await sql`select first_name from users where email = ${person.email}`).toEqual([
      { first_name: 'Ada' },
    ]);
  });

  test('leads on to where one was going', async ({ page }) => {
    await askForCode(page, somebody(), '/auth/signup?next=%2Faccount');
    await codeField(page).fill(demoCode);
    await expect(page).toHaveURL('/account');
    await expect(title(page)).toHaveText('Your account');
  });
});

test('axe finds nothing, and nothing sticks out, in either step', async ({ page }) => {
  await open(page, '/auth/signup');
  await submit(page).click();
  await expectFieldError(form(page), 'Email', 'Please enter a valid email address');
  await expectToFit(page);
  await expectAccessible(page);
  await fill(page, { ...somebody(), email: uniqueEmail() });
  await submit(page).click();
  await expect(title(page)).toHaveText('Verify Your Email');
  await dismiss(page);
  await expectToFit(page);
  await expectAccessible(page);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the form says that it needs them', async ({ page }) => {
    await page.goto('/auth/signup');
    await expect(form(page).locator('noscript p')).toHaveText('Signing up needs JavaScript.');
    await expect(form(page).locator('noscript p')).toBeVisible();
  });
});
