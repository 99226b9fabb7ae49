import { describe, expect, it } from 'vitest';

import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();

const cameFrom = {
  page: '/services/online-store',
  host: 'News.Example.org',
  utmSource: 'Spring Letter',
  utmMedium: 'mail',
  utmCampaign: 'spring-26',
  utmTerm: 'shop',
  utmContent: 'button',
};

/** Sends invalid types as well. */
async function send(kind: 'quotes' | 'contact', cameFrom: unknown) {
  const fields = kind === 'quotes' ? quoteRequest() : contactMessage();
  const response = await app.postJson(`/api/${kind}`, { ...fields, cameFrom });
  const { id } = (await response.json()) as { id: number };
  const table = app.sql(kind === 'quotes' ? 'quotes' : 'contact_messages');
  const [row] = await app.sql`
    select lead_source, referring_host, first_page, utm_source, utm_medium, utm_campaign, utm_term,
      utm_content from ${table} where id = ${id}`;
  return { status: response.status, id, row: { ...row } };
}

const unknown = {
  lead_source: null,
  referring_host: '',
  first_page: '',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};

describe.each(['quotes', 'contact'] as const)('a lead sent to /api/%s', (kind) => {
  it('contains the visit that led to it', async () => {
    expect(await send(kind, cameFrom)).toMatchObject({
      status: 200,
      row: {
        lead_source: 'spring letter',
        referring_host: 'news.example.org',
        first_page: '/services/online-store',
        utm_source: 'Spring Letter',
        utm_medium: 'mail',
        utm_campaign: 'spring-26',
        utm_term: 'shop',
        utm_content: 'button',
      },
    });
  });

  it('has the referring host as its source if it has no campaign, and no source for a direct visit', async () => {
    expect((await send(kind, { page: '/', host: 'Search.Example' })).row).toMatchObject({
      lead_source: 'search.example',
    });
    expect((await send(kind, { page: '/', host: '' })).row).toMatchObject({ lead_source: '' });
    expect((await send(kind, undefined)).row).toEqual(unknown);
  });

  it.each([
    ['text', 'from a friend'],
    ['null', null],
  ])('is stored without a source that is %s', async (_, hostile) => {
    expect(await send(kind, hostile)).toMatchObject({ status: 200, row: unknown });
  });

  it('is stored with the valid parts of a hostile source', async () => {
    const { status, row } = await send(kind, {
      page: ['/'],
      host: '<script>alert(1)</script>',
      utmSource: `  a\u0000b\n${'ü'.repeat(20_000)}`,
      utmMedium: { toString: 'x' },
      utmCampaign: '=HYPERLINK("https://evil.example")',
      utmTerm: '\ud83d',
      utmContent: 7,
      constructor: 'x',
    });
    expect(status).toBe(200);
    expect(row).toMatchObject({
      referring_host: 'other',
      first_page: '',
      utm_medium: '',
      utm_campaign: '=HYPERLINK("https://evil.example")',
      utm_term: '',
      utm_content: '',
    });
    expect(row.utm_source).toMatch(/^a b ü{96}$/);
    expect(row.lead_source).toBe(row.utm_source);
  });

  it.each([
    ['/services?token=secret#part', '/services'],
    ['//elsewhere.example/', ''],
    ['https://elsewhere.example/', ''],
    [`/quotes/${'Q'.repeat(43)}`, '/quotes'],
    [`/some/${'a'.repeat(50)}`, '/some/:token'],
  ])('stores the first page %s as %j only', async (page, kept) => {
    expect((await send(kind, { page })).row).toMatchObject({ first_page: kept });
  });
});

describe('the source of leads in the panel', () => {
  it.each([
    ['quotes', 'quotes', 'quotes'],
    ['contact', 'contact-messages', 'messages'],
  ] as const)('is shown, searched and exported: %s', async (kind, path, file) => {
    const ask = askerOf(app, await signInAdmin(app));
    const source = `letter-${crypto.randomUUID()}`;
    const { id } = await send(kind, { ...cameFrom, utmSource: source });
    const found = await ask<Record<string, unknown>[]>(
      'GET',
      `/api/admin/${path}?search=${source}`,
    );
    expect(found.body).toMatchObject([
      { id, leadSource: source, firstPage: cameFrom.page, utmCampaign: 'spring-26' },
    ]);
    const { cookie } = await signedInAs(app, 'viewer');
    const csv = await app.fetch(`/api/admin/export/${file}.csv?search=${source}`, {
      headers: { Cookie: cookie },
    });
    const [head = '', line = ''] = (await csv.text()).trim().split('\n');
    expect(head).toContain(
      'leadSource,referringHost,firstPage,utmSource,utmMedium,utmCampaign,utmTerm,utmContent',
    );
    expect(line).toContain(`${source},news.example.org,/services/online-store,${source},mail`);
  });
});
