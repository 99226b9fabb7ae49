import {
  abort,
  expect,
  expectFieldError,
  failedRequest,
  holdBack,
  test,
  toasts,
  uniqueEmail,
} from './fixtures';
import {
  addAccount,
  avatar,
  codeField,
  codeForm,
  demoCode,
  hideDemo,
  passCodeGap,
  paste,
  sendCodeCalls,
  title,
  verifyCalls,
} from './people';
import {
  askForCode,
  email,
  goOn,
  guessWrong,
  resend,
  secondsLeft,
  stopClock,
  submit,
} from './sign-in';

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
    await expect(page.getByRole('alert')).toContainText('A code was sent a moment ago.');
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
    await expect(title(page)).toHaveText('Welcome, Ada');
    await expect(avatar(page)).toBeVisible();
    const cookies = (await context.cookies()).sort((a, b) => (a.name < b.name ? -1 : 1));
    const attributes = { httpOnly: true, sameSite: 'Lax', path: '/' };
    expect(cookies).toMatchObject([
      { name: 'code_browser', ...attributes },
      { name: 'session', ...attributes },
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
    await expect(title(page)).toHaveText('Welcome, Ada');
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
    await expect(title(page)).toHaveText('Welcome, Ada');
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
    const spent = 'Too many wrong codes. Ask for a new one.';
    await expect(codeField(page)).toHaveAccessibleDescription(spent);
    await expect(page.getByRole('alert')).toContainText('Too many wrong codes. Ask for a new one.');
    // One countdown, wherever it is told from.
    await expect(codeForm(page).getByText(/\d+ s\b/)).toHaveText(/^You can try again in \d+ s\.$/);
    await expect(resend(page)).toBeDisabled();

    await page.clock.fastForward(61_000);
    await passCodeGap(sql, person.email);
    await resend(page).click();
    await expect(toasts(page)).toContainText('Demo OTP Ready');
    await codeField(page).fill('');
    await codeField(page).fill(demoCode);
    await expect(title(page)).toHaveText('Welcome, Ada');
  });

  test('that is too old is no code any more', async ({ page, context, sql, noise }) => {
    noise.allow(failedRequest);
    const person = await addAccount(context, sql);
    await askForCode(page, person.email);
    const expired = await sql`
      update browser_codes set expires_at = now() - interval '1 second'
      where email = ${person.email} and purpose = 'signin'`;
    expect(expired.count).toBe(1);
    await codeField(page).fill(demoCode);
    await expectFieldError(codeForm(page), 'Code', 'Invalid OTP. Please try again.');
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['code_browser']);
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
    const message = 'There is no account with this address yet. Please sign up.';
    await expectFieldError(codeForm(page), 'Code', message);
    await expect(page.getByRole('main').getByRole('link', { name: 'sign up' })).toHaveAttribute(
      'href',
      '/auth/signup',
    );
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['code_browser']);
    expect(await sql`select 1 from users where email = ${address}`).toHaveLength(0);
  });
});
