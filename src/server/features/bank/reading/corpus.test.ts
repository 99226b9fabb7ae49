import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { csvMappingSchema } from '~/contract/bank/csv-mapping-schema';
import { parseStatement, showTable } from './parse-statement';
import type { ReadEntry, ReadResult } from './read-result';

const folder = join(import.meta.dirname, 'corpus');
const read = (file: string) => new Uint8Array(readFileSync(join(folder, file)));

/** Reads a file. A table is read with the proposed mapping, and with an account as an admin would enter it. */
function statementOf(file: string): ReadResult {
  const bytes = read(file);
  if (!file.endsWith('.csv')) return parseStatement({ ask: 'entries', bytes });
  const defaults = { account: 'DE02120300000000202051', currency: 'EUR', isMonthFirst: false };
  const shown = showTable({ ask: 'table', bytes, defaults });
  const mapping = csvMappingSchema.parse(shown.ok && shown.table?.guess);
  return parseStatement({ ask: 'entries', bytes, mapping });
}

const inWords = (one: ReadEntry) =>
  [
    `${one.account} ${one.place} ${one.bookedOn}/${one.valueOn} ${one.isCredit ? '+' : '-'}${one.cents} ${one.currency}`,
    `${one.name} (${one.iban})`,
    one.reference,
    `${one.endToEndId}|${one.bankReference}${one.isReturn ? `|returned: ${one.returnReason}` : ''}`,
  ].join('; ');

const own = 'DE02120300000000202051';
const expected: Record<string, string[]> = {
  'camt-v2-german.xml': [
    `${own} entry 1 2026-03-04/2026-03-05 +142800 EUR; Müller & Söhne GmbH (DE89370400440532013000); Rechnung INV-2026- 0001 vom 1.3.; |2026030412345678000`,
    `${own} entry 2 2026-03-04/2026-03-04 -4550 EUR; Stadtwerke Hafen (DE75512108001245126199); Strom; |`,
  ],
  'camt-v2-latin1.xml': [
    `${own} entry 1 2026-02-28/2026-02-28 +1234 EUR; Café Zoë (); Für März; |`,
  ],
  'camt-v8-batch.xml': [
    `${own} entry 1 2026-03-04/2026-03-04 +10000 EUR; Ada Byron (GB82WEST12345698765432); RF18539007547034; E2E-1|BATCH-77/1`,
    `${own} entry 1 2026-03-04/2026-03-04 +20000 EUR; Skerrow Ferries (); INV-2026-0002 first half; |BATCH-77/2`,
    `${own} entry 1 2026-03-04/2026-03-04 +5025 EUR; Peter Vane (); inv20260003; |BATCH-77/3`,
    // The payments of the batch have no amounts, so it stays one entry.
    `${own} entry 2 2026-03-04/2026-03-04 +3000 EUR;  (); first without a sum second; |BATCH-78`,
  ],
  'camt-v8-return.xml': [
    `${own} entry 1 2026-03-06/2026-03-06 -20000 EUR; Skerrow Ferries (FR7630006000011234567890189); ; E2E-9|R-1|returned: AC04, account closed`,
  ],
  'camt-v13-prefixed.xml': [
    '12-345678 entry 1 2026-12-31/2026-12-31 +9910 USD; Quay & Co. (); INV-2026-0004 <thanks>; |',
    'GB82WEST12345698765432 entry 2 2027-01-01/2027-01-01 -500 GBP;  (); Fee; |',
  ],
  'mt940-german.sta': [
    // The IBAN is derived from bank code and account number.
    `${own} line 5 2026-03-04/2026-03-04 +142800 EUR; MUELLER & SOEHNE GMBH INTERNATIONAL (DE89370400440532013000); Rechnung: INV-2026-0001 Danke sehr; E2E-1|2026030412345`,
    `${own} line 8 2026-03-04/2026-03-04 -4550 EUR; STADTWERKE HAFEN (); Strom Maerz; |`,
    `${own} line 16 2026-03-06/2026-03-06 -142800 EUR; MUELLER & SOEHNE GMBH (DE89370400440532013000); ; E2E-1|R-2|returned: 914, RUECKUEBERWEISUNG`,
  ],
  'mt940-dutch.txt': [
    'NL91ABNA0417164300 line 5 2026-03-05/2026-03-05 +72600 EUR; De Bruin Scheepvaart B.V. (NL20INGB0001234567); Factuur INV-2026-0005 en INV-2026-0006; BRUIN-88|26064-001',
  ],
  'mt940-swift.txt': [
    // The value date is in the new year, the booking date in the old one.
    'GB82WEST12345698765432 line 6 2025-12-31/2026-01-01 +9910 GBP;  (); PETER VANE INV-2026-0007 THANK YOU; INV-2026-0007|BR-1',
    'GB82WEST12345698765432 line 10 2026-01-02/2026-01-02 -300 GBP;  (); ACCOUNT FEE; |',
  ],
  'mt940-belgian.txt': [
    'BE68539007547034 line 5 2026-03-02/2026-03-02 +25000 EUR;  (); OVERSCHRIJVING VAN ATELIER NOORD MEDEDELING: ++ INV 2026 0008 ++; |0302A01',
  ],
  'csv-german-letterhead.csv': [
    `${own} line 7 2026-03-04/2026-03-05 +142800 EUR; Müller & Söhne GmbH (DE89370400440532013000); Rechnung INV-2026-0001; danke; |`,
    `${own} line 8 2026-03-04/2026-03-04 -4550 EUR; Stadtwerke Hafen (DE75512108001245126199); Strom; |`,
  ],
  'csv-english-columns.csv': [
    `${own} line 2 2026-03-04/2026-03-04 +125000 EUR;  (); Ada Byron, INV-2026-0002; |`,
    `${own} line 3 2026-03-13/2026-03-13 -80000 EUR;  (); Office rent; |`,
  ],
  'csv-dutch-direction.csv': [
    'NL91ABNA0417164300 line 2 2026-03-05/2026-03-05 +72600 EUR; De Bruin Scheepvaart (NL20INGB0001234567); INV-2026-0005; |',
    'NL91ABNA0417164300 line 3 2026-03-06/2026-03-06 -1210 EUR; Kantoor (NL02ABNA0123456789); Pennen; |',
  ],
  'csv-multi-currency.csv': [
    `${own} line 2 2026-03-04/2026-03-04 +9910 USD; Quay Partners LLC (); INV-2026-0009; |tx-001`,
    `${own} line 3 2026-03-04/2026-03-04 +9910 USD; Quay Partners LLC (); INV-2026-0009; |tx-002`,
    `${own} line 4 2026-03-05/2026-03-05 -500 EUR; Fees (); ; |tx-003`,
  ],
};

describe('the corpus of bank statements', () => {
  it('has the expected entries of each file', () => {
    expect(readdirSync(folder).sort()).toEqual(Object.keys(expected).sort());
  });

  it.each(Object.keys(expected))('%s', (file) => {
    const result = statementOf(file);
    expect(result.ok ? result.entries.map(inWords) : result.reason).toEqual(expected[file]);
  });

  it('counts unbooked entries in CAMT', () => {
    const result = statementOf('camt-v2-german.xml');
    expect(result.ok && result.notes).toEqual(['Left out: 1 entry, pending (“PDNG”).']);
  });
});
