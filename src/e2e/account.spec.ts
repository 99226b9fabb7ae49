import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';

import { awake, expect, failedRequest, open, type Sql, test, toasts } from './fixtures';
import { accountMenu, avatar, type Person, panel, signIn, signUp } from './people';
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
