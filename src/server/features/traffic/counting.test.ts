import { request as httpRequest } from 'node:http';

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { pageViewPath } from '~/contract/traffic/traffic';
import type { TrafficReport } from '~/contract/traffic/traffic-schema';
import { connect, createDatabase, type Database, type Sql } from '~/server/platform/db/client';
import { signedInAs } from '~/testing/admins';
import { publicUrl, startTestApp, testApp } from '~/testing/app';
import { quoteRequest } from '~/testing/requests';
import { signUpClient } from '~/testing/sign-in';
import { createTrafficReport } from './report';
import { dayLimits } from './store';
import { talliedMax } from './tally';
import { createTraffic, namesOfNetworkMax, reportsMax } from './traffic.service';

const browser =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const app = testApp({ env: { TRUST_PROXY: '1' } });
let url: string;
let own: Sql;
let db: Database;

beforeAll(async () => {
  url = await app.listen();
  own = connect(app.databaseUrl, { max: 4 });
  db = createDatabase(own);
});
afterAll(() => own.end({ timeout: 5 }));
beforeEach(async () => {
  await app.services.traffic.flush();
  await app.sql`delete from page_views`;
});

/** Requests a page over the network, which is answered from the cache. */
function visit(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<number>((resolve, reject) => {
    const sent = { 'User-Agent': browser, ...headers };
    httpRequest(url + path, { method, headers: sent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}

async function stored() {
  await app.services.traffic.flush();
  return rows();
}

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

const report = (body: string, headers: Record<string, string> = {}) =>
  app.fetch(pageViewPath, {
    method: 'POST',
    body,
    headers: { 'User-Agent': browser, 'X-Forwarded-For': '203.0.113.9', ...headers },
  });

/** Creates a counter in addition to the app's own. */
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

describe('a view of a public page', () => {
  it('is counted whether the page is rendered, cached or already in the browser', async () => {
    await app.cache.invalidate();
    expect(await visit('/about')).toBe(200);
    expect(await visit('/about')).toBe(200);
    const { headers } = await app.fetch('/about');
    expect(await visit('/about', { 'If-None-Match': headers.get('etag') ?? '' })).toBe(304);
    expect(await stored()).toEqual([{ page: '/about', host: '', source: '', views: 3, visits: 3 }]);
  });

  it('has the referring host in lower case, and the campaign as its source', async () => {
    await visit('/', { Referer: 'https://News.Example.org/item?id=7' });
    await visit('/?utm_source=Spring%20Letter&utm_medium=mail', {
      Referer: 'https://mail.example.org/',
    });
    await visit('/?utm_source=', { Referer: 'android-app://com.example.reader/' });
    expect(await stored()).toEqual([
      { page: '/', host: 'com.example.reader', source: 'com.example.reader', views: 1, visits: 1 },
      { page: '/', host: 'mail.example.org', source: 'spring letter', views: 1, visits: 1 },
      { page: '/', host: 'news.example.org', source: 'news.example.org', views: 1, visits: 1 },
    ]);
  });

  it('is part of a visit if the visitor comes from a page of this site', async () => {
    await visit('/');
    await visit('/services?category=marketing', { Referer: `${publicUrl}/` });
    await visit('/services', { Referer: `${publicUrl.replace('http:', 'https:')}/about` });
    expect(await stored()).toEqual([
      { page: '/', host: '', source: '', views: 1, visits: 1 },
      { page: '/services', host: '', source: '', views: 2, visits: 0 },
    ]);
  });

  it.each([
    [
      'a robot',
      {},
      'GET',
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    ],
    ['a program', {}, 'GET', 'curl/8.5.0'],
    ['a caller without a user agent', {}, 'GET', ''],
    ['a prefetch', { 'Sec-Purpose': 'prefetch' }, 'GET', browser],
    ['a prerendering', { 'Sec-Purpose': 'prefetch;prerender' }, 'GET', browser],
    ['a HEAD request', {}, 'HEAD', browser],
  ])('is not counted for %s', async (_, headers, method, userAgent) => {
    await visit('/about', { ...headers, 'User-Agent': userAgent }, method);
    expect(await stored()).toEqual([]);
  });

  it('is not counted for an admin, but for a client', async () => {
    const { cookie } = await signedInAs(app, 'viewer');
    await visit('/about', { Cookie: cookie });
    expect((await report('/about', { Cookie: cookie })).status).toBe(204);
    expect(await stored()).toEqual([]);
    const client = await signUpClient(app);
    await visit('/about', { Cookie: client });
    expect(await stored()).toMatchObject([{ page: '/about', views: 1 }]);
  });

  it('stores nothing of the visitor', async () => {
    await visit('/', {
      'X-Forwarded-For': '198.51.100.77',
      Referer: 'https://search.example/find?q=a+private+question',
    });
    await app.services.traffic.flush();
    const [row] = await app.sql`select row_to_json(page_views)::text as text from page_views`;
    expect(row?.text).not.toMatch(/198\.51|Chrome|private/);
    expect(row?.text).toContain('search.example');
  });
});

describe('a navigation that a browser reports', () => {
  it('counts as a view of a counted visit', async () => {
    expect((await report('/services')).status).toBe(204);
    expect(await stored()).toEqual([
      { page: '/services', host: '', source: '', views: 1, visits: 0 },
    ]);
  });

  it.each(['/dashboard', '/proposals/a-secret-token', '/services/none', '/services?q=1'])(
    'is ignored for %s, which is not a public page',
    async (path) => {
      expect((await report(path)).status).toBe(204);
      expect(await stored()).toEqual([]);
    },
  );

  it.each(['', 'services', `/${'x'.repeat(500)}`, 'https://elsewhere.example/'])(
    'is rejected if %j is not a path, and not logged as an error',
    async (body) => {
      const before = app.logLines.length;
      expect((await report(body)).status).toBe(400);
      const levels = app.logLines.slice(before).map((line) => JSON.parse(line).level);
      expect(Math.max(0, ...levels)).toBeLessThan(40);
    },
  );

  it('is rejected from other sites', async () => {
    expect((await report('/about', { Origin: 'https://elsewhere.example' })).status).toBe(403);
    expect(await stored()).toEqual([]);
  });

  it('is limited per network', async () => {
    const from = (network: string) => report('/about', { 'X-Forwarded-For': network });
    for (let nth = 0; nth < reportsMax; nth += 1) await from('203.0.113.80');
    const refused = await from('203.0.113.80');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await from('203.0.113.81')).status).toBe(204);
    expect(await stored()).toMatchObject([{ page: '/about', views: reportsMax + 1 }]);
  });
});

describe('the counts in memory', () => {
  it('are added to the same rows by several instances at once', async () => {
    const instances = Array.from({ length: 4 }, () => counter());
    for (const [nth, one] of instances.entries()) {
      for (let views = 0; views < 5 + nth; views += 1) one.count(seen('/'));
      one.count(seen('/about', `https://site-${nth}.example/`));
    }
    await Promise.all(instances.map((one) => one.flush()));
    expect(await rows()).toMatchObject([
      { page: '/', views: 26, visits: 26 },
      ...[0, 1, 2, 3].map((nth) => ({ page: '/about', host: `site-${nth}.example`, views: 1 })),
    ]);
  });

  it('are stored every five seconds, so that a crash loses few of them', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const crashing = counter();
    try {
      crashing.start();
      crashing.count(seen('/'));
      await vi.advanceTimersByTimeAsync(5_000);
      await vi.waitFor(async () => expect(await rows()).toMatchObject([{ views: 1 }]));
      crashing.count(seen('/'));
    } finally {
      vi.clearAllTimers();
      vi.useRealTimers();
    }
    expect(await rows()).toMatchObject([{ views: 1 }]);
  });

  it('are stored when the product stops', async () => {
    const other = await startTestApp({ databaseUrl: app.databaseUrl });
    await other.fetch('/about', { headers: { 'User-Agent': browser } });
    await other.close();
    expect(await rows()).toMatchObject([{ page: '/about', views: 1 }]);
  });

  it('are kept while the database does not answer', async () => {
    let isAway = true;
    const one = counter({
      getTimeZone: async () => {
        if (isAway) throw new Error('away');
        return 'UTC';
      },
    });
    one.count(seen('/'));
    await expect(one.flush()).rejects.toThrow('away');
    one.count(seen('/'));
    isAway = false;
    await one.flush();
    expect(await rows()).toMatchObject([{ page: '/', views: 2, visits: 2 }]);
  });

  it('are limited: further ones count as other', async () => {
    const one = counter({ limits: { ...dayLimits, hosts: 1e6, sources: 1e6, rows: 1e6 } });
    for (let nth = 0; nth < talliedMax + 300; nth += 1) {
      one.count(seen('/', `https://host-${nth}.example/`));
    }
    await one.flush();
    const [other] = await app.sql`select page, views::int from page_views where host = 'other'`;
    expect(other).toEqual({ page: 'other', views: 300 });
    const [all] = await app.sql`select count(*)::int, sum(views)::int from page_views`;
    expect(all).toEqual({ count: talliedMax + 1, sum: talliedMax + 300 });
  });
});

describe('invented names', () => {
  const sources = async () =>
    (await app.sql`select distinct source from page_views order by 1`).map(({ source }) => source);
  const from = (source: string, network?: string) => ({
    ...seen(`/?utm_source=${source}`),
    networkOf: () => network,
  });

  it('are limited per network, so that other networks keep slots of the day', async () => {
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

  it('do not prevent counting names of earlier days and names that led to a lead', async () => {
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
    ['Europe/Berlin', '2026-02-28T23:00:00Z', ['2026-02-28', '2026-03-01']],
    ['Asia/Kathmandu', '2026-02-28T18:15:00Z', ['2026-02-28', '2026-03-01']],
  ])('ends at midnight in %s', async (zone, midnight, [before, after]) => {
    let time = Date.parse(midnight) - 1;
    const one = counter({ getTimeZone: async () => zone, now: () => time });
    one.count(seen('/'));
    one.count(seen('/'));
    time += 1;
    one.count(seen('/'));
    // The views of both days are stored together, after midnight.
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

describe('traffic by source', () => {
  beforeEach(async () => {
    // Deletes the rows instead of truncating the tables, because truncating would wait for locks of the app's jobs.
    for (const table of ['invoices', 'proposals', 'quotes', 'contact_messages', 'page_views'])
      await app.sql`delete from ${app.sql(table)}`;
  });

  const noon = '2026-06-30T12:00:00Z';

  const reportOf = (days: 30 | 90 | 365 = 30, zone = 'UTC') =>
    createTrafficReport(db, {
      getTimeZone: async () => zone,
      now: () => new Date(noon),
    }).read(days);

  const views = (
    day: string,
    source: string,
    visits: number,
    { page = '/', extra = 0 }: { page?: string; extra?: number } = {},
  ) => app.sql`
  insert into page_views (day, page, host, source, views, visits)
  values (${day}, ${page}, '', ${source}, ${visits + extra}, ${visits})`;

  async function quote(
    source: string | null,
    { at = noon, spam = false }: { at?: string; spam?: boolean } = {},
  ): Promise<number> {
    const [row] = await app.sql`
    insert into quotes (name, email, phone, phone_digits, budget, timeline, project_details,
      lead_source, is_spam, created_at)
    values ('Ada', 'ada@example.com', '', '', 'asap', 'asap', 'An engine', ${source}, ${spam}, ${at})
    returning id`;
    return row?.id;
  }

  async function message(source: string | null): Promise<number> {
    const [row] = await app.sql`
    insert into contact_messages (first_name, last_name, email, service, message, lead_source, created_at)
    values ('Ada', 'Byron', 'ada@example.com', 'website', 'An engine', ${source}, ${noon}) returning id`;
    return row?.id;
  }

  let numbers = 0;

  async function proposal(
    lead: { quoteId?: number; messageId?: number },
    status: 'draft' | 'sent' | 'accepted' | 'declined',
  ): Promise<number> {
    numbers += 1;
    const [row] = await app.sql`
    insert into proposals (number, status, content, title, client_name, client_email, total_cents,
      currency, valid_until, quote_id, message_id, sent_at)
    values (${`P-${numbers}`}, ${status}, '{}', 'A title', 'Ada', 'ada@example.com', 100000, 'USD',
      '2026-12-31', ${lead.quoteId ?? null}, ${lead.messageId ?? null},
      ${status === 'draft' ? null : noon})
    returning id`;
    return row?.id;
  }

  let parts = 0;

  async function paid(proposalId: number | null, cents: number, currency = 'USD'): Promise<void> {
    parts += 1;
    await app.sql`
    insert into invoices (proposal_id, proposal_part, buyer, items, totals, total_cents, paid_cents,
      currency, client_email, client_name)
    values (${proposalId}, ${proposalId && parts}, '{}', '[]', '{}', ${cents}, ${cents},
      ${currency}, 'ada@example.com', 'Ada')`;
  }

  const stepsOf = ({ sources }: TrafficReport, source: string | null) =>
    sources.find((one) => one.source === source);

  describe('the traffic report', () => {
    it('shows visits, leads, proposals and revenue by source', async () => {
      await views('2026-06-01', 'google.com', 40, { extra: 25 });
      await views('2026-06-30', 'google.com', 10, { page: '/about' });
      await views('2026-06-12', '', 30, { page: '/services', extra: 100 });
      await views('2026-06-12', 'letter', 5);

      const [first, second, third] = [
        await quote('google.com'),
        await quote('google.com'),
        await quote(''),
      ];
      await quote('google.com', { spam: true });
      const written = await message('letter');
      const untold = await quote(null);
      // A lead with two proposals is counted once.
      await proposal({ quoteId: first }, 'declined');
      const accepted = await proposal({ quoteId: first }, 'accepted');
      await proposal({ quoteId: second }, 'sent');
      await proposal({ quoteId: third }, 'draft');
      const fromLetter = await proposal({ messageId: written }, 'accepted');
      const fromUntold = await proposal({ quoteId: untold }, 'accepted');
      await paid(accepted, 120_000);
      await paid(accepted, 30_050);
      await paid(fromLetter, 50_000, 'EUR');
      await paid(fromLetter, 0);
      await paid(fromUntold, 9_900);
      // This payment is for a client without a lead.
      await paid(null, 777_700);
      await paid(await proposal({}, 'accepted'), 888_800);

      const read = await reportOf();
      expect(read).toMatchObject({ from: '2026-06-01', to: '2026-06-30' });
      expect(read.sources).toEqual([
        {
          source: 'google.com',
          visits: 50,
          leads: 2,
          proposals: 2,
          accepted: 1,
          paid: [{ currency: 'USD', amount: '1500.50' }],
        },
        { source: '', visits: 30, leads: 1, proposals: 0, accepted: 0, paid: [] },
        {
          source: 'letter',
          visits: 5,
          leads: 1,
          proposals: 1,
          accepted: 1,
          paid: [{ currency: 'EUR', amount: '500.00' }],
        },
        {
          source: null,
          visits: 0,
          leads: 1,
          proposals: 1,
          accepted: 1,
          paid: [{ currency: 'USD', amount: '99.00' }],
        },
      ]);
      expect(read.total).toEqual({
        visits: 85,
        leads: 5,
        proposals: 4,
        accepted: 3,
        paid: [
          { currency: 'EUR', amount: '500.00' },
          { currency: 'USD', amount: '1599.50' },
        ],
      });
      expect(read.pages).toEqual([
        { page: '/services', views: 130 },
        { page: '/', views: 70 },
        { page: '/about', views: 10 },
      ]);
    });

    it('includes leads that arrived in the period, in the agency’s time zone', async () => {
      await views('2026-05-31', 'early', 3);
      await views('2026-06-01', 'first', 4);
      await views('2026-07-01', 'later', 5);
      await quote('early', { at: '2026-05-31T21:59:59Z' });
      await quote('first', { at: '2026-05-31T22:00:00Z' });
      const read = await reportOf(30, 'Europe/Berlin');
      expect(read.sources.map(({ source, visits, leads }) => [source, visits, leads])).toEqual([
        ['first', 4, 1],
      ]);
      expect((await reportOf(90, 'Europe/Berlin')).total).toMatchObject({ visits: 7, leads: 2 });
      await views('2025-07-01', 'a year ago', 1);
      await views('2025-06-30', 'longer ago', 1);
      expect((await reportOf(365)).total.visits).toBe(8);
    });

    it('lists the largest sources, and adds up the rest', async () => {
      for (let nth = 0; nth < 20; nth += 1) await views('2026-06-02', `site-${nth}`, 100 - nth);
      await views('2026-06-02', 'other', 7);
      const id = await quote('a-small-one');
      await paid(await proposal({ quoteId: id }, 'accepted'), 5_000);
      const read = await reportOf();
      expect(read.sources).toHaveLength(16);
      expect(stepsOf(read, 'a-small-one')).toMatchObject({ visits: 0, leads: 1, accepted: 1 });
      expect(stepsOf(read, 'site-14')).toBeUndefined();
      expect(read.sources.at(-1)).toEqual({
        source: 'other',
        visits: 86 + 85 + 84 + 83 + 82 + 81 + 7,
        leads: 0,
        proposals: 0,
        accepted: 0,
        paid: [],
      });
      const sum = read.sources.reduce((total, { visits }) => total + visits, 0);
      expect(sum).toBe(read.total.visits);
    });

    it('is available over REST for one of its periods, and empty without data', async () => {
      const { cookie } = await signedInAs(app, 'viewer');
      const get = (query: string) =>
        app.fetch(`/api/admin/traffic${query}`, { headers: { Cookie: cookie } });
      const found = await get('?days=365');
      expect(found.status).toBe(200);
      expect(await found.json()).toMatchObject({
        sources: [],
        total: { visits: 0, leads: 0, proposals: 0, accepted: 0, paid: [] },
        pages: [],
      });
      expect((await get('')).status).toBe(200);
      expect((await get('?days=31')).status).toBe(400);
    });
  });
});
