import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';

import { drawer, openPanel } from './admin-panel';
import { awake, expect, failedRequest, open, type Sql, test, toasts } from './fixtures';
import { expectAccessible } from './page-checks';
import {
  accountMenu,
  avatar,
  demoCode,
  dismiss,
  type Person,
  panel,
  passCodeGap,
  signIn,
  signInAsAdmin,
  signUp,
} from './people';
import { expectLogin, signInHere } from './requests';

const profile = (page: Page) => panel(page, 'Profile');
const save = (page: Page) => profile(page).locator('button[type=submit]');
const sessions = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The same client on another device. */
async function elsewhere(browser: Browser, sql: Sql, person: Person) {
  const context = await browser.newContext({ userAgent: firefox });
  await signIn(context, sql, person);
  return context;
}

/** A picture that is larger than a request may be before it is scaled down. */
async function largePicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const create = { width: 900, height: 600, channels: 3, background: '#000', noise } as const;
  const buffer = await sharp({ create }).png().toBuffer();
  expect(buffer.length).toBeGreaterThan(100 * 1024);
  return buffer;
}

test('a client changes name and picture, and signs out another device', async ({
  page,
  context,
  browser,
  sql,
}) => {
  const person = await signUp(context);
  const other = await elsewhere(browser, sql, person);
  await open(page, '/account');
  await profile(page).getByLabel('First name').fill('Grace');
  await save(page).click();
  await expect(toasts(page)).toContainText('Profile Saved');
  await expect(avatar(page, 'Grace')).toHaveText('G');

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add a picture' }).click(),
  ]);
  await chooser.setFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await largePicture(),
  });
  await expect(toasts(page)).toContainText('Your picture was changed.');
  const [row] = await sql`
    select first_name, profile_image_url as url from users where email = ${person.email}`;
  expect(row?.first_name).toBe('Grace');
  const answer = await context.request.get(row?.url);
  const { width, height } = await sharp(await answer.body()).metadata();
  expect({ width, height }).toEqual({ width: 384, height: 384 });

  await expect(sessions(page)).toHaveCount(2);
  await expect(sessions(page).filter({ hasText: 'This device' })).toHaveText(/^Chrome on/);
  await sessions(page)
    .filter({ hasText: 'Firefox on Linux' })
    .getByRole('button', { name: 'Sign out' })
    .click();
  await expect(toasts(page)).toContainText('Firefox on Linux is signed out.');
  expect((await other.request.get('/api/auth/user')).status()).toBe(401);
  await other.close();

  await page.reload();
  const face = avatar(page, 'Grace').locator('img');
  const isLoaded = (img: HTMLImageElement) => img.complete && img.naturalWidth > 0;
  await expect.poll(() => face.evaluate(isLoaded)).toBe(true);
  await expect(sessions(page)).toHaveCount(1);
});

test('a client signs in again after signing out in another tab, and keeps the typed text', async ({
  page,
  context,
  sql,
  noise,
}) => {
  noise.allow(failedRequest);
  const person = await signUp(context);
  await open(page, '/account');
  const beside = await context.newPage();
  await open(beside, '/');
  await avatar(beside).click();
  await accountMenu(beside).getByRole('link', { name: 'Log out' }).click();
  await expect(avatar(beside)).toHaveCount(0);
  await beside.close();

  await profile(page).getByLabel('First name').fill('Grace');
  await save(page).click();
  await expectLogin(page, '/account');
  const names = sql`select first_name from users where email = ${person.email}`;
  expect(await names).toEqual([{ first_name: 'Ada' }]);
  await signInHere(page, sql, person);
  await expect(page).toHaveURL('/account');
  await awake(page);
  await expect(profile(page).getByLabel('First name')).toHaveValue('Grace');
  await save(page).click();
  await expect(avatar(page, 'Grace')).toBeVisible();
});

test('a client leaves: asks for the data, deletes the account by a code, and keeps it after all', async ({
  page,
  context,
  browser,
  baseURL,
  sql,
}) => {
  const person = await signUp(context);
  await passCodeGap(sql, person.email);
  await open(page, '/account');
  const data = page.getByRole('region', { name: 'Your data' });
  await data.getByRole('button', { name: 'Download my data' }).click();
  // It is there at once where the job came first.
  await expect(data).toContainText(/is being put together|Put together on/);
  await dismiss(page);

  await data.getByRole('button', { name: 'Delete my account' }).click();
  await data.getByRole('button', { name: 'Send a code to confirm' }).click();
  const form = panel(page, 'Confirm deletion');
  await form.getByLabel('Code').fill(demoCode);
  await form.getByRole('button', { name: 'Delete my account' }).click();
  const banner = page.getByRole('complementary', { name: 'Deletion of your account' });
  await expect(banner).toContainText('Your account will be deleted on');
  await expect(data).toContainText('takes it back');
  const mails = await sql`
    select kind from mails where about = (select 'user:' || id from users where email = ${person.email})
      and kind like 'deletion%' order by id`;
  expect(mails.map(({ kind }) => kind)).toContain('deletion_planned');

  const forAdmin = await browser.newContext({ baseURL: baseURL ?? '' });
  await signInAsAdmin(forAdmin);
  const desk = await forAdmin.newPage();
  const [user] = await sql`select id from users where email = ${person.email}`;
  await openPanel(desk, `?section=users&open=${user?.id}`);
  await expect(drawer(desk)).toContainText('The client has asked for it.');
  await forAdmin.close();

  // On every page of the client area, after a reload as well.
  await open(page, '/dashboard');
  await expectAccessible(page);
  await banner.getByRole('button', { name: 'Keep my account' }).click();
  await expect(banner).toHaveCount(0);
  await expect(toasts(page)).toContainText('Your Account Stays');
  const [kept] = await sql`select deletion_due_at from users where email = ${person.email}`;
  expect(kept?.deletion_due_at).toBeNull();
});
