import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { connect, createDatabase, type Database, type Sql } from '~/server/platform/db/client';
import { publicUrl, startTestApp, type TestApp } from '~/testing/app';
import { quoteRequest } from '~/testing/requests';
import { dayLimits } from './store';
import { createTraffic, namesOfNetworkMax } from './traffic.service';

const browser =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let app: TestApp;
let own: Sql;
let db: Database;

beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' } });
  own = connect(app.databaseUrl, { max: 4 });
  db = createDatabase(own);
});
afterAll(async () => {
  await own.end({ timeout: 5 });
  await app.close();
});
beforeEach(async () => {
  await app.services.traffic.flush();
  await app.sql`delete from page_views`;
});

interface Stored {
  page: string;
  host: string;
  source: string;
  views: number;
  visits: number;
}

const rows = async () =>
  (
    await app.sql<
      Stored[]
    >`select page, host, source, sum(views)::int as views, sum(visits)::int as visits
      from page_views group by page, host, source order by page, host, source`
  ).map((row) => ({ ...row }));

/** Creates a counter beside the app's own. */
function counter(changes: Partial<Parameters<typeof createTraffic>[1]> = {}) {
  return createTraffic(db, {
    isOwnOrigin: (origin) => origin === publicUrl,
    listPages: async () => ['/', '/about', '/services'],
    getTimeZone: async () => 'UTC',
    onFailure: (error) => {
      throw error;
    },
    ...changes,
  });
}
const seen = (target: string, referrer?: string) => ({ target, referrer, userAgent: browser });

describe('invented names', () => {
  const sources = async () =>
    (await app.sql`select distinct source from page_views order by 1`).map(({ source }) => source);
  const from = (source: string, network?: string) => ({
    ...seen(`/?utm_source=${source}`),
    networkOf: () => network,
  });

  it('are limited per network, which keeps the day’s slots for others', async () => {
    const one = counter();
    for (let nth = 0; nth < 420; nth += 1) one.count(from(`junk-${nth}`, '203.0.113.7'));
    one.count(from('newsletter', '198.51.100.1'));
    one.count(from('junk-0', '203.0.113.7'));
    await one.flush();
    const found = await sources();
    expect(found).toHaveLength(namesOfNetworkMax + 2);
    expect(found).toContain('newsletter');
    const [known] = await app.sql`select visits::int from page_views where source = 'junk-0'`;
    expect(known).toEqual({ visits: 2 });
  });

  it('take no slot of names from other days, or of names that led to a lead', async () => {
    const limits = { ...dayLimits, sources: 3 };
    await app.sql`insert into page_views (day, page, host, source, views, visits)
      values (current_date - 2, '/', '', 'newsletter', 1, 1)`;
    const { id } = (await (await app.postJson('/api/quotes', quoteRequest())).json()) as {
      id: number;
    };
    await app.sql`update quotes set lead_source = 'fair' where id = ${id}`;
    const one = counter({ limits });
    for (let nth = 0; nth < 5; nth += 1) one.count(from(`junk-${nth}`));
    await one.flush();
    for (const source of ['newsletter', 'fair', 'new']) one.count(from(source));
    await one.flush();
    expect(await sources()).toEqual(['fair', 'junk-0', 'junk-1', 'junk-2', 'newsletter', 'other']);
  });
});

describe('a day', () => {
  const days = async () =>
    (await app.sql`select day::text, views::int from page_views order by day`).map((row) => [
      row.day,
      row.views,
    ]);

  it.each([
    ['UTC', '2026-03-01T00:00:00Z', ['2026-02-28', '2026-03-01']],
    ['Europe/Berlin', '2026-02-28T23:00:00Z', ['2026-02-28', '2026-03-01']],
    ['Asia/Kathmandu', '2026-02-28T18:15:00Z', ['2026-02-28', '2026-03-01']],
    ['America/St_Johns', '2026-03-01T03:30:00Z', ['2026-02-28', '2026-03-01']],
  ])('ends at midnight in %s', async (zone, midnight, [before, after]) => {
    let time = Date.parse(midnight) - 1;
    const one = counter({ getTimeZone: async () => zone, now: () => time });
    one.count(seen('/'));
    one.count(seen('/'));
    time += 1;
    one.count(seen('/'));
    // Stored together, after midnight.
    await one.flush();
    expect(await days()).toEqual([
      [before, 2],
      [after, 1],
    ]);
  });

  it('has a limited number of hosts and sources, and keeps counting existing ones', async () => {
    const limits = { ...dayLimits, hosts: 2, sources: 3 };
    const first = counter({ limits });
    for (const nth of [1, 2]) first.count(seen('/', `https://host-${nth}.example/`));
    first.count(seen('/?utm_source=letter'));
    await first.flush();
    const second = counter({ limits });
    for (const nth of [3, 4, 2]) second.count(seen('/', `https://host-${nth}.example/`));
    second.count(seen('/'));
    second.count(seen('/?utm_source=one-more'));
    await second.flush();
    expect(await rows()).toMatchObject([
      { host: '', source: '', views: 1 },
      { host: '', source: 'letter', views: 1 },
      { host: '', source: 'other', views: 1 },
      { host: 'host-1.example', views: 1 },
      { host: 'host-2.example', views: 2 },
      { host: 'other', source: 'other', views: 2 },
    ]);
  });

  it('has a limited number of rows, beyond which existing ones are still counted', async () => {
    const limits = { ...dayLimits, rows: 2 };
    const one = counter({ limits });
    one.count(seen('/'));
    one.count(seen('/about'));
    await one.flush();
    one.count(seen('/', 'https://new.example/'));
    one.count(seen('/services', `${publicUrl}/`));
    one.count(seen('/about'));
    await one.flush();
    expect(await rows()).toEqual([
      { page: '/', host: '', source: '', views: 1, visits: 1 },
      { page: '/about', host: '', source: '', views: 2, visits: 2 },
      { page: 'other', host: '', source: '', views: 1, visits: 0 },
      { page: 'other', host: 'other', source: 'other', views: 1, visits: 1 },
    ]);
  });

  it.each([
    ['https://user:secret@host.example/', 'other'],
    [`https://${'x'.repeat(300)}.example/`, 'other'],
    ["https://a'b\u0000.example/", 'other'],
    ['not an address', ''],
    ['https://', ''],
  ])('counts the referrer %j as %j', async (referrer, host) => {
    const one = counter();
    one.count(seen('/', referrer));
    await one.flush();
    expect(await rows()).toMatchObject([{ page: '/', host }]);
  });

  it('counts a hostile campaign as text of one line', async () => {
    const one = counter();
    one.count(
      seen(`/?utm_source=${encodeURIComponent("x'); drop table quotes;--\n\u0000")}%ED%A0`),
    );
    one.count(seen(`/?utm_source=${'Ä'.repeat(5_000)}`));
    await one.flush();
    const sources = (await rows()).map(({ source }) => source);
    expect(sources).toContainEqual(expect.stringMatching(/^x'\); drop table quotes;-- /));
    expect(sources.every((source) => source.length <= 100 && !/\p{Cc}/u.test(source))).toBe(true);
  });
});
