import type { Page } from '@playwright/test';

import {
  abort,
  expect,
  expectFieldError,
  failedRequest,
  holdBack,
  open,
  spendBudget,
  tabTo,
  test,
} from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { adminLoginCalls, panel, signInAsAdmin, signUp, title } from './people';

const form = (page: Page) => panel(page, 'Admin Login');
const username = (page: Page) => form(page).getByLabel('Username', { exact: true });
const password = (page: Page) => form(page).getByLabel('Password', { exact: true });
const submit = (page: Page) => form(page).locator('button[type=submit]');
const alert = (page: Page) => form(page).getByRole('alert');

async function logIn(page: Page, secret = 'admin-demo', name = 'admin') {
  await username(page).fill(name);
  await password(page).fill(secret);
  await submit(page).click();
}

// The panel may not be there yet: where it leads is all that is looked at.
test.beforeEach(({ noise }) => noise.allow(failedRequest));

test('says what it is, to people alone', async ({ page }) => {
  await open(page, '/cplogin');
  await expect(title(page)).toHaveText('Admin Login');
  await expect(page).toHaveTitle('Admin login | Kestrel');
  await expect(page.locator('head meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(submit(page)).toHaveText('Sign In');
  await expect(username(page)).toHaveAttribute('autocomplete', 'username');
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');
  await expect(password(page)).toHaveAttribute('type', 'password');
});

test('wants both, says so at each, and gives the first the focus', async ({ page }) => {
  await open(page, '/cplogin');
  await submit(page).click();
  await expectFieldError(form(page), 'Username', 'Username is required');
  await expectFieldError(form(page), 'Password', 'Password is required');
  await expect(username(page)).toBeFocused();
  await username(page).fill('admin');
  await submit(page).click();
  await expect(username(page)).not.toHaveAttribute('aria-invalid');
  await expect(password(page)).toBeFocused();
});

test('shows the password when asked to, and hides it again', async ({ page }) => {
  await open(page, '/cplogin');
  await password(page).fill('hunter2');
  await form(page).getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await expect(password(page)).toHaveValue('hunter2');
  await form(page).getByRole('button', { name: 'Hide password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');
  await expect(password(page)).toHaveValue('hunter2');
});

test('says what is wrong beside the fields, and lets another be tried', async ({
  page,
  context,
}) => {
  await open(page, '/cplogin');
  await logIn(page, 'not-the-password');
  await expect(alert(page)).toHaveText('Invalid username or password');
  await expect(username(page)).toHaveValue('admin');
  expect(await context.cookies()).toEqual([]);
  // The same words where there is no such admin: nobody learns who is one.
  await logIn(page, 'admin-demo', `nobody-${crypto.randomUUID()}`);
  await expect(alert(page)).toHaveText('Invalid username or password');
  await page.route(adminLoginCalls, abort);
  await submit(page).click();
  await expect(alert(page)).toHaveText('Login failed. Please check your credentials.');
  await page.unroute(adminLoginCalls);
  await logIn(page);
  await expect(page).toHaveURL('/admin');
});

test('past the budget counts down to when to try again', async ({ page, sql }) => {
  const name = `nobody-${crypto.randomUUID()}`;
  await spendBudget(sql, `adminByUsername:${name}`);
  await open(page, '/cplogin');
  await logIn(page, 'wrong', name);
  await expect(alert(page)).toHaveText('Too many attempts.');
  await expect(form(page).getByText(/^You can try again in \d+ min \d+ s\.$/)).toBeVisible();
  await expect(submit(page)).toBeDisabled();
  await expectToFit(page);
  await expectAccessible(page);
});

test('shows that it is at work, and then goes to the panel', async ({ page, context }) => {
  await open(page, '/cplogin');
  const gate = await holdBack(page, adminLoginCalls);
  const [request] = await Promise.all([page.waitForRequest(adminLoginCalls), logIn(page)]);
  expect(request.postDataJSON()).toEqual({ 0: { username: 'admin', password: 'admin-demo' } });
  await expect(submit(page)).toHaveText('Signing in...');
  await expect(submit(page)).toBeDisabled();
  await expect(alert(page)).toHaveCount(0);
  gate.open();
  await expect(page).toHaveURL('/admin');
  const user = await context.request.get('/api/auth/user');
  expect(await user.json()).toMatchObject({ isAdmin: true });

  // From here on there is nothing to log in to.
  await page.goto('/cplogin');
  await expect(page).toHaveURL('/admin');
});

test('goes by the keyboard alone to where one was going', async ({ page }) => {
  await page.goto('/api/login?next=%2Fadmin%3Fsection%3Dquotes');
  await expect(page).toHaveURL('/cplogin?next=%2Fadmin%3Fsection%3Dquotes');
  await expect(form(page)).toHaveAttribute('data-live', '');
  await tabTo(page, username(page));
  await page.keyboard.type('admin');
  await page.keyboard.press('Tab');
  await page.keyboard.type('admin-demo');
  // The address that is asked for: what the panel makes of it is its own business.
  const [request] = await Promise.all([
    page.waitForRequest(/\/admin\?section=quotes$/),
    page.keyboard.press('Enter'),
  ]);
  expect(request.isNavigationRequest()).toBe(true);
});

test('leads nobody to another site', async ({ page }) => {
  await open(page, `/cplogin?next=${encodeURIComponent('//elsewhere.example/admin')}`);
  await logIn(page);
  await expect(page).toHaveURL('/admin');
});

test('a client is no admin, and can become one here alone', async ({ page, context }) => {
  await signUp(context);
  await open(page, '/cplogin');
  await expect(title(page)).toHaveText('Admin Login');
  const user = await context.request.get('/api/auth/user');
  expect(await user.json()).toMatchObject({ firstName: 'Ada', isAdmin: false });
});

test('an admin sees the site as visitors do', async ({ page, context }) => {
  await signInAsAdmin(context);
  await open(page, '/');
  await expect(title(page)).toHaveText(/hover/);
});

test('axe finds nothing, and nothing sticks out', async ({ page }) => {
  await open(page, '/cplogin');
  await logIn(page, 'not-the-password', `nobody-${crypto.randomUUID()}`);
  await expect(alert(page)).toBeVisible();
  await password(page).fill('');
  await submit(page).click();
  await expectFieldError(form(page), 'Password', 'Password is required');
  await expect(alert(page)).toBeVisible();
  await expectToFit(page);
  await expectAccessible(page);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the form says that it needs them', async ({ page }) => {
    await page.goto('/cplogin');
    await expect(form(page).locator('noscript p')).toHaveText('Signing in needs JavaScript.');
    await expect(form(page).locator('noscript p')).toBeVisible();
  });
});
