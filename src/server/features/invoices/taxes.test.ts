import { beforeAll, describe, expect, it } from 'vitest';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { testApp } from '~/testing/app';
import { brokenRules } from '~/testing/en16931';
import { makeClient } from '~/testing/payments';
import { readEn16931 } from '~/testing/read-en16931';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
let ask: ReturnType<typeof askerOf>;
let cookie: string;

interface Setting {
  value: Record<string, unknown>;
  updatedAt: string | null;
  message: string;
  issues?: { path: string; message: string }[];
}
type Answer = AdminInvoice & Setting & { url: string; number: string };

const setting = (key: string, body?: unknown) =>
  ask<Setting>(body ? 'PUT' : 'GET', `/api/admin/settings/${key}`, body);
const invoice = (method: string, path: string, body?: unknown) =>
  ask<Answer>(method, `/api/admin/invoices${path}`, body);

async function change(key: string, changes: object) {
  const { value } = (await setting(key)).body;
  return setting(key, { value: { ...value, ...changes } });
}

const client = {
  name: 'Bea Martin',
  email: 'bea@martin.example',
  company: 'Société Martin',
  country: 'FR',
  vatNumber: 'FR 12345678901',
  isBusiness: true,
};
const item = (more: object = {}) => ({
  description: 'Design',
  quantity: '1',
  unitPrice: '100.00',
  ...more,
});
const draft = async (changes: object = {}, items: object[] = [item()]) =>
  (await invoice('POST', '', { client: { ...client, ...changes }, items })).body;
const taxOf = async (changes: object, items?: object[]) => {
  const { items: [made] = [] } = await draft(changes, items);
  return `${made?.taxCategory} ${made?.taxRate}`;
};

beforeAll(async () => {
  cookie = await signInAdmin(app);
  ask = askerOf(app, cookie);
  await change('seller', {
    name: 'Turmfalke GmbH',
    country: 'DE',
    city: 'Berlin',
    postcode: '10115',
    address: ['Weg 1'],
    taxNumber: '12/345',
    vatNumber: 'DE 123 456 789',
    iban: 'DE89370400440532013000',
  });
  await setting('currency', { value: 'EUR' });
  await setting('tax', { value: { scheme: 'regular', standardRate: '19', reducedRates: ['7'] } });
});

describe('a setting over REST', () => {
  it('is read, and replaced unless it has changed since', async () => {
    const { body } = await setting('tax');
    expect(body.value).toEqual({
      scheme: 'regular',
      standardRate: '19',
      reducedRates: ['7'],
      planPrices: 'gross',
      plansTaxed: false,
      notes: { AE: '', K: '', G: '', E: '', O: '' },
    });
    const put = (expectedUpdatedAt: string | null) =>
      setting('tax', {
        value: { ...body.value, notes: { AE: 'Autoliquidation' } },
        expectedUpdatedAt,
      });
    expect((await put('2026-01-01T00:00:00.000Z')).status).toBe(409);
    expect(await put(body.updatedAt)).toMatchObject({
      status: 200,
      body: { value: { notes: { AE: 'Autoliquidation', E: '' } } },
    });
    await setting('tax', { value: body.value });
  });

  it('reports errors by field, and an unknown key', async () => {
    expect(await setting('tax', { value: { scheme: 'none', standardRate: '19' } })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'value.scheme' }] },
    });
    expect(await change('seller', { vatNumber: 'DE12' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'value.vatNumber' }] },
    });
    expect((await setting('adminSecurity')).status).toBe(400);
  });
});

describe('the tax of an item without an entered tax', () => {
  it.each<[string, object, string]>([
    ['a domestic client', { country: 'DE', vatNumber: 'DE987654321' }, 'S 19'],
    ['a business with a valid number', {}, 'AE 0'],
    ['a business whose number was found invalid', { vatNumber: 'FR12345678999' }, 'S 19'],
    ['a business without a number', { vatNumber: '' }, 'S 19'],
    ['a consumer in the Union', { vatNumber: '', company: '', isBusiness: false }, 'S 19'],
    ['a client outside the Union', { country: 'US', vatNumber: '' }, 'O 0'],
    ['a client without a known country', { country: '', vatNumber: '' }, 'S 19'],
  ])('is proposed for %s', async (_, changes, expected) => {
    expect(await taxOf(changes)).toBe(expected);
  });

  it('follows the client in a copy of an invoice that followed the client', async () => {
    const { id: clientId, email } = await makeClient(app.sql);
    const given = { ...client, email, country: 'DE', vatNumber: '' };
    const { body: made } = await invoice('POST', '', { clientId, client: given, items: [item()] });
    const move = (country: string, number: string) =>
      app.sql`update billing_profiles set country = ${country}, vat_number = ${number} where user_id = ${clientId}`;
    const taxesOf = ({ body }: { body: Answer }) => body.items.map((one) => one.taxCategory);
    await move('FR', client.vatNumber);
    await invoice('POST', `/${made.id}/issue`);
    expect(taxesOf(await invoice('GET', `/${made.id}`))).toEqual(['AE']);
    const copy = await invoice('POST', `/${made.id}/duplicate`);
    await move('US', '');
    expect(taxesOf(await invoice('GET', `/${copy.body.id}`))).toEqual(['O']);
  });

  it('is completed from the entered rate or category', async () => {
    expect(await taxOf({}, [item({ taxRate: '7' })])).toBe('S 7');
    expect(await taxOf({}, [item({ taxRate: '0' })])).toBe('AE 0');
    expect(await taxOf({}, [item({ taxCategory: 'S' })])).toBe('S 19');
    expect(await taxOf({ country: 'DE', vatNumber: '' }, [item({ taxRate: '0' })])).toBe('Z 0');
    expect(await taxOf({ country: 'DE', vatNumber: '' }, [item({ taxCategory: 'E' })])).toBe('E 0');
  });

  it('is zero for a small business, with a printed reason', async () => {
    await change('tax', { scheme: 'small_business' });
    const made = await draft({ country: 'DE', vatNumber: '' });
    expect(made.items[0]).toMatchObject({ taxCategory: 'E', taxRate: '0' });
    await invoice('POST', `/${made.id}/issue`);
    const { taxNotes } = (await invoice('GET', `/${made.id}`)).body;
    expect(taxNotes).toMatchObject([{ category: 'E', text: expect.stringContaining('small') }]);
    await change('tax', { scheme: 'regular' });
  });

  it.each([
    ['reverse charge with a rate', { taxCategory: 'AE', taxRate: '19' }],
    ['a standard rate of 0', { taxCategory: 'S', taxRate: '0' }],
    ['zero rated with a rate', { taxCategory: 'Z', taxRate: '7' }],
  ])('is rejected at its field if it contradicts itself: %s', async (_, tax) => {
    const made = await invoice('POST', '', { client, items: [item(tax)] });
    expect(made).toMatchObject({ status: 400, body: { issues: [{ path: 'items.0.taxRate' }] } });
  });

  it.each([
    ['of another country', { vatNumber: 'DE123456789' }],
    ['in the wrong format', { vatNumber: 'FR1' }],
  ])('is not derived from a VAT number %s: it is rejected at its field', async (_, changes) => {
    const made = await invoice('POST', '', { client: { ...client, ...changes }, items: [item()] });
    expect(made).toMatchObject({ status: 400, body: { issues: [{ path: 'client.vatNumber' }] } });
  });
});

describe('a client field that a change empties', () => {
  const account = async (billing: object) => {
    const { id, email } = await makeClient(app.sql);
    expect((await ask('PUT', `/api/admin/clients/${id}`, { billing })).status).toBe(200);
    return { id, email };
  };
  const billing = {
    ...{ company: 'Port SARL', address: '2 rue', postcode: '69001', city: 'Lyon', country: 'FR' },
    vatNumber: 'FR12345678901',
    isBusiness: true,
  };
  const listed = async (path: string, id: number) => {
    const { body } = await ask<{ id: number; total: string }[]>('GET', path);
    return body.find((row) => row.id === id)?.total;
  };

  it('is left out of the draft with its tax, until another change fills it', async () => {
    const { id: clientId, email } = await account(billing);
    const { body: made } = await invoice('POST', '', { clientId, items: [item()] });
    expect(made.total).toBe('100.00');
    const put = async (changes: object) =>
      (await invoice('PUT', `/${made.id}`, { client: { name: 'Ada', ...changes } })).body;
    const emptied = await put({ vatNumber: '' });
    expect(emptied).toMatchObject({ total: '119.00', client: { email, company: 'Port SARL' } });
    expect(emptied.client.vatNumber).toBeUndefined();
    expect(await listed('/api/admin/invoices', made.id)).toBe('119.00');
    // Fields that another change leaves out stay empty.
    expect((await put({ company: '' })).client).toEqual({
      ...{ name: 'Ada', email, address: '2 rue', postcode: '69001', city: 'Lyon', country: 'FR' },
      isBusiness: true,
    });
    expect((await put({ vatNumber: billing.vatNumber })).total).toBe('100.00');
    await put({ email: '', vatNumber: '', postcode: '' });
    await invoice('POST', `/${made.id}/issue`);
    const issued = (await invoice('GET', `/${made.id}`)).body;
    expect(issued).toMatchObject({ total: '119.00', clientEmail: '', client: { city: 'Lyon' } });
    expect([issued.client.postcode, issued.client.vatNumber]).toEqual([undefined, undefined]);
    const mails = await app.sql`select id from mails where about = ${`invoice:${made.id}`}`;
    expect(mails).toEqual([]);
  });

  it('is left out of a draft whose client was entered with the email of an account', async () => {
    const { email } = await account(billing);
    const entered = { name: 'Ada', email };
    const { body: made } = await invoice('POST', '', { client: entered, items: [item()] });
    expect(made).toMatchObject({ total: '100.00', client: { vatNumber: billing.vatNumber } });
    const changed = await invoice('PUT', `/${made.id}`, { client: { ...entered, vatNumber: '' } });
    expect(changed.body).toMatchObject({ total: '119.00', client: { city: 'Lyon' } });
    await invoice('POST', `/${made.id}/issue`);
    expect((await invoice('GET', `/${made.id}`)).body.total).toBe('119.00');
  });

  it('is left out of the invoices of a recurring invoice', async () => {
    const { email } = await account(billing);
    const { body: made } = await ask<{ id: number; total: string }>(
      'POST',
      '/api/admin/recurring-invoices',
      {
        client: { name: 'Ada', email },
        items: [item()],
        every: { unit: 'month', count: 1 },
        startsOn: '2127-01-01',
        action: 'draft',
      },
    );
    expect(made.total).toBe('100.00');
    const path = '/api/admin/recurring-invoices';
    const { body } = await ask('PUT', `${path}/${made.id}`, {
      client: { name: 'Ada', vatNumber: '' },
    });
    expect(body).toMatchObject({ total: '119.00', client: { email, city: 'Lyon' } });
    expect(await listed(path, made.id)).toBe('119.00');
    await app.services.admin.recurringInvoices.runJob(new Date('2127-01-01T12:00:00Z'));
    const { body: invoices } = await ask<Answer[]>(
      'GET',
      `/api/admin/invoices?recurringInvoiceId=${made.id}`,
    );
    expect(invoices).toMatchObject([{ total: '119.00' }]);
  });
});

it('a draft saved before the tax changed has its current and its saved total', async () => {
  const { id: clientId } = await makeClient(app.sql);
  const { body } = await invoice('POST', '', { clientId, items: [item()] });
  expect(body).toMatchObject({ total: '119.00', savedTotal: null });
  await change('tax', { standardRate: '20' });
  const { body: now } = await invoice('GET', `/${body.id}`);
  expect(now).toMatchObject({ total: '120.00', savedTotal: '119.00' });
  await change('tax', { standardRate: '19' });
});

it('a scheduled draft whose total has risen is held, even after a change of its note', async () => {
  const { id } = await draft({ country: 'DE', vatNumber: '', address: 'Weg 2' });
  await change('tax', { standardRate: '20' });
  const [today] = await app.sql`select current_date::text as date`;
  const { body } = await invoice('PUT', `/${id}`, { note: 'Thanks', scheduledFor: today?.date });
  expect(body).toMatchObject({ total: '120.00', savedTotal: '119.00' });
  await app.services.invoices.runJob();
  expect((await invoice('GET', `/${id}`)).body).toMatchObject({
    status: 'draft',
    scheduledFor: today?.date,
    heldFor: expect.stringContaining('it is €120.00. That is more than when it was saved, €119.00'),
  });
  await change('tax', { standardRate: '19' });
  await app.services.invoices.runJob();
  const { body: issued } = await invoice('GET', `/${id}`);
  expect(issued).toMatchObject({ status: 'open', total: '119.00', heldFor: '' });
  expect(issued.timeline.map(({ kind }) => kind)).toEqual([
    ...['created', 'stopped', 'scheduled', 'issued'],
  ]);
});

describe('an issued invoice', () => {
  const issued = async (changes: object = {}, items?: object[]) => {
    const { id } = await draft(changes, items);
    await invoice('POST', `/${id}/issue`);
    return (await invoice('GET', `/${id}`)).body;
  };
  const xmlOf = async (path: string, syntax = 'cii') => {
    const response = await app.fetch(`${path}/xml?syntax=${syntax}`, {
      headers: { Cookie: cookie },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('sums up each category and rate, and keeps the check of the VAT number', async () => {
    const made = await issued({}, [item(), item({ taxRate: '19' }), item({ taxCategory: 'Z' })]);
    expect(made.totals).toEqual({
      subtotal: '300.00',
      discountTotal: '0.00',
      taxes: [
        { category: 'Z', rate: '0', base: '100.00', amount: '0.00' },
        { category: 'AE', rate: '0', base: '100.00', amount: '0.00' },
        { category: 'S', rate: '19', base: '100.00', amount: '19.00' },
      ],
      total: '319.00',
    });
    expect(made.vatCheck).toMatchObject({ number: 'FR12345678901', status: 'valid' });
  });

  it('is available as XML in both syntaxes, unaffected by later settings', async () => {
    const made = await issued();
    expect(made.eInvoice).toEqual({ valid: true, syntaxes: ['cii', 'ubl'] });
    await change('tax', { notes: { AE: 'Something else' } });
    const path = `/api/admin/invoices/${made.id}`;
    const texts: string[] = [];
    for (const syntax of ['cii', 'ubl']) {
      const { status, headers, text } = await xmlOf(path, syntax);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/xml');
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]+\.xml"$/);
      const document = readEn16931(text);
      expect(brokenRules(document)).toEqual([]);
      expect(document).toMatchObject({ number: made.number, withTaxCents: 10_000 });
      expect(document.taxes[0]?.reason).toMatch(/^Reverse charge/);
      texts.push(text);
    }
    await change('seller', { name: 'Another Ltd', iban: '' });
    expect((await xmlOf(path, 'ubl')).text).toBe(texts[1]);
    await change('seller', { name: 'Turmfalke GmbH', iban: 'DE89370400440532013000' });
    await change('tax', { notes: {} });
    expect((await xmlOf(path, 'edifact')).status).toBe(400);
  });

  it('and its credit note can be read by the holder of the link, and by no other visitor', async () => {
    const { id } = await draft();
    const { url } = (await invoice('POST', `/${id}/issue`)).body;
    const credited = await invoice('POST', `/${id}/credit`, {
      reason: 'A gift',
      items: [item({ unitPrice: '40.00' })],
    });
    const noteId = credited.body.id;
    const link = `/api/invoices/by-link/${url.split('/').at(-1)}`;
    for (const path of [link, `/api/admin/invoices/${id}`]) {
      const { status, text } = await xmlOf(`${path}/credit-notes/${noteId}`, 'ubl');
      expect(status).toBe(200);
      const document = readEn16931(text);
      expect(brokenRules(document)).toEqual([]);
      expect(document).toMatchObject({ type: '381', withTaxCents: 4_000 });
    }
    expect((await app.fetch(`/api/invoices/${id}/xml?syntax=cii`)).status).toBe(401);
    expect((await app.fetch('/api/invoices/by-link/unknown/xml')).status).toBe(404);
  });

  it('reports missing data before and after it is issued, and has no XML', async () => {
    const before = await draft({ country: '', vatNumber: '' });
    expect(before.eInvoice).toMatchObject({ valid: false, missing: [{ path: 'client.country' }] });
    const made = await issued({ country: '', vatNumber: '', email: 'new@martin.example' });
    expect(made.eInvoice).toMatchObject({ valid: false });
    expect((await xmlOf(`/api/admin/invoices/${made.id}`)).status).toBe(404);
  });

  it('is issued with a number that could not be checked, and gets the result later', async () => {
    const { id } = await draft({ vatNumber: 'FR12345678905' });
    await invoice('POST', `/${id}/issue`);
    // Stored state of a number while the service was unreachable.
    await app.sql`
      update invoices set vat_check = vat_check || '{"status":"not_checked","checkedAt":null,"consultationNumber":""}'
      where id = ${id}`;
    await app.sql`update vat_checks set status = 'not_checked', checked_at = null, next_attempt_at = now() - interval '1 second'
      where number = 'FR12345678905'`;
    expect(await app.services.invoices.runJob()).toContain('1 VAT numbers checked.');
    const { vatCheck, timeline } = (await invoice('GET', `/${id}`)).body;
    expect(vatCheck).toMatchObject({ status: 'valid' });
    expect(timeline.at(-1)).toMatchObject({ kind: 'vat_checked', text: 'FR12345678905 is valid' });
  });
});
