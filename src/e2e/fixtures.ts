import {
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type Request,
  type Response,
  type Route,
  type WebError,
} from '@playwright/test';
import postgres from 'postgres';

export { expect };

export type Sql = ReturnType<typeof postgres>;

/**
 * Fails a test on console errors and warnings, uncaught errors, requests to other sites, and files that only some
 * browsers show in place of a page.
 */
export interface Noise {
  /** Allows errors that a test causes on purpose, such as by cutting the connection. */
  allow(...patterns: RegExp[]): void;
}

/** On a busy machine, the product rejects requests with 503 and the page repeats them. */
const turnedAway = /status of 503 \(Service Unavailable\)/;

const hop = () => Math.floor(Math.random() * 256);

/** A separate IP for each test, so that tests share no rate limits. */
export const newAddress = () => ({ 'X-Forwarded-For': `10.${hop()}.${hop()}.${hop()}` });

export const test = base.extend<{ noise: Noise }, { sql: Sql }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
  extraHTTPHeaders: async ({}, use) => {
    await use(newAddress());
  },
  noise: [
    async ({ context, baseURL }, use) => {
      const heard: string[] = [];
      const allowed = [turnedAway];
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        heard.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      };
      const onError = (event: WebError) => {
        heard.push(`uncaught: ${event.error().stack ?? event.error().message}`);
      };
      const onRequest = (request: Request) => {
        const isOwn =
          request.url().startsWith(`${baseURL}/`) || /^(data|blob):/.test(request.url());
        if (!isOwn) heard.push(`left the site: ${request.url()}`);
      };
      const onResponse = (response: Response) => {
        const { 'content-type': type = 'text/html', 'content-disposition': disposition = '' } =
          response.headers();
        const isShown = response.request().isNavigationRequest() && !disposition.startsWith('att');
        // A full browser shows a PDF, a headless shell downloads it.
        if (isShown && !/^text\/(html|plain)|^application\/json/.test(type))
          heard.push(`depends on the browser: ${type} is neither a page nor a download`);
      };
      context.on('console', onConsole).on('weberror', onError);
      context.on('request', onRequest).on('response', onResponse);
      await use({ allow: (...patterns) => allowed.push(...patterns) });
      // Removes the listeners, because another test may reuse the context.
      context.off('console', onConsole).off('weberror', onError);
      context.off('request', onRequest).off('response', onResponse);
      expect(heard.filter((line) => !allowed.some((pattern) => pattern.test(line)))).toEqual([]);
    },
    { auto: true },
  ],
  sql: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
    async ({}, use) => {
      const sql = postgres(process.env.E2E_DATABASE_URL ?? '', { max: 2, onnotice: () => {} });
      await use(sql);
      await sql.end({ timeout: 5 });
    },
    { scope: 'worker' },
  ],
});

/** Console messages of a request that fails on purpose. */
export const failedRequest = /Failed to load resource/;

/** Opens a page and waits until React has hydrated it. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await awake(page);
}

/** React sets a property on every element that it manages. */
export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isTaken = (element: Element) =>
      Object.keys(element).some((key) => key.startsWith('__reactProps$'));
    // Excludes rendered Markdown, whose elements React does not manage.
    const elements = [
      ...document.querySelectorAll('header a, main a, main button, footer a'),
    ].filter((element) => !element.closest('.prose, [data-markdown]'));
    return elements.length > 0 && elements.every(isTaken);
  });
  // Effects run after the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

/** Focuses an element by pressing Tab. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(target).toBeFocused({ timeout: 1 });
  }).toPass({ intervals: [1] });
}

export interface Gate {
  open(): void;
}

/** Holds requests to `url` until the gate is opened. */
export async function holdBack(page: Page, url: string | RegExp): Promise<Gate> {
  let release = () => {};
  const opened = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await opened;
    await route.continue();
  });
  return { open: release };
}

/** Matches the script that hydrates a page. Without it there is only the server's HTML. */
export const entryScript = /\/assets\/entry-client-.*\.js$/;

export const submitCalls = '**/api/trpc/quotes.submit**';
export const aboutCalls = '**/api/trpc/**settings.about**';

export const abort = (route: Route) => route.abort();

/** Returns an email that no other test uses. */
export const uniqueEmail = () => `${crypto.randomUUID()}@example.com`;

/** Expects an error that is visible at its field and part of the field's accessible description. */
export async function expectFieldError(form: Locator, label: string, message: string) {
  const field = form.getByLabel(label, { exact: true });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(message);
  await expect(form.getByText(message, { exact: true })).toBeVisible();
}

export const toasts = (page: Page) => page.getByLabel(/^Notifications/).locator('li');

/** Answers requests to the chat's URL, so that opening it does not leave the machine. */
export async function answerForChat(page: Page, noise: Noise): Promise<void> {
  noise.allow(/left the site: https:\/\/wa\.me\//);
  await page
    .context()
    .route('https://wa.me/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Chat</title>' }),
    );
}
