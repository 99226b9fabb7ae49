import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';

import {
  awake,
  expect,
  expectFieldError,
  failedRequest,
  open,
  type Sql,
  test,
  toasts,
} from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import {
  accountMenu,
  addAccount,
  avatar,
  codeField,
  demoCode,
  dismiss,
  type Person,
  panel,
  passCodeGap,
  signIn,
  signUp,
  title,
} from './people';

const profile = (page: Page) => panel(page, 'Profile');
const save = (page: Page) => profile(page).locator('button[type=submit]');
const sessions = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The same person at another device. */
async function elsewhere(browser: Browser, sql: Sql, person: Person) {
  const context = await browser.newContext({ userAgent: firefox });
  await signIn(context, sql, person);
  return context;
}

/** What whoever is signed out is told, before being taken to sign in. */
async function expectTaken(page: Page) {
  await expect(page.getByRole('alert')).toContainText('Unauthorized');
  await expect(page.getByRole('alert')).toContainText('You are logged out. Logging in again...');
  await expect(page).toHaveURL('/auth/signin?next=%2Faccount');
}

/** Signs out in another tab of the same browser. */
async function signOutBeside(page: Page) {
  const beside = await page.context().newPage();
  await open(beside, '/');
  await avatar(beside).click();
  await accountMenu(beside).getByRole('link', { name: 'Log out' }).click();
  await expect(avatar(beside)).toHaveCount(0);
  await awake(beside);
  await beside.close();
}

test.describe('whoever is signed out', () => {
  test('is told so, taken to sign in after 500 ms, and brought back', async ({
    page,
    context,
    sql,
  }) => {
    const person = await addAccount(context, sql);
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) asked.push(new URL(request.url()).pathname);
    });
    await page.goto('/account');
    await expect(title(page)).toHaveText('Your account');
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading account');
    const alert = page.getByRole('alert');
    // The page's time goes on in small steps, until it has woken up and said what it has to say.
    await expect(async () => {
      await page.clock.runFor(20);
      await expect(alert).toBeVisible({ timeout: 1 });
    }).toPass({ intervals: [20] });
    await expect(alert).toContainText('Unauthorized');
    await expect(alert).toContainText('You are logged out. Logging in again...');
    await page.clock.runFor(400);
    await expect(page).toHaveURL('/account');
    expect(asked).toEqual(['/account']);
    await page.clock.runFor(100);
    await expect(page).toHaveURL('/auth/signin?next=%2Faccount');
    expect(asked).toEqual(['/account', '/api/login', '/auth/signin']);

    await page.clock.resume();
    const form = panel(page, 'Sign In');
    await expect(form).toHaveAttribute('data-live', '');
    await form.getByLabel('Email').fill(person.email);
    await form.locator('button[type=submit]').click();
    await codeField(page).fill(demoCode);
    await expect(page).toHaveURL('/account');
    await expect(profile(page)).toContainText(`You sign in as ${person.email}.`);
  });

  test('gives axe nothing to find while waiting', async ({ page, noise }) => {
    noise.allow(failedRequest);
    // The way there leads nowhere, so that the page stays.
    await page.route('**/api/login**', (route) => route.fulfill({ status: 204 }));
    await open(page, '/account');
    await expect(page.getByRole('alert')).toBeVisible();
    await dismiss(page);
    await expectToFit(page);
    await expectAccessible(page);
  });
});

test.describe('the profile', () => {
  test('follows the rules of signing up', async ({ page, context }) => {
    await signUp(context);
    await open(page, '/account');
    await expect(page).toHaveTitle('Your account | Kestrel');
    await expect(page.locator('head meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await profile(page).getByLabel('First name').fill('A');
    await profile(page).getByLabel('Last name').fill(' ');
    await save(page).click();
    await expectFieldError(profile(page), 'First name', 'First name must be at least 2 characters');
    await expectFieldError(profile(page), 'Last name', 'Last name must be at least 2 characters');
    await expect(profile(page).getByLabel('First name')).toBeFocused();
    await expect(avatar(page)).toBeVisible();
  });

  test('that is changed shows in the menu at once, and ever after', async ({
    page,
    context,
    sql,
  }) => {
    const person = await signUp(context);
    await open(page, '/account');
    await expect(avatar(page)).toHaveText('A');
    await expect(profile(page).getByLabel('First name')).toHaveValue('Ada');
    await profile(page).getByLabel('First name').fill('Grace');
    await profile(page).getByLabel('Last name').fill('Hopper');
    await save(page).click();
    await expect(toasts(page)).toContainText('Profile Saved');
    await expect(avatar(page, 'Grace')).toHaveText('G');
    expect(
      await sql`select first_name, last_name from users where email = ${person.email}`,
    ).toEqual([{ first_name: 'Grace', last_name: 'Hopper' }]);
    await page.reload();
    await expect(avatar(page, 'Grace')).toHaveText('G');
    await expect(profile(page).getByLabel('Last name')).toHaveValue('Hopper');
  });
});

test.describe('the picture', () => {
  test('is shown in the menu once it is sent, and taken away again', async ({
    page,
    context,
    sql,
    request,
  }) => {
    const person = await signUp(context);
    const stored = async () => {
      const [row] = await sql`
        select profile_image_url as url from users where email = ${person.email}`;
      return row?.url as string | null;
    };
    // Noise hardly gets any smaller: as it is, this file is larger than a request may be.
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const buffer = await sharp({
      create: { width: 900, height: 600, channels: 3, background: '#000', noise },
    })
      .png()
      .toBuffer();
    expect(buffer.length).toBeGreaterThan(100 * 1024);
    await open(page, '/account');
    const input = page.getByLabel('Picture file');
    const face = page.getByRole('main').getByRole('img', { name: 'Your picture' });
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Add a picture' }).click(),
    ]);
    await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await expect(toasts(page)).toContainText('Your picture was changed.');
    await expect(face).toBeVisible();
    const url = await stored();
    expect(url).toBeTruthy();
    await expect(avatar(page).locator('img')).toHaveAttribute('src', url ?? '');
    const answer = await request.get(url ?? '');
    expect(answer.headers()['content-type']).toMatch(/^image\//);
    const { width, height } = await sharp(await answer.body()).metadata();
    expect({ width, height }).toEqual({ width: 384, height: 384 });
    await page.reload();
    const loaded = (img: HTMLImageElement) => img.complete && img.naturalWidth > 0;
    await expect.poll(() => avatar(page).locator('img').evaluate(loaded)).toBe(true);
    await expect.poll(() => face.evaluate(loaded)).toBe(true);

    await input.setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    });
    await expect(page.getByRole('alert')).toContainText(
      'This file is not a picture that can be read',
    );
    expect(await stored()).toBe(url);

    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(toasts(page)).toContainText('Your picture was removed.');
    await expect(avatar(page)).toHaveText('A');
    await expect(avatar(page).locator('img')).toHaveCount(0);
    await expect(face).toHaveCount(0);
    expect(await stored()).toBeNull();
  });
});

test.describe('a session', () => {
  test('elsewhere is listed, and whoever holds it is out once it is ended', async ({
    page,
    context,
    browser,
    sql,
  }) => {
    const person = await signUp(context);
    const other = await elsewhere(browser, sql, person);
    const there = await other.newPage();
    await open(there, '/account');
    await expect(avatar(there)).toBeVisible();

    await open(page, '/account');
    await expect(sessions(page)).toHaveCount(2);
    await expect(sessions(page).filter({ hasText: 'This device' })).toHaveText(
      /^Chrome on Windows/,
    );
    const its = sessions(page).filter({ hasText: 'Firefox on Linux' });
    await expect(its).toContainText(/Last seen .* signed in /);
    await its.getByRole('button', { name: 'Sign out' }).click();
    await expect(toasts(page)).toContainText('Signed Out');
    await expect(toasts(page)).toContainText('Firefox on Linux is signed out.');
    await expect(sessions(page)).toHaveCount(1);
    await expect(page.getByRole('button', { name: /^Sign out/ })).toHaveCount(0);

    await there.reload();
    await expectTaken(there);
    await expect(avatar(there)).toHaveCount(0);
    await other.close();
    // Here nothing has changed.
    await page.reload();
    await expect(avatar(page)).toBeVisible();
  });

  test('is all that is left once all others are ended', async ({ page, context, browser, sql }) => {
    const person = await signUp(context);
    const stranger = await addAccount(await browser.newContext(), sql);
    const others = [await elsewhere(browser, sql, person), await elsewhere(browser, sql, person)];
    await open(page, '/account');
    await expect(sessions(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Sign out of all others' }).click();
    await expect(toasts(page)).toContainText('Signed Out');
    await expect(sessions(page)).toHaveCount(1);
    await expect(sessions(page)).toContainText('This device');
    for (const other of others) {
      expect((await other.request.get('/api/auth/user')).status()).toBe(401);
      await other.close();
    }
    expect((await context.request.get('/api/auth/user')).status()).toBe(200);
    expect(
      await sql`select 1 from sessions s join users u on u.id = s.user_id
        where u.email = ${stranger.email}`,
    ).toHaveLength(1);
  });

  test('that was ended in another tab leads to signing in, and what was typed is there after', async ({
    page,
    context,
    sql,
    noise,
  }) => {
    noise.allow(failedRequest);
    const person = await signUp(context);
    await open(page, '/account');
    await signOutBeside(page);
    await profile(page).getByLabel('First name').fill('Grace');
    await save(page).click();
    await expectTaken(page);
    expect(await sql`select first_name from users where email = ${person.email}`).toEqual([
      { first_name: 'Ada' },
    ]);
    await awake(page);
    await passCodeGap(sql, person.email);
    await panel(page, 'Sign In').getByLabel('Email').fill(person.email);
    await panel(page, 'Sign In').locator('button[type=submit]').click();
    await codeField(page).fill(demoCode);
    await expect(page).toHaveURL('/account');
    await expect(profile(page).getByLabel('First name')).toHaveValue('Grace');
    await save(page).click();
    await expect(avatar(page, 'Grace')).toBeVisible();
    // Once it is saved, nothing is brought back.
    await page.reload();
    await expect(profile(page).getByLabel('First name')).toHaveValue('Grace');
    await expect(profile(page).getByLabel('Last name')).toHaveValue('Byron');
  });

  for (const [what, act] of [
    ['a picture', (page: Page) => page.getByRole('button', { name: 'Remove' }).click()],
    [
      'the sessions',
      (page: Page) => page.getByRole('button', { name: 'Sign out of all others' }).click(),
    ],
  ] as const) {
    test(`that was ended elsewhere leads to signing in from ${what} too`, async ({
      page,
      context,
      browser,
      sql,
      noise,
    }) => {
      noise.allow(failedRequest);
      const person = await signUp(context);
      await (await elsewhere(browser, sql, person)).close();
      await sql`
        update users set profile_image_url = '/favicon.svg' where email = ${person.email}`;
      await open(page, '/account');
      await sql`
        delete from sessions where user_id = (select id from users where email = ${person.email})`;
      await act(page);
      await expectTaken(page);
    });
  }

  test('that was ended in another tab shows on coming back to this one', async ({
    page,
    context,
  }) => {
    await signUp(context);
    await open(page, '/services');
    await expect(avatar(page)).toBeVisible();
    await signOutBeside(page);
    await expect(avatar(page)).toBeVisible();
    // Chromium without a window never hides a tab by itself.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(avatar(page)).toHaveCount(0);
    await expect(title(page)).toHaveText('Services and prices');
    await expect(toasts(page)).toHaveCount(0);
  });

  // What this tab knows of its viewer is never forgotten: 'This page could not be loaded', for good.
  test('that was ended in another tab leads home as a visitor', async ({
    page,
    context,
    noise,
  }) => {
    noise.allow(failedRequest);
    await signUp(context);
    await open(page, '/services');
    await signOutBeside(page);
    await page.getByRole('navigation', { name: 'Main' }).getByText('Home').click();
    await expect(page).toHaveURL('/');
    await expect(title(page)).toHaveText(/hover/);
    await expect(avatar(page)).toHaveCount(0);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const who of ['a visitor', 'a client']) {
    test(`the page says to ${who} that it needs them`, async ({ page, context }) => {
      if (who === 'a client') await signUp(context);
      await page.goto('/account');
      const note = page.getByRole('main').locator('noscript p');
      await expect(note).toHaveText(/^Your account needs JavaScript\./);
      await expect(note.getByRole('link')).toHaveAttribute('href', '/contact');
    });
  }
});

test('axe finds nothing, and nothing sticks out, with the menu open', async ({
  page,
  context,
  browser,
  sql,
}) => {
  const person = await signUp(context);
  const other = await elsewhere(browser, sql, person);
  await other.close();
  await open(page, '/account');
  await expect(sessions(page)).toHaveCount(2);
  await save(page).scrollIntoViewIfNeeded();
  await profile(page).getByLabel('First name').fill('');
  await save(page).click();
  await expectFieldError(profile(page), 'First name', 'First name must be at least 2 characters');
  await expectToFit(page);
  await expectAccessible(page);
  await avatar(page).click();
  await expect(accountMenu(page)).toBeVisible();
  await expectToFit(page);
});
