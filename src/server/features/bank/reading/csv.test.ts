import { describe, expect, it } from 'vitest';

import { type CsvMapping, csvMappingSchema } from '~/contract/bank/csv-mapping-schema';
import { parseStatement, showTable } from './parse-statement';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function shownTable(
  bytes: Uint8Array,
  options: { currency?: string; isMonthFirst?: boolean } = {},
) {
  const { currency = 'EUR', isMonthFirst = false } = options;
  const defaults = { account: 'DE02120300000000202051', currency, isMonthFirst };
  const shown = showTable({ ask: 'table', bytes, defaults });
  if (!shown.ok || !shown.table) throw new Error('the table was not shown');
  return shown.table;
}

/** Reads a table with the proposed mapping. */
function read(file: string | Uint8Array, changes: Partial<CsvMapping> = {}, currency = 'EUR') {
  const bytes = typeof file === 'string' ? bytesOf(file) : file;
  const { guess } = shownTable(bytes, { currency });
  const mapping = csvMappingSchema.parse({ ...guess, ...changes });
  const result = parseStatement({ ask: 'entries', bytes, mapping });
  if (!result.ok) return { reason: result.reason, field: result.mappingField };
  const entries = result.entries.map(
    (one) => `${one.bookedOn} ${one.isCredit ? '+' : '-'}${one.cents} ${one.currency}`,
  );
  return { entries, notes: result.notes };
}

describe('amounts of a table', () => {
  it('have thousands if the separator precedes three digits', () => {
    const file =
      'Date,Description,Amount,Balance\n2026-11-03,INV-2026-0001,"12,500","48,500"\n2026-11-05,Deposit,"3,000","51,500"\n2026-11-09,Hosting,"-4,800","46,700"';
    expect(read(file)).toEqual({
      entries: ['2026-11-03 +1250000 EUR', '2026-11-05 +300000 EUR', '2026-11-09 -480000 EUR'],
      notes: [],
    });
  });

  it('ask for a choice between three decimals and thousands in a currency with three decimals', () => {
    const file = 'Date,Description,Amount\n2026-11-03,INV-2026-0001,"12,345"';
    expect(read(file, {}, 'KWD')).toMatchObject({
      field: '',
      reason: expect.stringContaining('“12,345” can be 12345 or 12.345'),
    });
    expect(read(file, { decimal: ',' }, 'KWD')).toMatchObject({
      entries: ['2026-11-03 +12345 KWD'],
    });
  });

  it('have the currency of their symbol; the choices of an ambiguous one are listed', () => {
    const file =
      'Date,Narration,Credit,Debit\n2026-11-03,INV-2026-0001,"₹1,23,456.00",\n2026-11-04,Mills,"R$ 1.428,00",\n2026-11-05,Verft,"kr 1 428,00",\n2026-11-06,Paper,,"¥4,800"\n';
    expect(read(file, {}, 'NOK')).toEqual({
      entries: ['2026-11-03 +12345600 INR', '2026-11-04 +142800 BRL', '2026-11-05 +142800 NOK'],
      notes: ['Line 5 is not imported: “¥4,800” can be in CNY, JPY.'],
    });
    expect(read(file, {}, 'JPY')).toMatchObject({
      entries: ['2026-11-03 +12345600 INR', '2026-11-04 +142800 BRL', '2026-11-06 -480000 JPY'],
      notes: [expect.stringMatching(/^Line 4 .* can be in .*NOK/)],
    });
  });

  it('are rejected with more decimals than their currency, or in another one than their column', () => {
    const file =
      'Date,Amount,Currency\n2026-11-03,"1.50",EUR\n2026-11-04,"2.505",EUR\n2026-11-05,$5.00,EUR\n2026-11-06,many,EUR';
    expect(read(file)).toEqual({
      entries: ['2026-11-03 +150 EUR'],
      notes: [
        'Line 3 is not imported: “2.505” has more decimals than EUR, or is too large.',
        'Line 4 is not imported: “$5.00” is not in EUR.',
        'Line 5 is not imported: “many” is not an amount.',
      ],
    });
  });

  it('keep their sign in columns for credits and debits', () => {
    const file =
      'Date,Description,Debit,Credit\n2026-11-03,INV-2026-0001,,1428.00\n2026-11-05,REVERSAL,,-1428.00\n2026-11-06,PAPER,38.20,\n2026-11-07,REFUND,-38.20,\n2026-11-08,BOTH,1.00,2.00\n2026-11-09,ZERO,0.00,3.00';
    expect(read(file)).toEqual({
      entries: [
        '2026-11-03 +142800 EUR',
        '2026-11-05 -142800 EUR',
        '2026-11-06 -3820 EUR',
        '2026-11-07 +3820 EUR',
        '2026-11-09 +300 EUR',
      ],
      notes: ['Line 6 is not imported: it has both money in and money out.'],
    });
  });

  it('are debits in a debit column with only negative values', () => {
    const file = 'Date,Money Out,Money In\n2026-11-06,-38.20,\n2026-11-07,-5.00,';
    expect(read(file)).toMatchObject({ entries: ['2026-11-06 -3820 EUR', '2026-11-07 -500 EUR'] });
  });

  it.each([
    ['12,00 S', '-1200'],
    ['12,00 H', '+1200'],
    ['12,00 DR', '-1200'],
    ['(12,00)', '-1200'],
    ['12,00-', '-1200'],
  ])('written as %s are %s cents', (amount, cents) => {
    expect(read(`Datum;Betrag\n03.11.2026;${amount}`)).toMatchObject({
      entries: [`2026-11-03 ${cents} EUR`],
    });
  });
});

describe('dates of a table', () => {
  it('can have names of months', () => {
    const file =
      'Date,Description,Money Out,Money In\n04 Nov 2026,INV-2026-0001,,1428.00\n18-Nov-26,Deposit,,310.00\n1 mars 2026,Café,2.00,';
    expect(read(file)).toEqual({
      entries: ['2026-11-04 +142800 EUR', '2026-11-18 +31000 EUR', '2026-03-01 -200 EUR'],
      notes: [],
    });
  });

  const open =
    'Date,Description,Amount\n09/04/2026,INV-2026-0001,1428.00\n09/08/2026,Deposit,310.00';

  it('ask for the order if it is ambiguous', () => {
    expect(shownTable(bytesOf(open)).guess.dateOrder).toBeNull();
    expect(read(open)).toEqual({
      field: 'dateOrder',
      reason:
        '“09/04/2026” can be day, month, year or month, day, year. Please choose the order of dates.',
    });
    expect(read(open, { dateOrder: 'mdy' })).toMatchObject({
      entries: ['2026-09-04 +142800 EUR', '2026-09-08 +31000 EUR'],
    });
  });

  it('default to month first for a seller in the United States, and are shown as read', () => {
    const { guess, read: shown, problem } = shownTable(bytesOf(open), { isMonthFirst: true });
    expect([guess.dateOrder, problem]).toEqual(['mdy', null]);
    expect(shown?.rows).toMatchObject([
      { line: 2, bookedOn: '2026-09-04', amount: '1428.00', isCredit: true, problem: '' },
      { bookedOn: '2026-09-08' },
    ]);
  });

  it('are rejected if they contradict the chosen order', () => {
    const file = 'Date,Amount\n25/04/2026,1.00\n09/04/2026,2.00';
    expect(read(file, { dateOrder: 'mdy' })).toEqual({
      field: 'dateOrder',
      reason:
        '“25/04/2026” is not a date in the order month, day, year. Please choose the order of dates.',
    });
  });

  it('that cannot be read are listed, and the other rows are imported', () => {
    const file = 'Datum;Betrag\n01.02.2026;1,00\n31.02.2026;2,00\nSumme;3,00\n';
    expect(read(file)).toEqual({
      entries: ['2026-02-01 +100 EUR'],
      notes: [
        'Line 3 is not imported: “31.02.2026” is not a date.',
        'Line 4 is not imported: “Summe” is not a date.',
      ],
    });
  });
});

describe('states of a table', () => {
  const german = (rows: string) =>
    `Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;Betrag;Waehrung;Info\n${rows}`;

  it('are found under German headings without umlauts, and pending rows are skipped', () => {
    const file = german(
      'GB29NWBK60161331926819;24.11.26;24.11.26;GUTSCHR. UEBERWEISUNG;INV-2026-0001;Orlanda Pier Works;DE89370400440532013000;1428,00;EUR;Umsatz vorgemerkt\nGB29NWBK60161331926819;20.11.26;20.11.26;GUTSCHR. UEBERWEISUNG;deposit;Brackwater Mills;DE02120300000000202051;310,00;EUR;Umsatz gebucht',
    );
    expect(shownTable(bytesOf(file)).guess).toMatchObject({
      ...{ date: 1, valueDate: 2, reference: [4], name: 5, iban: 6, amount: 7, currencyColumn: 8 },
      ...{ state: 9, account: 'GB29NWBK60161331926819' },
    });
    expect(read(file)).toEqual({
      entries: ['2026-11-20 +31000 EUR'],
      notes: ['Left out: 1 entry, pending (“Umsatz vorgemerkt”).'],
    });
  });

  it.each([
    ['PENDING', 'pending'],
    ['REVERTED', 'reverted'],
    ['Denied', 'denied'],
    ['noch nicht gebucht', 'pending'],
    ['storniert', 'reverted'],
    ['abgelehnt', 'denied'],
    ['en attente', 'pending'],
    ['rejeté', 'denied'],
    ['pendiente', 'pending'],
    ['rechazada', 'denied'],
    ['in behandeling', 'pending'],
    ['in sospeso', 'pending'],
    ['Oczekująca', 'pending'],
    ['odrzucona', 'denied'],
    ['devolvido', 'reverted'],
    ['Zebra', 'not booked'],
  ])('%s is %s', (state, named) => {
    const file = `Date,Amount,State\n2026-11-03,5.00,${state}\n2026-11-04,6.00,COMPLETED`;
    expect(read(file)).toEqual({
      entries: ['2026-11-04 +600 EUR'],
      notes: [`Left out: 1 entry, ${named} (“${state}”).`],
    });
  });

  it.each([
    'gebucht',
    'comptabilisé',
    'Completado',
    'geboekt',
    'contabilizzato',
    'Zaksięgowana',
    'Settled',
  ])('%s is booked', (state) => {
    expect(read(`Date,Amount,Status\n2026-11-03,5.00,${state}`)).toMatchObject({
      notes: [],
      entries: [expect.any(String)],
    });
  });

  it('count an empty state as booked only if no other row is marked as booked', () => {
    expect(read('Date,Amount,Status\n2026-11-03,5.00,\n2026-11-04,6.00,pending')).toMatchObject({
      entries: ['2026-11-03 +500 EUR'],
    });
    expect(read('Date,Amount,Status\n2026-11-03,5.00,\n2026-11-04,6.00,booked')).toEqual({
      entries: ['2026-11-04 +600 EUR'],
      notes: ['Left out: 1 entry, which the bank does not call booked.'],
    });
  });

  it('are detected unless the mapping says that there are none', () => {
    const file = 'Date,Amount,Status\n2026-11-03,5.00,pending\n2026-11-04,6.00,booked';
    const { guess } = shownTable(bytesOf(file));
    const { state: _, ...mapping } = csvMappingSchema.parse(guess);
    const result = parseStatement({ ask: 'entries', bytes: bytesOf(file), mapping });
    expect(result.ok && result.entries).toHaveLength(1);
    expect(read(file, { state: null })).toMatchObject({ entries: { length: 2 } });
  });

  it('are listed for a table without booked rows', () => {
    expect(read('Date,Amount,Status\n2026-11-03,5.00,pending')).toEqual({
      field: 'state',
      reason: expect.stringContaining('No row of this table is booked: pending (“pending”)'),
    });
  });
});

it('reads a table in UTF-16', () => {
  const file =
    '\uFEFFDate;Description;Amount\r\n2026-11-03;INV-2026-0001;1428,00\r\n2026-11-06;Café Brise;-38,20';
  const bytes = new Uint8Array(Buffer.from(file, 'utf16le'));
  expect(shownTable(bytes).rows[1]).toEqual(['2026-11-06', 'Café Brise', '-38,20']);
  expect(read(bytes)).toMatchObject({
    entries: ['2026-11-03 +142800 EUR', '2026-11-06 -3820 EUR'],
  });
});

it('imports the other CAMT entries if one cannot be read', () => {
  const entry = (amount: string) =>
    `<Ntry><Amt Ccy="KWD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt></Ntry>`;
  const file = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>KW81CBKU0000000000001234560101</IBAN></Id><Ccy>KWD</Ccy></Acct>${['12.345', '310.000', '1.2345'].map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`;
  expect(parseStatement({ ask: 'entries', bytes: bytesOf(file) })).toMatchObject({
    entries: [{ cents: 12_345 }, { cents: 310_000 }],
    notes: ['Entry 3 is not imported: “1.2345” is not an amount in KWD.'],
  });
});
