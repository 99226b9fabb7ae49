import { expect, expectFieldError, failedRequest, open, tabTo, test, toasts } from './fixtures';
import {
  accountMenu,
  addAccount,
  avatar,
  codeField,
  codeForm,
  demoCode,
  newPerson,
  panel,
  title,
} from './people';

test('a visitor signs up, finds the account, and signs out', async ({
  page,
  context,
  sql,
  noise,
}) => {
  noise.allow(failedRequest);
  const person = newPerson();
  const form = panel(page, 'Sign Up');
  await open(page, '/auth/signup');
  await form.getByLabel('First name').fill(person.firstName);
  await form.getByLabel('Last name').fill(person.lastName);
  await form.getByLabel('Email').fill(person.email.toUpperCase());
  await form.locator('button[type=submit]').click();
  await expect(title(page)).toHaveText('Verify Your Email');
  await codeField(page).fill('000000');
  await expectFieldError(codeForm(page), 'Code', 'Invalid OTP. Please try again.');
  const rows = () =>
    sql`select first_name, is_admin, password_hash from users where email = ${person.email}`;
  expect(await rows()).toEqual([]);

  // Typing the code again replaces the wrong one.
  await page.keyboard.type(demoCode);
  await expect(toasts(page)).toContainText('Account created');
  await expect(title(page)).toHaveText('Welcome, Ada');
  await expect(page).toHaveURL('/');
  expect(await rows()).toEqual([{ first_name: 'Ada', is_admin: false, password_hash: null }]);
  const cookies = (await context.cookies()).sort((a, b) => (a.name < b.name ? -1 : 1));
  const attributes = { httpOnly: true, sameSite: 'Lax', path: '/' };
  expect(cookies).toMatchObject([
    { name: 'code_browser', ...attributes },
    { name: 'session', ...attributes },
  ]);

  await avatar(page).click();
  await accountMenu(page).getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/account');
  await avatar(page).click();
  await accountMenu(page).getByRole('link', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/');
  await expect(title(page)).toHaveText(/hover/);
  await expect(avatar(page)).toHaveCount(0);
  expect((await context.request.get('/api/auth/user')).status()).toBe(401);
});

test('a client signs in by keyboard alone, and returns to the requested page', async ({
  page,
  context,
  sql,
}) => {
  const person = await addAccount(context, sql);
  await open(page, '/auth/signin?next=%2Fservices%3Fcategory%3Dbranding');
  const email = panel(page, 'Sign In').getByLabel('Email');
  await tabTo(page, email);
  await page.keyboard.type(person.email);
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(demoCode);
  await expect(page).toHaveURL('/services?category=branding');
  await expect(avatar(page)).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/signin/);
});

test('a window that another site opened is isolated from that site before the sign-in', async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto('about:blank');
  const opened = context.waitForEvent('page');
  await page.evaluate((site) => {
    Object.assign(window, { theirs: window.open(site) });
  }, baseURL);
  const site = await opened;
  const isCutOff = () => page.evaluate('theirs.closed');
  await expect(title(site)).toHaveText(/hover/);
  expect(await isCutOff()).toBe(false);

  await site.getByRole('link', { name: 'Sign In' }).first().click();
  await expect(title(site)).toHaveText('Sign In');
  await expect.poll(isCutOff).toBe(true);
  await expect(site).toHaveURL('/auth/signin');
  await expect(site.getByLabel('Email')).toBeVisible();
  expect(await site.evaluate(() => window.opener)).toBeNull();
});
