import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';

import { defaultAccountsOf, neutralAccounting } from '~/contract/accounting/datev-schema';
import { AppError } from '~/contract/common/errors';
import { createDatabase } from '~/server/platform/db/client';
import { testApp } from '~/testing/app';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';
import { unzipped } from '~/testing/zips';
import { type ExportOptions, exportParts } from './export';

const app = testApp();
let cookie: string;
let ask: ReturnType<typeof askerOf>;
const sales = salesOf(() => app);

beforeAll(async () => {
  cookie = await signInAdmin(app);
  ask = askerOf(app, cookie);
  const seller = await ask<{ value: object }>('GET', '/api/admin/settings/seller');
  const german = {
    ...{ name: 'Turmfalke GmbH', country: 'DE', city: 'Berlin', postcode: '10115' },
    ...{ address: ['Weg 1'], taxNumber: '12/345', vatNumber: 'DE123456789' },
  };
  await ask('PUT', '/api/admin/settings/seller', { value: { ...seller.body.value, ...german } });
  await ask('PUT', '/api/admin/settings/currency', { value: 'EUR' });
});

const today = () => new Date().toISOString().slice(0, 10);
const db = () => createDatabase(app.sql as never);

const linesOf = (csv: Buffer | undefined) =>
  parse(String(csv), { columns: true, bom: true }) as Record<string, string>[];

async function download(from: string, to = from) {
  const response = await app.fetch(`/api/admin/accounting/export?from=${from}&to=${to}`, {
    headers: { Cookie: cookie },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain(`accounting-${from}-${to}.zip`);
  return unzipped(Buffer.from(await response.arrayBuffer()));
}

async function pdfOf(id: number): Promise<Buffer> {
  const response = await app.fetch(`/api/admin/invoices/${id}/pdf`, {
    headers: { Cookie: cookie },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const client = { name: '=HYPERLINK("x")', email: 'bea@martin.example', country: 'DE' };
const item = (unitPrice: string, taxRate: string, more: object = {}) => ({
  ...{ description: 'Design', quantity: '1', unitPrice, taxRate },
  ...more,
});

async function issued(fields: object): Promise<{ id: number; number: string }> {
  const { body } = await ask<{ id: number }>('POST', '/api/admin/invoices', fields);
  const answer = await ask<{ number: string }>('POST', `/api/admin/invoices/${body.id}/issue`);
  return { id: body.id, number: answer.body.number };
}

describe('the ZIP file', () => {
  let home: { id: number; number: string };
  let abroad: typeof home;
  let note: string;
  let asIssued: Buffer;
  let entries: Map<string, Buffer>;
  let batch: string[][];

  beforeAll(async () => {
    const items = [item('100.00', '19'), item('50.00', '7')];
    home = await issued({ client, items, serviceFrom: '2026-01-01', serviceTo: '2026-01-31' });
    abroad = await issued({
      client: {
        ...{
          name: 'Bea',
          email: 'bea@martin.example',
          company: 'Société Čapek “€”',
          country: 'FR',
        },
        ...{ vatNumber: 'FR12345678901', isBusiness: true, city: 'Lyon', postcode: '69001' },
        address: 'Rue 1',
      },
      items: [item('200.00', '0', { taxCategory: 'AE' })],
    });
    asIssued = await pdfOf(home.id);
    await ask('POST', `/api/admin/invoices/${home.id}/payments`, {
      amount: '60.00',
      date: today(),
      reference: '-1+1',
    });
    const credited = await ask<{ creditNote?: { number: string }; number?: string }>(
      'POST',
      `/api/admin/invoices/${home.id}/credit`,
      { items: [item('10.00', '19')], reason: 'A discount' },
    );
    expect(credited.status).toBe(200);
    const [row] = await app.sql<{ number: string }[]>`
      select number from credit_notes where invoice_id = ${home.id}`;
    note = row?.number ?? '';
    entries = await download(today());
    const text = entries.get('EXTF_Buchungsstapel.csv')?.toString('latin1') ?? '';
    batch = parse(text, { delimiter: ';', relaxColumnCount: true } as never) as never;
  });

  it('has the PDF and both syntaxes of each document, and no drafts', async () => {
    await sales.newInvoice();
    expect([...entries.keys()]).toEqual([
      'read-me.txt',
      'documents.csv',
      'payments.csv',
      'ec-sales-list.csv',
      'EXTF_Buchungsstapel.csv',
      `documents/${home.number}.pdf`,
      `documents/${home.number}.cii.xml`,
      `documents/${home.number}.ubl.xml`,
      `documents/${abroad.number}.pdf`,
      `documents/${abroad.number}.cii.xml`,
      `documents/${abroad.number}.ubl.xml`,
      `documents/${note}.pdf`,
      `documents/${note}.cii.xml`,
      `documents/${note}.ubl.xml`,
    ]);
    expect(String(entries.get(`documents/${note}.cii.xml`))).toContain(note);
  });

  it('has PDFs as issued, without later payments and credit notes', async () => {
    expect(entries.get(`documents/${home.number}.pdf`)?.equals(asIssued)).toBe(true);
    const now = await pdfOf(home.id);
    expect(now.equals(asIssued)).toBe(false);
    const again = await download(today());
    expect(again.get(`documents/${home.number}.pdf`)?.equals(asIssued)).toBe(true);
    // The printed bank account is still the one from the day of issue.
    const seller = await ask<{ value: object }>('GET', '/api/admin/settings/seller');
    const moved = { ...seller.body.value, iban: 'DE02120300000000202051', bic: '' };
    await ask('PUT', '/api/admin/settings/seller', { value: moved });
    const later = await download(today());
    expect(later.get(`documents/${home.number}.pdf`)?.equals(asIssued)).toBe(true);
    await ask('PUT', '/api/admin/settings/seller', { value: seller.body.value });
    // Both requests get the same PDF: two layouts would differ by their time.
    expect((await pdfOf(home.id)).equals(now)).toBe(true);
  });

  it('lists each tax of each document, credit notes as negative, and contains no formula', () => {
    const lines = linesOf(entries.get('documents.csv'));
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatchObject({
      ...{ number: home.number, kind: 'invoice', date: today(), client: `'${client.name}` },
      ...{ serviceFrom: '2026-01-01', serviceTo: '2026-01-31', country: 'DE', currency: 'EUR' },
      ...{ category: 'S', rate: '7', net: '50.00', tax: '3.50', gross: '53.50', status: 'open' },
    });
    expect(lines[1]).toMatchObject({ rate: '19', net: '100.00', tax: '19.00', gross: '119.00' });
    expect(lines[2]).toMatchObject({
      ...{ number: abroad.number, vatNumber: 'FR12345678901', category: 'AE', rate: '0' },
      ...{ net: '200.00', tax: '0.00', gross: '200.00' },
    });
    expect(lines[3]).toMatchObject({
      ...{ number: note, kind: 'credit note', corrects: home.number, dueDate: '' },
      ...{ rate: '19', net: '-10.00', tax: '-1.90', gross: '-11.90' },
    });
    expect(linesOf(entries.get('payments.csv'))).toMatchObject([
      {
        ...{ date: today(), method: 'transfer', document: home.number, amount: '60.00' },
        ...{ refunded: '0.00', currency: 'EUR', reference: "'-1+1", stripePaymentId: '' },
      },
    ]);
  });

  it('lists supplies to businesses in other member states', () => {
    expect(linesOf(entries.get('ec-sales-list.csv'))).toEqual([
      {
        ...{ vatNumber: 'FR12345678901', name: 'Société Čapek “€”', country: 'FR' },
        ...{ category: 'AE', net: '200.00', currency: 'EUR' },
      },
    ]);
    expect(String(entries.get('read-me.txt'))).toContain('ec-sales-list.csv');
  });

  it('has a booking batch in DATEV’s format', () => {
    const [head = [], columns = [], ...bookings] = batch;
    const day = today();
    expect(head).toHaveLength(31);
    expect(head.slice(0, 5)).toEqual(['EXTF', '700', '21', 'Buchungsstapel', '13']);
    expect(head.slice(10, 16)).toEqual([
      ...['1001', '1', `${day.slice(0, 4)}0101`, '4'],
      ...[day.replaceAll('-', ''), day.replaceAll('-', '')],
    ]);
    expect([head[21], head[26]]).toEqual(['EUR', '03']);
    expect(columns).toHaveLength(125);
    expect([columns[7], columns[39], columns[124]]).toEqual([
      'Gegenkonto (ohne BU-Schlüssel)',
      'EU-Land u. UStID (Bestimmung)',
      'Abw. Skontokonto',
    ]);
    expect(bookings.every((fields) => fields.length === 125)).toBe(true);
    const date = `${day.slice(8)}${day.slice(5, 7)}`;
    expect(bookings.map((row) => [0, 1, 2, 6, 7, 9, 10].map((index) => row[index]))).toEqual([
      ['53,50', 'S', 'EUR', '10000', '8300', date, home.number],
      ['119,00', 'S', 'EUR', '10000', '8400', date, home.number],
      ['200,00', 'S', 'EUR', '10000', '8336', date, abroad.number],
      ['11,90', 'H', 'EUR', '10000', '8400', date, note],
    ]);
    expect(bookings[0]?.[11]).toMatch(/^\d{6}$/);
    expect(bookings[3]?.[11]).toBe('');
    expect(bookings[2]?.[39]).toBe('FR12345678901');
    // The formula is neutralized, and a letter that the encoding lacks is written without its accent.
    expect(bookings[0]?.[13]).toBe('HYPERLINK("x")');
    const bytes = entries.get('EXTF_Buchungsstapel.csv') ?? Buffer.alloc(0);
    const [text, quotes] = [Buffer.from('"Société Capek ', 'latin1'), [0x93, 0x80, 0x94, 0x22]];
    expect(bytes.includes(Buffer.from([...text, ...quotes]))).toBe(true);
    expect(String(bytes.subarray(-2))).toBe('\r\n');
  });

  it('is recorded with the admin who downloaded it', async () => {
    const [entry] = await app.sql`
      select description from audit_log where action = 'accounting.exported' order by id desc limit 1`;
    expect(entry?.description).toMatch(/downloaded the documents and payments from \d{4}/);
  });

  it('uses the accounts of the settings, and lists documents that have no account', async () => {
    const value = {
      datev: {
        ...{ consultant: '29098', client: '55003', debtor: '100000' },
        accounts: { 'S 19': '44001', 'S 20': '83200' },
      },
    };
    expect((await ask('PUT', '/api/admin/settings/accounting', { value })).status).toBe(200);
    const { number } = await issued({ client, items: [item('10.00', '5.5')] });
    // The account of an exempt sale depends on the exemption, except for small businesses.
    const exempt = await issued({ client, items: [{ ...item('10.00', '0'), taxCategory: 'E' }] });
    const entriesNow = await download(today());
    const text = entriesNow.get('EXTF_Buchungsstapel.csv')?.toString('latin1') ?? '';
    expect(text).toContain(';29098;55003;');
    expect(text).toContain(';100000;44001;');
    expect(text).toContain(';100000;83000;');
    expect(String(entriesNow.get('problems.txt'))).toBe(
      `${number}: there is no account for S 5.5, so this part is not booked
${exempt.number}: there is no account for E, so this part is not booked\n`,
    );
    const longer = { datev: { ...value.datev, accounts: { AE: '1234567' } } };
    expect(await ask('PUT', '/api/admin/settings/accounting', { value: longer })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'value.datev.accounts.AE' }] },
    });
    await ask('PUT', '/api/admin/settings/accounting', { value: neutralAccounting });
  });

  it('has a booking batch for each year, but none for a seller outside Germany', async () => {
    const names = [...(await download('2024-12-31', '2025-01-01')).keys()];
    expect(names).toContain('EXTF_Buchungsstapel_2024.csv');
    expect(names).toContain('EXTF_Buchungsstapel_2025.csv');
    const seller = await ask<{ value: object }>('GET', '/api/admin/settings/seller');
    const value = { ...seller.body.value, country: 'BE', vatNumber: '' };
    await ask('PUT', '/api/admin/settings/seller', { value });
    expect([...(await download('2024-12-31')).keys()]).toEqual([
      'read-me.txt',
      'documents.csv',
      'payments.csv',
    ]);
    await ask('PUT', '/api/admin/settings/seller', { value: seller.body.value });
  });
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns the bytes in use, after garbage collection. */
function kept(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('a large export', () => {
  const documents = 300;
  const period = { from: '2020-03-01', to: '2020-03-31' };
  const bytesOfPdf = 250_000;
  let rendered = 0;

  /** Returns a fake invoices service, because 300 real layouts take minutes. */
  const invoicesWith = (
    fails: (id: number) => boolean,
    size: number,
  ): ExportOptions['invoices'] => {
    const pdf = async (id: number) => {
      rendered += 1;
      if (fails(id)) throw new Error('it cannot be laid out');
      const bytes = Buffer.alloc(size, id % 251);
      return { name: '', bytes, type: 'application/pdf' as const };
    };
    return {
      issuedPdfOfAny: pdf,
      creditNotes: { pdfOfAny: (id) => pdf(id) },
      xmlOfAny: async () => {
        throw new AppError('NOT_FOUND', 'none');
      },
    };
  };
  const failures: string[] = [];
  const start = (fails: (id: number) => boolean = () => false, size = bytesOfPdf) => {
    rendered = 0;
    failures.length = 0;
    const invoices = invoicesWith(fails, size);
    const datev = { ...neutralAccounting.datev, accounts: defaultAccountsOf('regular') };
    return exportParts(
      db(),
      { invoices, onFailure: (about) => failures.push(about) },
      { period, timeZone: 'UTC', agency: 'Kestrel', datev },
    );
  };

  beforeAll(async () => {
    const { id } = await sales.openInvoice();
    await app.sql`
      insert into invoices (number, status, buyer, seller, items, totals, total_cents, currency,
        issue_date, due_date, client_email, client_name)
      select 'OLD-' || n, 'open', buyer, seller, items, totals, total_cents, currency,
        '2020-03-01'::date + n % 31, '2020-04-30', client_email, client_name
      from invoices, generate_series(1, ${documents}) n where id = ${id}`;
  });

  it('uses little memory, and creates each document only when it is read', async () => {
    const parts = start();
    /** Memory use after every 50 documents. */
    const held: number[] = [];
    let read = 0;
    for await (const part of parts) {
      read += part.length;
      const whole = Math.floor(read / bytesOfPdf);
      if (whole >= (held.length + 1) * 50) held.push(kept());
      expect(rendered - whole).toBeLessThan(4);
    }
    expect(rendered).toBe(documents);
    expect(read).toBeGreaterThan(documents * bytesOfPdf);
    // The last 250 documents have 62 MB. The first ones are excluded, because they load the code that writes them.
    const [first = 0, ...later] = held;
    expect(later.length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...later) - first).toBeLessThan(20_000_000);
  });

  it('continues if a document cannot be created, and reports it', async () => {
    const [first] = await app.sql<{ id: number }[]>`
      select id from invoices where number = 'OLD-31'`;
    const chunks: Buffer[] = [];
    for await (const part of start((id) => id === first?.id, 1_000)) chunks.push(part);
    const entries = await unzipped(Buffer.concat(chunks));
    expect(String(entries.get('problems.txt'))).toBe('OLD-31.pdf could not be made\n');
    expect(failures).toEqual(['OLD-31.pdf']);
    expect(entries.has('documents/OLD-31.pdf')).toBe(false);
    expect(linesOf(entries.get('documents.csv'))).toHaveLength(documents);
    expect([...entries.keys()].filter((name) => name.endsWith('.pdf'))).toHaveLength(documents - 1);
  });

  it('ends if the download is aborted', async () => {
    const parts = start();
    let read = 0;
    for await (const part of parts) {
      read += part.length;
      if (read > 5 * bytesOfPdf) break;
    }
    const made = rendered;
    expect(made).toBeLessThan(10);
    await new Promise((resolve) => setImmediate(resolve));
    expect(rendered).toBe(made);
  });
});
