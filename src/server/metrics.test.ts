import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startTestApp, type TestApp } from '~/testing/app';
import { type CutProxy, startCutProxy } from '~/testing/cut-proxy';

const token = 'a-token-of-the-tests-alone';
const bearer = { headers: { Authorization: `Bearer ${token}` } };

let app: TestApp;
let url: string;
let proxy: CutProxy;

beforeAll(async () => {
  app = await startTestApp({
    env: { METRICS_TOKEN: token },
    through: async (databaseUrl) => {
      proxy = await startCutProxy(databaseUrl);
      return proxy.url;
    },
  });
  url = await app.listen();
});
afterAll(async () => {
  await app.close();
  await proxy.close();
});

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

async function read(): Promise<{ text: string; samples: Sample[] }> {
  const response = await fetch(`${url}/metrics`, bearer);
  expect(response.status).toBe(200);
  const text = await response.text();
  const samples = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name = '', labels = '', value]) => ({
      name,
      labels: Object.fromEntries(
        [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, one]) => [key, one]),
      ) as Record<string, string>,
      value: Number(value),
    }),
  );
  return { text, samples };
}

/** Returns the sum of the samples with these labels. */
async function sum(name: string, labels: Record<string, string> = {}): Promise<number> {
  const { samples } = await read();
  return samples
    .filter(
      (one) =>
        one.name === name &&
        Object.entries(labels).every(([key, value]) => one.labels[key] === value),
    )
    .reduce((total, { value }) => total + value, 0);
}

describe('access to the metrics', () => {
  it('is refused without the token, or with a wrong one', async () => {
    for (const authorization of ['', 'Bearer ', token, `Bearer ${token}x`, `bearer ${token}`]) {
      const response = await fetch(`${url}/metrics`, { headers: { authorization } });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.text()).not.toContain('kestrel_');
    }
  });

  it('returns the Prometheus format, uncached by proxies', async () => {
    const { headers } = await fetch(`${url}/metrics`, bearer);
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(headers.get('cache-control')).toBe('no-store');
    const { text } = await read();
    expect(text).not.toMatch(/^# TYPE \w+_total (?!counter)/m);
    expect(text).toMatch(/^nodejs_active_handles\{/m);
  });
});

describe('requests in the metrics', () => {
  it('are labeled with route patterns and procedures, regardless of the path', async () => {
    const secret = 'zzq'.repeat(20);
    const asked = [
      `/services/${secret}`,
      '/services/web-design',
      `/${secret}`,
      `/${secret}/${secret}`,
      `/proposals/${secret}`,
      `/api/services/${secret}`,
      `/api/${secret}`,
      `/api/trpc/${secret}`,
      `/api/trpc/services.${secret},services.cards`,
      '/api/trpc/identity.viewer',
      `/api/proposals/by-link/${secret}/pdf`,
      `/share/${secret}.png`,
    ];
    for (const path of asked) await fetch(url + path);
    await fetch(`${url}/services`, { method: 'PROPFIND' });
    const { text, samples } = await read();
    expect(text).not.toContain('zzq');
    const requests = samples.filter(({ name }) => name === 'kestrel_http_requests_total');
    const routes = new Set(requests.map(({ labels }) => labels.route));
    for (const route of [
      '/services/:slug',
      '/proposals/:token',
      '/api/services/:slug',
      '/api/trpc/(batch)',
      '/api/trpc/*',
      '/api/trpc/identity.viewer',
      '/metrics',
    ]) {
      expect(routes).toContain(route);
    }
    expect(new Set(requests.map(({ labels }) => labels.method))).toEqual(new Set(['GET', 'other']));
  });

  it('are counted by status, and their durations by route', async () => {
    const counted = { route: '/api/services/:slug', method: 'GET', status: '404' };
    const before = await sum('kestrel_http_requests_total', counted);
    const durations = 'kestrel_http_request_duration_seconds_count';
    const timed = await sum(durations, { route: counted.route });
    await fetch(`${url}/api/services/nowhere`);
    expect(await sum('kestrel_http_requests_total', counted)).toBe(before + 1);
    expect(await sum(durations, { route: counted.route })).toBe(timed + 1);
  });
});

it('metrics count hits, misses and stale responses of the page cache', async () => {
  const counts = async () =>
    Promise.all(
      ['hit', 'miss', 'stale'].map((result) =>
        sum('kestrel_cache_lookups_total', { cache: 'responses', result }),
      ),
    );
  const [hits = 0, misses = 0, stale = 0] = await counts();
  const page = `${url}/pricing?n=1`;
  await fetch(page);
  expect(await counts()).toEqual([hits, misses + 1, stale]);
  await fetch(page);
  await fetch(page);
  expect(await counts()).toEqual([hits + 2, misses + 1, stale]);
  app.cache.invalidate();
  await fetch(page);
  expect(await counts()).toEqual([hits + 2, misses + 1, stale + 1]);
});

it('metrics show waiting emails, events and jobs', async () => {
  await app.sql`insert into mails (kind, "to", subject, html, text, claimed_until, created_at)
    values ('code', 'a@example.com', 'x', 'x', 'x', now() + interval '30 minutes', now() - interval '90 seconds')`;
  await app.sql`insert into stripe_events (id, type, payload, created_at, received_at, attempts)
    values ('evt_waiting', 'invoice.paid', '{}', now(), now() - interval '50 seconds', 9)`;
  expect(await sum('kestrel_mails_waiting')).toBe(1);
  expect(await sum('kestrel_mails_oldest_waiting_seconds')).toBeGreaterThan(89);
  expect(await sum('kestrel_webhook_events_waiting')).toBe(1);
  expect(await sum('kestrel_webhook_events_oldest_waiting_seconds')).toBeGreaterThan(49);
  await app.services.jobs.runNow('sweep');
  const started = await sum('kestrel_job_started_timestamp_seconds', { job: 'sweep' });
  expect(Math.abs(started - Date.now() / 1000)).toBeLessThan(10);
});

it('metrics show the connections of the pool, and streams while they are open', async () => {
  expect(await sum('kestrel_database_connections', { state: 'free' })).toBeGreaterThan(0);
  const ending = new AbortController();
  app.services.liveStream.follow({
    signal: ending.signal,
    expiresAt: new Date(Date.now() + 60_000),
    accounts: new Set(),
    hears: () => false,
    isUnchanged: async () => true,
  });
  expect(await sum('kestrel_streams_open')).toBe(1);
  ending.abort();
  expect(await sum('kestrel_streams_open')).toBe(0);
});

it('metrics are available while the database is unavailable, except those from the database', async () => {
  await proxy.cut();
  const { text, samples } = await read();
  expect(text).toMatch(/^kestrel_mails_waiting NaN$/m);
  const figureOf = (name: string) => samples.find((one) => one.name === name)?.value;
  expect(figureOf('kestrel_database_up')).toBe(0);
  expect(figureOf('kestrel_mails_waiting')).toBeNaN();
  expect(figureOf('kestrel_job_failures')).toBeUndefined();
  expect(figureOf('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  await proxy.mend();
  await expect.poll(() => sum('kestrel_database_up'), { timeout: 10_000 }).toBe(1);
});
