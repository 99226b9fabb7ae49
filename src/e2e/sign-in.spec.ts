import type { Page } from '@playwright/test';

import {
  abort,
  awake,
  expect,
  expectFieldError,
  failedRequest,
  holdBack,
  open,
  tabTo,
  test,
  toasts,
  uniqueEmail,
} from './fixtures';
import { expectAccessible, expectHead, expectToFit } from './page-checks';
import {
  addAccount,
  avatar,
  codeField,
  codeForm,
  demoCode,
  dismiss,
  hideDemo,
  panel,
  passCodeGap,
  paste,
  sendCodeCalls,
  signUp,
  title,
  verifyCalls,
} from './people';

const form = (page: Page) => panel(page, 'Sign In');
const email = (page: Page) => form(page).getByLabel('Email', { exact: true });
const goOn = (page: Page) => form(page).locator('button[type=submit]');
const resend = (page: Page) => codeForm(page).getByRole('button', { name: /^Resend OTP/ });
const submit = (page: Page) => codeForm(page).locator('button[type=submit]');

/** As far as the code's step. */
async function askForCode(page: Page, address: string, path = '/auth/signin') {
  await open(page, path);
  await email(page).fill(address);
  await goOn(page).click();
  await expect(title(page)).toHaveText('Verify Your Email');
}

/** Says no to a code, and waits for the answer. */
async function guessWrong(page: Page, code: string) {
  const answer = page.waitForResponse(verifyCalls);
  await codeField(page).fill(code);
  await answer;
  await expect(submit(page)).toBeEnabled();
}

/** What the button beside the code counts. */
async function secondsLeft(page: Page) {
  await expect(resend(page)).toHaveText(/^Resend OTP in \d+ s$/);
  return Number.parseInt((await resend(page).innerText()).replace(/\D/g, ''), 10);
}

/** From here on the page's time goes on by `runFor` alone. */
async function stopClock(page: Page) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 50);
}

test.describe('the e-mail step', () => {
  test('says what it asks, and leads to the terms and to signing up', async ({ page, baseURL }) => {
    await open(page, '/auth/signin?next=/account');
    await expect(title(page)).toHaveText('Sign In');
    await expect(email(page)).toHaveAttribute('type', 'email');
    await expect(email(page)).toHaveAttribute('autocomplete', 'email');
    await expect(goOn(page)).toHaveText('Continue');
    await expectHead(page, {
      url: `${baseURL}/auth/signin`,
      title: 'Sign in | Kestrel',
      description:
        'Sign in with a code that is sent to your e-mail address. There is no password to remember.',
      type: 'website',
    });
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms');
    await expect(main.getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
      'href',
      '/privacy',
    );
    await main.getByRole('link', { name: 'Sign up' }).click();
    await expect(title(page)).toHaveText('Sign Up');
    await expect(page).toHaveURL('/auth/signup?next=%2Faccount');
  });

  test('takes no address that is none, and says so at its field', async ({ page }) => {
    await open(page, '/auth/signin');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('identity.sendCode')) asked.push(request.url());
    });
    for (const wrong of ['', 'ada', 'ada@', 'ada@example']) {
      await email(page).fill(wrong);
      await title(page).click();
      await goOn(page).click();
      await expectFieldError(form(page), 'Email', 'Please enter a valid email address');
      await expect(email(page)).toBeFocused();
    }
    expect(asked).toEqual([]);
  });

  test('says that the code could not be sent, and loses nothing', async ({ page, noise }) => {
    noise.allow(failedRequest);
    await open(page, '/auth/signin');
    await page.route(sendCodeCalls, abort);
    const address = uniqueEmail();
    await email(page).fill(address);
    await goOn(page).click();
    await expect(page.getByRole('alert')).toContainText('Error');
    await expect(page.getByRole('alert')).toContainText('Failed to send OTP. Please try again.');
    await expect(title(page)).toHaveText('Sign In');
    await expect(email(page)).toHaveValue(address);
    await expect(goOn(page)).toBeEnabled();
  });

  test('shows that it is sending, and sends once', async ({ page }) => {
    await open(page, '/auth/signin');
    const gate = await holdBack(page, sendCodeCalls);
    const asked: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().includes('identity.sendCode')) asked.push(request.postDataJSON());
    });
    const address = uniqueEmail();
    await email(page).fill(` ${address.toUpperCase()} `);
    await goOn(page).evaluate((button: HTMLButtonElement) => {
      for (let press = 0; press < 4; press += 1) button.click();
    });
    await expect(goOn(page)).toHaveText('Sending...');
    await expect(goOn(page)).toBeDisabled();
    gate.open();
    await expect(title(page)).toHaveText('Verify Your Email');
    expect(asked).toEqual([{ 0: { email: address, type: 'signin' } }]);
  });

  test('goes on with the code that was sent a moment ago, after a reload too', async ({
    page,
    context,
    sql,
  }) => {
    const person = await addAccount(context, sql);
    const asked: string[] = [];
    await page.route(sendCodeCalls, (route) => {
      asked.push(route.request().url());
      return route.continue();
    });
    await askForCode(page, person.email);
    await codeForm(page).getByRole('button', { name: 'Back to Email' }).click();
    await expect(email(page)).toHaveValue(person.email);
    await goOn(page).click();
    await expect(title(page)).toHaveText('Verify Your Email');
    expect(await secondsLeft(page)).toBeGreaterThan(30);
    await page.reload();
    await awake(page);
    await email(page).fill(person.email.toUpperCase());
    await goOn(page).click();
    await expect(title(page)).toHaveText('Verify Your Email');
    await expect(page.getByRole('main').getByRole('status')).toContainText(demoCode);
    expect(await secondsLeft(page)).toBeGreaterThan(20);
    expect(asked).toHaveLength(1);
    await codeField(page).fill(demoCode);
    await expect(title(page)).toHaveText('Welcome back, Ada');
  });

  test('asked twice within a minute counts down to when to try again', async ({
    page,
    context,
    noise,
  }) => {
    noise.allow(failedRequest);
    const address = uniqueEmail();
    await context.request.post('/api/auth/send-otp', { data: { email: address } });
    await page.clock.install();
    await open(page, '/auth/signin');
    await email(page).fill(address);
    await goOn(page).click();
    await expect(page.getByRole('alert')).toContainText('Error');
    await expect(page.getByRole('alert')).toContainText(
      /A code was sent a moment ago\. Please try again in [1-6]?\d seconds\./,
    );
    const note = form(page).getByText(/^You can try again in \d+ s\.$/);
    await expect(note).toBeVisible();
    await expect(goOn(page)).toBeDisabled();
    // Another address has nothing to wait for.
    await email(page).fill(uniqueEmail());
    await expect(note).toHaveCount(0);
    await email(page).fill(address);
    await goOn(page).click();
    await expect(note).toBeVisible();
    const before = await note.innerText();
    await page.clock.fastForward(20_000);
    await expect(note).toBeVisible();
    expect(await note.innerText()).not.toBe(before);
    await page.clock.fastForward(41_000);
    await expect(note).toHaveCount(0);
    await expect(goOn(page)).toBeEnabled();
  });
});

test.describe('the code step', () => {
  test('says where the code went, and announces that of demo mode', async ({ page }) => {
    const address = uniqueEmail();
    await askForCode(page, address);
    await expect(toasts(page)).toContainText('Demo OTP Ready');
    await expect(toasts(page)).toContainText(demoCode);
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      `Demo mode: the code is ${demoCode}`,
    );
    await expect(page.getByRole('main')).toContainText(address);
    await expect(submit(page)).toHaveText('Verify & Sign In');
    await expect(codeField(page)).toBeFocused();
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');
    await expect(codeField(page)).toHaveAttribute('maxlength', '6');
  });

  test('wants six digits', async ({ page }) => {
    await askForCode(page, uniqueEmail());
    for (const wrong of ['', '12345', '12345a']) {
      await codeField(page).fill(wrong);
      await submit(page).click();
      await expectFieldError(codeForm(page), 'Code', 'OTP must be 6 digits');
      await expect(codeField(page)).toBeFocused();
    }
  });

  test('where mails are sent says so, and shows no code', async ({ page, sql, noise }) => {
    await hideDemo(page);
    await page.clock.install();
    const address = uniqueEmail();
    await askForCode(page, address);
    await expect(toasts(page)).toContainText('OTP Sent');
    await expect(toasts(page)).toContainText(address);
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
    await expect(page.getByText(demoCode)).toHaveCount(0);

    await page.clock.fastForward(61_000);
    await passCodeGap(sql, address);
    await resend(page).click();
    await expect(toasts(page)).toContainText('OTP Resent');

    noise.allow(failedRequest);
    await page.clock.fastForward(61_000);
    await page.unroute(sendCodeCalls);
    await page.route(sendCodeCalls, abort);
    await resend(page).click();
    await expect(page.getByRole('alert')).toContainText('Failed to resend OTP. Please try again.');
  });

  test('counts down to when another code can be sent', async ({ page, sql, noise }) => {
    await page.clock.install();
    const address = uniqueEmail();
    await askForCode(page, address);
    await stopClock(page);
    const left = await secondsLeft(page);
    expect(left).toBeGreaterThan(50);
    expect(left).toBeLessThanOrEqual(60);
    await expect(resend(page)).toBeDisabled();
    await page.clock.runFor(1000);
    await expect(resend(page)).toHaveText(`Resend OTP in ${left - 1} s`);
    await page.clock.fastForward((left - 2) * 1000);
    await expect(resend(page)).toBeDisabled();
    await page.clock.runFor(2000);
    await expect(resend(page)).toHaveText('Resend OTP');
    await expect(resend(page)).toBeEnabled();

    // To the server it is still the same minute.
    noise.allow(failedRequest);
    await page.clock.resume();
    await resend(page).click();
    await expect(page.getByRole('alert')).toContainText(
      /A code was sent a moment ago\. Please try again in [1-6]?\d seconds\./,
    );
    expect(await secondsLeft(page)).toBeGreaterThan(30);
    await expect(resend(page)).toBeDisabled();

    await passCodeGap(sql, address);
    await page.clock.fastForward(61_000);
    await resend(page).click();
    await expect(toasts(page)).toContainText('Demo OTP Ready');
    expect(await secondsLeft(page)).toBeGreaterThan(50);
  });

  test('goes back to the address as it was typed', async ({ page }) => {
    const [first, second] = [uniqueEmail(), uniqueEmail()];
    await askForCode(page, first);
    await codeForm(page).getByRole('button', { name: 'Back to Email' }).click();
    await expect(title(page)).toHaveText('Sign In');
    await expect(email(page)).toHaveValue(first);
    await email(page).fill(second);
    await goOn(page).click();
    await expect(title(page)).toHaveText('Verify Your Email');
    await expect(page.getByRole('main')).toContainText(second);
    await expect(page.getByRole('main')).not.toContainText(first);
  });
});

test.describe('a code', () => {
  test('that is typed sends itself, and signs in', async ({ page, context, sql }) => {
    const person = await addAccount(context, sql);
    await askForCode(page, person.email);
    const gate = await holdBack(page, verifyCalls);
    const [request] = await Promise.all([
      page.waitForRequest(verifyCalls),
      page.keyboard.type(demoCode),
    ]);
    expect(request.postDataJSON()).toEqual({ 0: { email: person.email, otp: demoCode } });
    await expect(submit(page)).toHaveText('Verifying...');
    await expect(submit(page)).toBeDisabled();
    gate.open();
    await expect(page).toHaveURL('/');
    await expect(toasts(page)).toContainText('Signed In');
    await expect(toasts(page)).toContainText('Welcome, Ada.');
    await expect(title(page)).toHaveText('Welcome back, Ada');
    await expect(avatar(page)).toBeVisible();
    const cookies = await context.cookies();
    expect(cookies).toMatchObject([
      { name: 'session', httpOnly: true, sameSite: 'Lax', path: '/' },
    ]);
    // Of the sessions, the one of signing up and this.
    expect(
      await sql`select 1 from sessions s join users u on u.id = s.user_id
        where u.email = ${person.email}`,
    ).toHaveLength(2);
    await page.goBack();
    await expect(page).not.toHaveURL(/signin/);
  });

  test('is taken from a paste, whatever is around its digits', async ({ page, context, sql }) => {
    const person = await addAccount(context, sql);
    await askForCode(page, person.email);
    await paste(codeField(page), '123 456');
    await expect(title(page)).toHaveText('Welcome back, Ada');
  });

  test('that is wrong is said to be, and another can be tried', async ({
    page,
    context,
    noise,
    sql,
  }) => {
    noise.allow(failedRequest);
    const person = await addAccount(context, sql);
    await askForCode(page, person.email);
    await guessWrong(page, '000000');
    await expect(page.getByRole('alert')).toContainText('Error');
    await expect(page.getByRole('alert')).toContainText('Invalid OTP. Please try again.');
    await expectFieldError(codeForm(page), 'Code', 'Invalid OTP. Please try again.');
    await expect(codeField(page)).toBeFocused();
    // What is typed next takes the wrong code's place.
    await page.keyboard.type(demoCode);
    await expect(title(page)).toHaveText('Welcome back, Ada');
  });

  test('cannot be guessed at more than five times; a new one can be asked for', async ({
    page,
    context,
    sql,
    noise,
  }) => {
    noise.allow(failedRequest);
    const person = await addAccount(context, sql);
    await page.clock.install();
    await askForCode(page, person.email);
    for (const guess of [1, 2, 3, 4, 5]) {
      await guessWrong(page, `00000${guess}`);
      await expectFieldError(codeForm(page), 'Code', 'Invalid OTP. Please try again.');
    }
    // By now not even the right one will do.
    await codeField(page).fill(demoCode);
    const spent = /^Too many wrong codes\. Ask for a new one\. Please try again in \d+ seconds\.$/;
    await expect(codeField(page)).toHaveAccessibleDescription(spent);
    await expect(page.getByRole('alert')).toContainText('Too many wrong codes. Ask for a new one.');
    await expect(resend(page)).toHaveText(/^Resend OTP in \d+ s$/);

    await page.clock.fastForward(61_000);
    await passCodeGap(sql, person.email);
    await resend(page).click();
    await expect(toasts(page)).toContainText('Demo OTP Ready');
    await codeField(page).fill('');
    await codeField(page).fill(demoCode);
    await expect(title(page)).toHaveText('Welcome back, Ada');
  });

  test('that is too old is no code any more', async ({ page, context, sql, noise }) => {
    noise.allow(failedRequest);
    const person = await addAccount(context, sql);
    await askForCode(page, person.email);
    const expired = await sql`
      update one_time_codes set expires_at = now() - interval '1 second'
      where email = ${person.email} and purpose = 'signin'`;
    expect(expired.count).toBe(1);
    await codeField(page).fill(demoCode);
    await expectFieldError(codeForm(page), 'Code', 'Invalid OTP. Please try again.');
    expect(await context.cookies()).toEqual([]);
  });

  test('whose answer is lost is said to have failed', async ({ page, noise }) => {
    noise.allow(failedRequest);
    await askForCode(page, uniqueEmail());
    await page.route(verifyCalls, abort);
    await codeField(page).fill(demoCode);
    await expect(page.getByRole('alert')).toContainText('Invalid OTP. Please try again.');
    await expect(submit(page)).toBeEnabled();
  });

  test('signs nobody in where there is no account', async ({ page, context, sql, noise }) => {
    noise.allow(failedRequest);
    const address = uniqueEmail();
    await askForCode(page, address);
    await codeField(page).fill(demoCode);
    await expectFieldError(codeForm(page), 'Code', 'Invalid OTP. Please try again.');
    expect(await context.cookies()).toEqual([]);
    expect(await sql`select 1 from users where email = ${address}`).toHaveLength(0);
  });
});

test.describe('where one was going', () => {
  test('is where one arrives', async ({ page, context, sql }) => {
    const person = await addAccount(context, sql);
    await askForCode(page, person.email, '/auth/signin?next=%2Fservices%3Fcategory%3Dbranding');
    await codeField(page).fill(demoCode);
    await expect(page).toHaveURL('/services?category=branding');
    await expect(title(page)).toHaveText('Services and prices');
    await expect(toasts(page)).toContainText('Signed In');
  });

  test('is home where it is another site', async ({ page, context, sql, baseURL }) => {
    const person = await addAccount(context, sql);
    const elsewhere = encodeURIComponent('//elsewhere.example/services');
    await askForCode(page, person.email, `/auth/signin?next=${elsewhere}`);
    await codeField(page).fill(demoCode);
    await expect(title(page)).toHaveText('Welcome back, Ada');
    expect(page.url()).toBe(`${baseURL}/`);
  });

  test('shows at once in the bar who is signed in', async ({ page, context, sql }) => {
    const person = await addAccount(context, sql);
    await askForCode(page, person.email, '/auth/signin?next=%2Fservices');
    await codeField(page).fill(demoCode);
    await expect(page).toHaveURL('/services');
    await expect(avatar(page)).toBeVisible();
  });
});

test('whoever is signed in is sent on to the dashboard', async ({ page, context, noise }) => {
  // The dashboard itself may not be there yet.
  noise.allow(failedRequest);
  await signUp(context);
  for (const path of ['/auth/signin', '/auth/signup', '/auth/signin?next=%2Faccount']) {
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
  }
});

test('a keyboard is all that it takes', async ({ page, context, sql }) => {
  const person = await addAccount(context, sql);
  await open(page, '/auth/signin');
  await tabTo(page, email(page));
  await page.keyboard.type(person.email);
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeFocused();
  for (const name of ['Verify & Sign In', 'Back to Email']) {
    await page.keyboard.press('Tab');
    await expect(codeForm(page).getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Sign In');
  await expect(email(page)).toHaveValue(person.email);
  const other = await addAccount(context, sql);
  await tabTo(page, email(page));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(other.email);
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(demoCode);
  await expect(title(page)).toHaveText('Welcome back, Ada');
});

test('axe finds nothing, and nothing sticks out, in either step', async ({ page, noise }) => {
  noise.allow(failedRequest);
  await open(page, '/auth/signin');
  await goOn(page).click();
  await expectFieldError(form(page), 'Email', 'Please enter a valid email address');
  await expectToFit(page);
  await expectAccessible(page);
  await email(page).fill(uniqueEmail());
  await goOn(page).click();
  await expect(title(page)).toHaveText('Verify Your Email');
  await dismiss(page);
  await guessWrong(page, '000000');
  await expectFieldError(codeForm(page), 'Code', 'Invalid OTP. Please try again.');
  await dismiss(page);
  await expectToFit(page);
  await expectAccessible(page);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the form says that it needs them', async ({ page }) => {
    await page.goto('/auth/signin');
    await expect(form(page).locator('noscript p')).toHaveText('Signing in needs JavaScript.');
    await expect(form(page).locator('noscript p')).toBeVisible();
  });
});
