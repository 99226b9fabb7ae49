import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { entriesMax } from '~/contract/bank/bank';
import { type CsvMapping, csvMappingSchema } from '~/contract/bank/csv-mapping-schema';
import { parseStatement, showTable } from './parse-statement';
import type { ReadResult } from './read-result';
import { centsOf } from './values';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string | Uint8Array, mapping?: CsvMapping) =>
  parseStatement({
    ask: 'entries',
    bytes: typeof text === 'string' ? bytesOf(text) : text,
    mapping,
  });
const reasonOf = (result: ReadResult) => (result.ok ? 'it was read' : result.reason);

const namespace = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';
const camt = (content: string, head = '<?xml version="1.0" encoding="UTF-8"?>') =>
  `${head}<Document xmlns="${namespace}"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id><Ccy>EUR</Ccy></Acct>${content}</Stmt></BkToCstmrStmt></Document>`;
const entry = (changes: { amount?: string; text?: string; date?: string; ref?: string } = {}) =>
  `<Ntry><Amt Ccy="EUR">${changes.amount ?? '1.00'}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${changes.date ?? '2026-03-04'}</Dt></BookgDt><AcctSvcrRef>${changes.ref ?? 'A-1'}</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>${changes.text ?? 'INV-2026-0001'}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

describe('an XML file', () => {
  it.each([
    [
      'recursive entities',
      camt(
        entry({ text: '&c;' }),
        '<?xml version="1.0"?><!DOCTYPE D [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>',
      ),
      /document type declaration/,
    ],
    [
      'an entity that reads a file',
      camt(
        entry({ text: '&e;' }),
        '<?xml version="1.0"?><!DOCTYPE D [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
      ),
      /document type declaration/,
    ],
    ['an undeclared entity', camt(entry({ text: '&hello;' })), /no XML: look at line 1/],
    [
      'deep nesting',
      camt(`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`),
      /nested deeper than any bank statement/,
    ],
    ['a huge text', camt(entry({ text: 'x'.repeat(3_000_000) })), /A text of entry 1 is longer/],
    ['a huge attribute', camt(`<Ntry a="${'n'.repeat(3_000_000)}"/>`), /no XML/],
    ['a missing end', camt(entry()).slice(0, -60), /breaks off or is no XML: look at line 1/],
    ['a missing end within a tag', camt(entry()).slice(0, -18), /breaks off/],
    [
      'a wrong encoding',
      Buffer.from(camt(entry({ text: 'Müller' })), 'latin1'),
      /This file is not in UTF-8, which it says it is/,
    ],
    [
      'an unknown encoding',
      camt(entry(), '<?xml version="1.0" encoding="klingon"?>'),
      /written in klingon/,
    ],
    [
      'another message',
      camt(entry()).replaceAll('camt.053', 'camt.054'),
      /CAMT\.054.*choose CAMT\.053/,
    ],
    ['another version', camt(entry()).replaceAll('001.08', '001.99'), /version 2 to 13/],
    ['another document', '<html><body>Please sign in</body></html>', /no account statement/],
    [
      'an amount with fractions of a cent',
      camt(entry({ amount: '1.005' })),
      /Entry 1: “1\.005” is not an amount in EUR/,
    ],
    ['a negative amount', camt(entry({ amount: '-1.00' })), /Entry 1: “-1\.00”/],
    ['an invalid date', camt(entry({ date: '2026-02-30' })), /Entry 1: its date is missing/],
    [
      'too many entries',
      camt(entry().repeat(entriesMax + 1)),
      /more than 10,000 entries\. Please export shorter spans/,
    ],
    ['too many parts', camt(`<Ntry>${'<Ustrd>x</Ustrd>'.repeat(3_000)}</Ntry>`), /more parts/],
  ])('is rejected with the place and what to do: %s', (_, file, reason) => {
    expect(reasonOf(read(file))).toMatch(reason);
  });

  it('can contain the five entities of XML, and numeric character references', () => {
    const result = read(
      camt(entry({ text: '&lt;a&gt; &amp; &quot;b&quot; &apos;c&apos; &#8364;' })),
    );
    expect(result.ok && result.entries[0]?.reference).toBe('<a> & "b" \'c\' €');
  });

  it('is read without characters that cannot be stored', () => {
    const result = read(camt(entry({ text: 'a\u0001b' })));
    expect(result.ok && result.entries[0]?.reference).toBe('ab');
  });
});

describe('another file', () => {
  it.each([
    ['nothing', '', /empty/],
    ['a PDF', '%PDF-1.7 and more', /This is a PDF/],
    ['an archive', 'PK\u0003\u0004', /archive or a spreadsheet/],
    ['a program', new Uint8Array([0x7f, 0x45, 0, 0, 0, 1, 2, 0]), /not a text file/],
    ['a text', 'Hello', /no statement that can be read/],
    ['an open quotation mark', 'Date;Amount\n2026-01-01;"5', /quotation mark/],
    [
      'truncated MT940',
      ':20:A\n:25:DE1\n:28C:1\n:60F:C260101EUR1,00\n:61:260101C1,00NTRF',
      /breaks off after line 5/,
    ],
    [
      'MT940 with a wrong entry',
      ':20:A\n:25:DE1\n:28C:1\n:60F:C260101EUR1,00\n:61:hello\n:62F:C260101EUR1,00',
      /Line 5: the entry cannot be read\. Please export/,
    ],
    [
      'MT940 with a wrong date',
      ':20:A\n:25:DE1\n:28C:1\n:60F:C260101EUR1,00\n:61:260230C1,00NTRF\n:62F:C260101EUR1,00',
      /Line 5: its date is not a date/,
    ],
    [
      'MT940 without an opening balance',
      ':20:A\n:25:DE1\n:28C:1\n:61:260101C1,00NTRF\n:62F:C260101EUR1,00',
      /line 4 stands before the opening balance/,
    ],
  ])('is rejected with the place and what to do: %s', (_, file, reason) => {
    expect(reasonOf(read(file))).toMatch(reason);
  });

  const mapping = csvMappingSchema.parse({
    ...{ account: 'DE1', currency: 'EUR', delimiter: ';', headerLine: 1 },
    ...{ dateOrder: 'dmy', decimal: ',', date: 0, amount: 1 },
  });

  it.each([
    ['an amount with another sign', 'Datum;Betrag\n01.02.2026;1.00', /Line 2: “1\.00”/],
    ['no entries', 'Datum;Betrag\nSumme;', /No row of this table/],
  ])('is rejected with the column to correct: a table with %s', (_, file, reason) => {
    const result = read(file, mapping);
    expect(reasonOf(result)).toMatch(reason);
    expect(result).toHaveProperty('mappingField');
  });
});

describe('an amount', () => {
  it.each([
    ['1234.56', 'EUR', 123_456],
    ['0.1', 'EUR', 10],
    ['5.50000', 'EUR', 550],
    ['999999999999.99', 'EUR', 99_999_999_999_999],
    ['12.345', 'KWD', 12_345],
    ['4800', 'JPY', 480_000],
    ['4800.5', 'JPY', undefined],
    ['', 'EUR', undefined],
    ['.5', 'EUR', undefined],
    ['9999999999999', 'EUR', undefined],
    ['1e3', 'EUR', undefined],
  ])('%s %s has %s cents', (text, currency, cents) => {
    expect(centsOf(text, currency)).toBe(cents);
  });

  it('is exact for every number of cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999_999 }), (cents) => {
        const text = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        expect(centsOf(text, 'EUR')).toBe(cents);
      }),
    );
  });
});

it('parsing never throws, for any bytes and for any truncated statement', () => {
  const corpus = ['camt-v8-batch.xml', 'mt940-german.sta', 'csv-english-columns.csv'].map(
    (file) => new Uint8Array(readFileSync(join(import.meta.dirname, 'corpus', file))),
  );
  const cut = fc
    .tuple(fc.constantFrom(...corpus), fc.nat(), fc.nat(), fc.uint8Array({ maxLength: 12 }))
    .map(([bytes, from, to, put]) => {
      const at = from % bytes.length;
      return new Uint8Array([...bytes.slice(0, at), ...put, ...bytes.slice(at + (to % 40))]);
    });
  const defaults = { account: '', currency: 'EUR', isMonthFirst: false };
  fc.assert(
    fc.property(fc.oneof(cut, fc.uint8Array({ maxLength: 400 })), (bytes) => {
      const result = parseStatement({ ask: 'entries', bytes });
      if (!result.ok) expect(result.reason).toMatch(/[.]$/);
      expect(showTable({ ask: 'table', bytes, defaults })).toHaveProperty('ok');
    }),
    { numRuns: 300 },
  );
});

describe('a statement that does not add up to its balances', () => {
  const balances = (closing: string) =>
    ['OPBD', 'CLBD']
      .map(
        (type) =>
          `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${type === 'OPBD' ? '100.00' : closing}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`,
      )
      .join('');
  // The second line of the text imitates an entry.
  const mt940 = (closing: string) =>
    `:20:A\n:25:DE1\n:28C:1\n:60F:C260101EUR100,00\n:61:260101C0,01NTRF\n:86:Invoice\n:61:2601010101C1000,00NTRF\n:62F:C260101EUR${closing}`;

  it.each([
    ['MT940', mt940('100,01'), mt940('1100,01')],
    ['CAMT.053', camt(balances('100.01') + entry()), camt(balances('101.00') + entry())],
  ])('is rejected: %s', (_, wrong, right) => {
    expect(reasonOf(read(wrong))).toMatch(/do not add up to its balances: they differ by/);
    expect(read(right)).toMatchObject({ ok: true });
  });
});

it('a wrapped line of MT940 that begins like a tag is part of the text', () => {
  const result = read(
    [
      ...[':20:A', ':25:12030000/0000202051', ':28C:00031/001', ':60F:C261123EUR100,00'],
      ':61:2611241124CR1428,00NTRFNONREF//2026112412345',
      ':86:166?00GUTSCHRIFT?20SVWZ+Zahlung vom 24.11.26 16',
      ':26:37 Uhr?21 INV-2026-0001?31DE8937040',
      ...['0440532013000?32ORLANDA PIER WORKS', ':62F:C261124EUR1528,00'],
    ].join('\n'),
  );
  expect(result).toMatchObject({
    entries: [
      {
        name: 'ORLANDA PIER WORKS',
        iban: 'DE89370400440532013000',
        reference: expect.stringContaining('16:26:37 Uhr INV-2026-0001'),
      },
    ],
  });
});

it.each(['EREF', 'MARF', 'PREF', 'NONREF', 'NOTPROVIDED'])(
  '%s of an MT940 entry is no payment id',
  (word) => {
    const result = read(
      `:20:A\n:25:NL91ABNA0417164300\n:28C:1\n:60F:C261127EUR0,00\n:61:261128C1428,00N541${word}\n:86:/NAME/J DE VRIES`,
    );
    expect(result).toMatchObject({ entries: [{ endToEndId: '' }] });
  },
);

describe('an MT940 statement with entries that cancel each other out', () => {
  const statementOf = (...entries: string[]) =>
    [':20:A', ':25:DE1', ':28C:1', ':60F:C260101EUR100,00', ...entries].join('\n');
  const honest = ':61:260102C40,00NTRFNONREF\n:86:INV-2026-0001';
  const wrapped = ':61:260102C0,01NTRFNONREF\n:86:hello';
  const provenOf = (text: string) => {
    const result = read(text);
    if (!result.ok) throw new Error(result.reason);
    const { entries, notes } = result;
    return [
      entries.filter(({ isCredit }) => isCredit).map(({ cents, isOffset }) => [cents, !isOffset]),
      notes,
    ];
  };
  const note = (lines: string) => [
    `The entries in lines ${lines} could cancel each other out, so the balances do not prove them: none of them is booked automatically.`,
  ];

  it.each([
    ['a debit of the same amount', ['C1000,00NTRFINV-1', 'D1000,00NTRFINV-2'], '9, 10'],
    ['references that look like the bank’s', ['C1000,00NTRFX//A1', 'D1000,00NTRFX//B2'], '9, 10'],
    ['two debits', ['D400,00NTRFX', 'C1000,00NTRFX', 'D600,00NTRFX'], '9, 10, 11'],
    ['a reversal', ['C1000,00NTRFX', 'RC1000,00NTRFX'], '9, 10'],
    ['a debit that cannot be read', ['C1000,00NTRFX', '!D1000,00NTRFX'], '9, 10'],
  ])(
    'has entries that an admin must check, because the balances do not prove them: %s',
    (_, injected, lines) => {
      // The date of the entry does not exist.
      const odd = injected.map((one) => `:61:260102${one}`.replace('02!', '32'));
      const text = statementOf(honest, wrapped, ...odd, ':62F:C260103EUR140,01');
      const [credits, notes] = provenOf(text);
      expect(credits).toEqual([
        [4_000, true],
        [1, true],
        [100_000, false],
      ]);
      expect(notes).toEqual(expect.arrayContaining(note(lines)));
    },
  );

  it('is detected at any distance, among several credits, and in each statement of a file', () => {
    const debits = Array.from({ length: 30 }, (_, at) => `:61:260102D${at + 3},17NTRFX`);
    const out = 30 * 3 + (29 * 30) / 2;
    const sum = (100_00 + 40_00 + 1 - (out * 100 + 30 * 17)) / 100;
    const closing = `:62F:${sum < 0 ? 'D' : 'C'}260103EUR${Math.abs(sum).toFixed(2).replace('.', ',')}`;
    const first = statementOf(
      ...[':61:260102C70000,00NTRFX', honest, ...debits.slice(0, 15), ':61:260102D80000,00NTRFX'],
      ...[wrapped, ...debits.slice(15), ':61:260102C10000,00NTRFX', closing],
    );
    const second = statementOf(':61:260102C70000,00NTRFX', ':62F:C260103EUR70100,00');
    expect(provenOf(`${first}\n${second}`)[0]).toEqual([
      [7_000_000, false],
      [4_000, true],
      [1, true],
      [1_000_000, false],
      [7_000_000, true],
    ]);
  });

  it('is not proven if its closing balance is in the text of an entry', () => {
    const text = statementOf(
      ...[wrapped, ':61:260102C1000,00NTRFINV-2026-0001', ':62F:C260103EUR1100,01'],
      ...[honest, ':62F:C260103EUR140,01'],
    );
    const result = read(text);
    expect(result).toMatchObject({
      ok: true,
      isUnproven: true,
      notes: [expect.stringMatching(/none of these entries is booked automatically/)],
    });
  });
});

it('a row of a CSV file with more cells than columns is not read, because its amount may be part of a text', () => {
  const mapping = csvMappingSchema.parse({
    ...{ delimiter: ',', headerLine: 1, date: 0, amount: 2, reference: [1], account: 'DE1' },
    ...{ currency: 'EUR', decimal: '.' },
  });
  const result = read(
    'Date,Text,Amount,Balance\n2026-03-04,INV-2026-0002,-5.00,5.00\n2026-03-04,INV-2026-0001,1000.00,0.01,5.01\n',
    mapping,
  );
  expect(result.ok && [result.entries.map(({ cents }) => cents), result.notes]).toEqual([
    [500],
    ['Line 3 is not imported: it has more cells than there are columns.'],
  ]);
});

describe('an MT940 statement with an entry that cannot be read', () => {
  const mt940 = (closing: string, ...entries: string[]) =>
    read([':20:A', ':25:DE1', ':28C:1', ':60F:C260101EUR100,00', ...entries, closing].join('\n'));
  const good = ':61:260102C40,00NTRFNONREF\n:86:INV-2026-0001';
  const wrongDate = ':61:260230D15,00NTRFNONREF\n:86:Fee';
  const wrongAmount = ':61:260102D1,005NTRFNONREF\n:86:Fee';
  const garbled = ':61:hello\n:86:Fee';

  const outcomeOf = (result: ReadResult) =>
    result.ok
      ? [result.entries.map(({ cents }) => cents), result.notes, result.isUnproven]
      : result.reason;

  it('is imported without the entry, which is listed, if its amount is exactly what is missing', () => {
    expect(outcomeOf(mt940(':62F:C260103EUR125,00', good, wrongDate))).toEqual([
      [4_000],
      ['Line 7 is not imported: its date is not a date.'],
      false,
    ]);
    expect(outcomeOf(mt940(':62F:C260103EUR120,00', good, wrongDate))).toMatch(
      /do not add up to its balances: they differ by 5\.00/,
    );
  });

  it('is imported without the entry, which is listed, if the others add up', () => {
    for (const odd of [wrongDate, wrongAmount, garbled]) {
      expect(outcomeOf(mt940(':62F:C260103EUR140,00', good, odd))).toEqual([
        [4_000],
        [expect.stringMatching(/^Line 7 is not imported: /)],
        false,
      ]);
    }
  });

  it('leaves all entries to an admin if the missing amount is unknown', () => {
    for (const odd of [wrongAmount, garbled]) {
      expect(outcomeOf(mt940(':62F:C260103EUR139,00', good, odd))).toEqual([
        [4_000],
        [
          expect.stringMatching(/^Line 7 is not imported: /),
          expect.stringMatching(/none of these entries is booked automatically/),
        ],
        true,
      ]);
    }
    // Without a balance, the entries cannot be checked either.
    for (const odd of [garbled, wrongDate]) {
      expect(outcomeOf(mt940(':62F:', good, odd))).toEqual([[4_000], expect.anything(), true]);
    }
    expect(outcomeOf(mt940(':62F:', good))).toEqual([[4_000], expect.anything(), true]);
  });

  it('does not prevent the rejection of another statement that does not add up', () => {
    const second =
      ':20:B\n:25:DE1\n:60F:C260103EUR125,00\n:61:260104C1,00NTRF\n:62F:C260104EUR1,00';
    const result = mt940(`:62F:C260103EUR125,00\n${second}`, good, wrongDate);
    expect(reasonOf(result)).toMatch(/do not add up/);
  });
});
