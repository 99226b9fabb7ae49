import {
  abort,
  answerForChat,
  entryScript,
  expect,
  expectFieldError,
  failedRequest,
  holdBack,
  holdClock,
  open,
  pauseAfterToast,
  type Sql,
  submitCalls,
  tabTo,
  test,
  toasts,
} from './fixtures';
import {
  expectQuickAnswers,
  fillQuick,
  quickAnswers,
  quickForm,
  quickSubmit,
  quickSubmitted,
} from './quick-quote';

declare global {
  interface Window {
    opened: number;
  }
}

const quotesOf = (sql: Sql, email: string) => sql`select * from quotes where email = ${email}`;

test.describe('what is missing', () => {
  test('is said at each field, and the first one gets the focus', async ({ page }) => {
    await open(page, '/');
    const form = quickForm(page);
    await page.getByRole('link', { name: 'Get a free quote' }).click();
    await expect(form.getByLabel('Name')).toBeFocused();
    await quickSubmit(page).click();

    await expectFieldError(form, 'Name', 'Name must be at least 2 characters');
    await expectFieldError(
      form,
      'WhatsApp number',
      'WhatsApp number must be at least 10 characters',
    );
    await expectFieldError(form, 'Country', 'Please select your country');
    await expectFieldError(form, 'Email', 'Invalid email address');
    await expectFieldError(form, 'Service', 'Please select a service');
    await expect(form.getByLabel('Name')).toBeFocused();
    await expect(quickSubmit(page)).toBeEnabled();
  });

  test('is no longer said once it is there', async ({ page }) => {
    await open(page, '/');
    const form = quickForm(page);
    await quickSubmit(page).click();
    await expectFieldError(form, 'Name', 'Name must be at least 2 characters');

    await form.getByLabel('Name').fill('Ada');
    await form.getByLabel('WhatsApp number').fill('12345');
    await form.getByLabel('Email').fill('ada@');
    await quickSubmit(page).click();
    await expect(form.getByLabel('WhatsApp number')).toBeFocused();
    await expectFieldError(form, 'Email', 'Invalid email address');
    await expect(form.getByLabel('Name')).not.toHaveAttribute('aria-invalid');
    await expect(form.getByText('Name must be at least 2 characters')).toHaveCount(0);
  });
});

test.describe('what the server refuses', () => {
  test('is said in its words, at the field that it means', async ({ page, noise }) => {
    noise.allow(failedRequest);
    await open(page, '/');
    const message = 'Please keep this under 41 characters';
    const data = {
      code: 'BAD_REQUEST',
      httpStatus: 400,
      issues: [{ path: 'phone', message }],
    };
    await page.route(submitCalls, (route) =>
      route.fulfill({ status: 400, json: [{ error: { message, code: -32600, data } }] }),
    );
    const answers = quickAnswers();
    await fillQuick(page, answers);
    await quickSubmit(page).click();
    await expect(page.getByRole('alert')).toContainText(message);
    await expectFieldError(quickForm(page), 'WhatsApp number', message);
    await expect(quickForm(page).getByLabel('WhatsApp number')).toBeFocused();
    await expectQuickAnswers(page, answers);
  });
});

test.describe('a request', () => {
  test('is sent as the spec has it, stored once and confirmed', async ({ page, sql, noise }) => {
    await answerForChat(page, noise);
    await open(page, '/');
    const answers = quickAnswers();
    const gate = await holdBack(page, submitCalls);
    await fillQuick(page, answers);
    const [request] = await Promise.all([
      page.waitForRequest(submitCalls),
      quickSubmit(page).click(),
    ]);
    await expect(quickSubmit(page)).toHaveText('Submitting...');
    await expect(quickSubmit(page)).toBeDisabled();
    expect(Object.values(request.postDataJSON())[0]).toEqual({
      name: 'Ada Byron',
      phone: '+49 151 2345 6789',
      email: answers.email,
      company: '',
      country: 'de',
      projectDetails: 'Quick quote request for Web Development from Germany',
      budget: 'To be discussed',
      timeline: 'To be discussed',
      serviceId: 0,
      serviceName: 'Web Development',
      source: 'home',
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      filledInMs: expect.any(Number),
      website: '',
    });

    gate.open();
    await expect(quickSubmitted(page)).toBeFocused();
    await expect(toasts(page)).toHaveCount(1);
    await expect(toasts(page)).toContainText('Quote Request Submitted');
    await expect(toasts(page)).toContainText("We'll contact you on WhatsApp shortly!");
    expect(await quotesOf(sql, answers.email)).toMatchObject([
      {
        name: 'Ada Byron',
        phone: '+49 151 2345 6789',
        phone_digits: '4915123456789',
        country: 'de',
        source: 'home',
        service_id: null,
        service_name: 'Web Development',
        budget: 'To be discussed',
        timeline: 'To be discussed',
        status: 'pending',
      },
    ]);

    await page.getByRole('button', { name: 'Submit Another Request' }).click();
    await expectQuickAnswers(page, { name: '', whatsapp: '', country: '', email: '', service: '' });
  });

  test('is handed over to the chat after two seconds, and by a link', async ({
    page,
    context,
    noise,
  }) => {
    await answerForChat(page, noise);
    await holdClock(page);
    await page.addInitScript(() => {
      const { open } = window;
      window.opened = 0;
      window.open = (...where) => {
        window.opened++;
        return open(...where);
      };
    });
    await open(page, '/');
    const answers = quickAnswers();
    await fillQuick(page, answers);
    await quickSubmit(page).click();

    const link = page.getByRole('link', { name: 'Continue on WhatsApp' });
    await expect(link).toHaveAttribute('target', '_blank');
    const href = new URL((await link.getAttribute('href')) ?? '');
    expect(href.origin + href.pathname).toBe('https://wa.me/15550100142');
    const text = href.searchParams.get('text');
    for (const part of [
      'Web Development',
      'Ada Byron',
      answers.email,
      'Germany',
      '+49 151 2345 6789',
    ]) {
      expect(text).toContain(part);
    }

    await pauseAfterToast(page, 1800);
    expect(await page.evaluate(() => window.opened)).toBe(0);
    const chat = context.waitForEvent('page');
    await page.clock.runFor(200);
    await expect(await chat).toHaveURL(href.href);
    expect(await page.evaluate(() => window.opened)).toBe(1);
  });

  test('is one however often the button is pressed', async ({ page, sql, noise }) => {
    await answerForChat(page, noise);
    await open(page, '/');
    const answers = quickAnswers();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('quotes.submit')) sent.push(request.url());
    });
    await fillQuick(page, answers);
    await quickSubmit(page).dblclick();
    await expect(quickSubmitted(page)).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(await quotesOf(sql, answers.email)).toHaveLength(1);
  });

  test('needs no mouse', async ({ page, noise }) => {
    await answerForChat(page, noise);
    await open(page, '/');
    const form = quickForm(page);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, form.getByLabel('Name'));
    await page.keyboard.type('Ada Byron');
    await page.keyboard.press('Tab');
    await page.keyboard.type('+1 555 010 0142');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Germ');
    await page.keyboard.press('Tab');
    await page.keyboard.type('nobody');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Cons');
    await page.keyboard.press('Tab');
    await expect(quickSubmit(page)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(form.getByLabel('Email')).toBeFocused();
    await expectFieldError(form, 'Email', 'Invalid email address');

    await page.keyboard.type('@example.com');
    await page.keyboard.press('Enter');
    await expect(quickSubmitted(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Continue on WhatsApp' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(form).toBeVisible();
  });
});

test.describe('nothing typed is lost', () => {
  const brokenServer = {
    'no answer': abort,
    'an answer that it failed': (route: Parameters<typeof abort>[0]) =>
      route.fulfill({ status: 500, contentType: 'text/plain', body: 'Internal Server Error' }),
  };
  for (const [what, answer] of Object.entries(brokenServer)) {
    test(`by ${what}`, async ({ page, sql, noise }) => {
      await answerForChat(page, noise);
      noise.allow(failedRequest);
      await open(page, '/');
      const answers = quickAnswers();
      await fillQuick(page, answers);
      await page.route(submitCalls, answer);
      await quickSubmit(page).click();

      const notice = page.getByRole('alert');
      await expect(notice).toContainText('Error');
      await expect(notice).toContainText('Failed to submit quote request. Please try again.');
      await expect(toasts(page)).toHaveAttribute('data-variant', 'destructive');
      await expectQuickAnswers(page, answers);
      await expect(quickSubmit(page)).toHaveText('Get Free Quote');

      await page.unroute(submitCalls);
      await quickSubmit(page).click();
      await expect(quickSubmitted(page)).toBeVisible();
      expect(await quotesOf(sql, answers.email)).toHaveLength(1);
    });
  }

  test('by an answer lost on its way: the second try is the same request', async ({
    page,
    sql,
    noise,
  }) => {
    await answerForChat(page, noise);
    noise.allow(failedRequest);
    await open(page, '/');
    const answers = quickAnswers();
    const keys: string[] = [];
    await page.route(submitCalls, async (route) => {
      keys.push(route.request().postDataJSON()[0].key);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await fillQuick(page, answers);
    await quickSubmit(page).click();
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await quotesOf(sql, answers.email)).toHaveLength(1);

    await page.reload();
    await expectQuickAnswers(page, answers);
    await quickSubmit(page).click();
    await expect(quickSubmitted(page)).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    expect(await quotesOf(sql, answers.email)).toHaveLength(1);
  });

  test('by a reload', async ({ page }) => {
    await open(page, '/');
    const answers = quickAnswers();
    await fillQuick(page, answers);
    await page.reload();
    await expectQuickAnswers(page, answers);
  });

  test('while offline, even from before the first key', async ({ page, context, sql, noise }) => {
    await answerForChat(page, noise);
    noise.allow(failedRequest);
    await open(page, '/');
    await context.setOffline(true);
    const answers = quickAnswers();
    await fillQuick(page, answers);
    await quickSubmit(page).click();
    await expect(page.getByRole('alert')).toContainText(
      'Failed to submit quote request. Please try again.',
    );
    await expectQuickAnswers(page, answers);

    await context.setOffline(false);
    await quickSubmit(page).click();
    await expect(quickSubmitted(page)).toBeVisible();
    expect(await quotesOf(sql, answers.email)).toHaveLength(1);
  });

  test('when typed before any script has run', async ({ page }) => {
    const gate = await holdBack(page, entryScript);
    await page.goto('/', { waitUntil: 'commit' });
    const answers = quickAnswers();
    await fillQuick(page, answers);
    gate.open();
    await expect(quickForm(page)).toHaveAttribute('data-live');
    await expectQuickAnswers(page, answers);
  });

  test('when sent before any script has run', async ({ page, sql, noise }) => {
    await answerForChat(page, noise);
    const gate = await holdBack(page, entryScript);
    await page.goto('/', { waitUntil: 'commit' });
    const answers = quickAnswers();
    await fillQuick(page, answers);
    await quickSubmit(page).click();
    await expectQuickAnswers(page, answers);
    expect(new URL(page.url()).search).toBe('');
    gate.open();
    await expect(quickSubmitted(page)).toBeVisible();
    expect(await quotesOf(sql, answers.email)).toHaveLength(1);
  });
});
