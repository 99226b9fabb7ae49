import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { TrafficReport } from '~/contract/traffic/traffic-schema';
import { connect, createDatabase, type Sql } from '~/server/platform/db/client';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { createTrafficReport } from './report';

const app = testApp();
let own: Sql;

beforeAll(async () => {
  own = connect(app.databaseUrl, { max: 2 });
});
afterAll(() => own.end({ timeout: 5 }));
beforeEach(async () => {
  // Deletes the rows instead of truncating the tables, because truncating would wait for locks of the app's jobs.
  for (const table of ['invoices', 'proposals', 'quotes', 'contact_messages', 'page_views'])
    await app.sql`delete from ${app.sql(table)}`;
});

const noon = '2026-06-30T12:00:00Z';

const report = (days: 30 | 90 | 365 = 30, zone = 'UTC') =>
  createTrafficReport(createDatabase(own), {
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

    const read = await report();
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
    const read = await report(30, 'Europe/Berlin');
    expect(read.sources.map(({ source, visits, leads }) => [source, visits, leads])).toEqual([
      ['first', 4, 1],
    ]);
    expect((await report(90, 'Europe/Berlin')).total).toMatchObject({ visits: 7, leads: 2 });
    await views('2025-07-01', 'a year ago', 1);
    await views('2025-06-30', 'longer ago', 1);
    expect((await report(365)).total.visits).toBe(8);
  });

  it('lists the largest sources, and adds up the rest', async () => {
    for (let nth = 0; nth < 20; nth += 1) await views('2026-06-02', `site-${nth}`, 100 - nth);
    await views('2026-06-02', 'other', 7);
    const id = await quote('a-small-one');
    await paid(await proposal({ quoteId: id }, 'accepted'), 5_000);
    const read = await report();
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
