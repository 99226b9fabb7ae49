import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { leakIn, startTestApp, type TestApp } from '~/testing/app';
import { type CutProxy, startCutProxy } from '~/testing/cut-proxy';
import { quoteRequest } from '~/testing/requests';

const away = {
  message: 'We cannot reach our records right now. Please try again in a moment.',
  code: 'SERVICE_UNAVAILABLE',
};
const deadlineMs = 700;

let app: TestApp;
let line: CutProxy;

beforeAll(async () => {
  app = await startTestApp({
    deadlineMs,
    through: async (databaseUrl) => {
      line = await startCutProxy(databaseUrl);
      return line.url;
    },
  });
});

afterEach(async () => {
  await line.mend();
  await works();
});

afterAll(async () => {
  await app.close();
  await line.close();
});

/** Resolves once every path works and the cache is used again. */
async function works() {
  await vi.waitFor(
    async () => {
      expect((await app.fetch('/readyz')).status).toBe(200);
      expect((await app.fetch('/api/services')).status).toBe(200);
      expect((await app.fetch('/services')).status).toBe(200);
      expect(app.cache.fresh('/services')).toBeDefined();
      expect((await app.postJson('/api/quotes', quoteRequest())).status).toBe(200);
    },
    { timeout: 15_000, interval: 50 },
  );
}

async function expectAway(response: Response) {
  expect(response.status).toBe(503);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  const text = await response.text();
  expect(JSON.parse(text)).toEqual(away);
  expect(leakIn(text)).toBeUndefined();
}

async function expectAwayOverTrpc(response: Response) {
  expect(response.status).toBe(503);
  const { error } = (await response.json()) as { error: { message: string; data: object } };
  expect(error.message).toBe(away.message);
  expect(error.data).toEqual({ ...away, httpStatus: 503 });
}

async function expectAwayPage(response: Response) {
  expect(response.status).toBe(503);
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const html = await response.text();
  expect(html).toContain(away.message);
  expect(leakIn(html)).toBeUndefined();
}

describe('the product, while the database refuses connections', () => {
  it('answers 503 to reads and quotes; healthz answers 200, readyz 503', async () => {
    await line.cut();
    await expectAway(await app.fetch('/api/services'));
    await expectAway(await app.fetch('/api/services/1'));
    await expectAway(await app.fetch('/api/portfolio'));
    await expectAway(await app.postJson('/api/quotes', quoteRequest()));
    await expectAwayOverTrpc(await app.fetch('/api/trpc/services.cards'));
    await expectAwayOverTrpc(await app.postJson('/api/trpc/quotes.submit', quoteRequest()));
    await expectAway(await app.fetch('/readyz'));
    expect((await app.fetch('/healthz')).status).toBe(200);
    // Requests the document in advance, because creating it takes longer than the deadline of these tests on a busy
    // machine.
    await vi.waitFor(async () => expect((await app.fetch('/api/openapi.json')).status).toBe(200), {
      timeout: 15_000,
    });
  });

  it('still reports invalid fields of a quote with 400', async () => {
    await line.cut();
    expect((await app.postJson('/api/quotes', quoteRequest({ name: '' }))).status).toBe(400);
  });

  it('still shows a cached page, and an error page for every other page', async () => {
    const kept = await (await app.fetch('/services')).text();
    await line.cut();
    await vi.waitFor(() => expect(app.cache.fresh('/services')).toBeUndefined());
    const shown = await app.fetch('/services');
    expect(shown.status).toBe(200);
    expect(await shown.text()).toBe(kept);
    await expectAwayPage(await app.fetch('/services/marketing-website'));
  });

  it('shows changes made during the outage when the database is back', async () => {
    await app.fetch('/services');
    await line.cut();
    await app.sql`update services set name = 'Renamed in the dark' where id = 1`;
    await line.mend();
    await works();
    expect(await (await app.fetch('/services')).text()).toContain('Renamed in the dark');
  });

  it('stores a quote once that was retried with the same key', async () => {
    const name = 'Tried in the dark';
    const request = { ...quoteRequest({ name }), key: 'tried-in-the-dark' };
    await line.cut();
    expect((await app.postJson('/api/quotes', request)).status).toBe(503);
    await line.mend();
    await works();
    expect((await app.postJson('/api/quotes', request)).status).toBe(200);
    expect((await app.postJson('/api/quotes', request)).status).toBe(200);
    const rows = await app.sql`select id from quotes where name = ${name}`;
    expect(rows).toHaveLength(1);
  });
});

describe('the product, while the database never responds', () => {
  it('answers 503 to every request at the deadline', async () => {
    app.cache.invalidate();
    line.hang();
    const [list, quote, page, ready, health] = await Promise.all([
      app.fetch('/api/services'),
      app.postJson('/api/quotes', quoteRequest()),
      app.fetch('/services/online-store'),
      app.fetch('/readyz'),
      app.fetch('/healthz'),
    ]);
    await expectAway(list);
    await expectAway(quote);
    await expectAway(ready);
    await expectAwayPage(page);
    expect(health.status).toBe(200);
    expect(list.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('answers 503 to a second caller who waits for the same response', async () => {
    app.cache.invalidate();
    line.hang();
    const first = app.fetch('/api/services');
    await new Promise((resolve) => setTimeout(resolve, deadlineMs / 2));
    const second = app.fetch('/api/services');
    await expectAway(await first);
    await line.mend();
    await expectAway(await second);
  });

  it('shows a cached page: immediately while it is fresh, at the deadline if it is stale', async () => {
    const kept = await (await app.fetch('/services')).text();
    line.hang();
    expect(await (await app.fetch('/services')).text()).toBe(kept);
    app.cache.invalidate();
    const late = await app.fetch('/services');
    expect(late.status).toBe(200);
    expect(await late.text()).toBe(kept);
  });
});
