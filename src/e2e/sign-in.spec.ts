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
  sendCodeCalls,
  signUp,
  title,
} from './people';
import { askForCode, email, form, goOn, guessWrong, secondsLeft } from './sign-in';

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
    await expect(title(page)).toHaveText('Welcome, Ada');
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
    await expect(page.getByRole('alert')).toContainText('A code was sent a moment ago.');
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
    await expect(title(page)).toHaveText('Welcome, Ada');
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
  await expect(title(page)).toHaveText('Welcome, Ada');
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
