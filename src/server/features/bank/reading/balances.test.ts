import { describe, expect, it } from 'vitest';

import { csvMappingSchema } from '~/contract/bank/csv-mapping-schema';
import { isBalanceText } from './balances';
import { parseStatement, showTable } from './parse-statement';

function shownTable(file: string) {
  const bytes = new TextEncoder().encode(file);
  const defaults = { account: '', currency: 'EUR', isMonthFirst: false };
  const shown = showTable({ ask: 'table', bytes, defaults });
  if (!shown.ok || !shown.table) throw new Error('the table was not shown');
  return shown.table;
}

/** Returns the amounts of a table in cents, and the notes about it. */
function read(file: string) {
  const bytes = new TextEncoder().encode(file);
  const mapping = csvMappingSchema.parse({ ...shownTable(file).guess, account: 'DE02' });
  const result = parseStatement({ ask: 'entries', bytes, mapping });
  if (!result.ok) throw new Error(result.reason);
  const cents = result.entries.map((one) => (one.isCredit ? one.cents : -one.cents));
  return { cents, notes: result.notes };
}

it.each(['Saldo', 'Saldo Rechnung 7', 'Balance payment', 'Solde facture', 'Total Gas', 'Konto 5'])(
  'a payment with the reference %s is not read as a balance',
  (text) => {
    expect(isBalanceText(text)).toBe(false);
  },
);

describe('the running balance', () => {
  it('shows that three digits are decimals, in several rows or a single one', () => {
    const rows = '2026-11-18;PRESS;-30.000;10000.000\n2026-11-17;ORLANDA;200.000;10030.000';
    expect(read(`Bokföringsdatum;Text;Belopp;Saldo\n${rows}`).cents).toEqual([-3_000, 20_000]);
    expect(read(`Date;Text;Amount;X\n${rows}`).cents).toEqual([-3_000, 20_000]);
    const [row] = rows.split('\n');
    expect(read(`Bokföringsdatum;Text;Belopp;Saldo\n${row}`).cents).toEqual([-3_000]);
  });

  it('identifies opening and closing balance rows in any language', () => {
    const file =
      'Date;Text;Amount;X\n2026-11-01;Gruk;3820,11;3820,11\n2026-11-17;ORLANDA;1428,00;5248,11\n2026-11-18;PAPER;-38,20;5209,91\n2026-11-27;Grok;5209,91;5209,91';
    expect(read(file)).toEqual({
      cents: [142_800, -3_820],
      notes: ['Left out: 2 of the rows, which are balances or totals.'],
    });
  });

  it('does not exclude the first payment of a new account or equal amounts', () => {
    const file =
      'Date;Payee;Amount;X\n2026-11-01;ORLANDA;100,00;100,00\n2026-11-17;ORLANDA;100,00;200,00\n2026-11-18;PAPER;-100,00;100,00';
    expect(read(file)).toEqual({ cents: [10_000, 10_000, -10_000], notes: [] });
  });
});

it('reads negative amounts in a credit column as money in if all are negative, with a note', () => {
  const file =
    'Status,Date,Description,Debit,Credit\nCleared,11/17/2026,COSTCO,62.48,\nCleared,11/15/2026,"PAYMENT, THANK YOU",,-1037.98';
  expect(read(file)).toEqual({
    cents: [-6_248, 103_798],
    notes: ['All amounts in “Credit” have a minus and are read as money in.'],
  });
});

it('leaves out entries below a “Pending” title, and reads those below the next title', () => {
  const heading = 'Date,Description,Amount';
  const file = `Pending Transactions\n${heading}\n11/19/2026,KAI,77.00\n\nPosted Transactions\n${heading}\n11/17/2026,ORLANDA,1428.00\n11/18/2026,PAPER,-38.20\n11/18/2026,PENDING - FEE,-5.00`;
  expect(read(file)).toEqual({
    cents: [142_800, -3_820],
    notes: [
      'Left out: 1 entry, pending (“Pending Transactions”).',
      'Left out: 1 entry, pending (“PENDING - FEE”).',
      'Left out: 2 of the rows, without a date or an amount.',
    ],
  });
});

it('leaves out pending entries that follow the booked ones under repeated headings', () => {
  const heading = 'Date,Description,Amount';
  const file = `Posted Transactions\n${heading}\n11/17/2026,ORLANDA,1428.00\n\nPending Transactions\n${heading}\n11/19/2026,KAI,-77.00`;
  expect(read(file)).toMatchObject({
    cents: [142_800],
    notes: expect.arrayContaining(['Left out: 1 entry, pending (“Pending Transactions”).']),
  });
});

it('reads the state in Japanese', () => {
  const file =
    'Date;Text;Amount;状態\n2026-11-17;ORLANDA;1428,00;確定\n2026-11-18;PAPER;-38,20;確定\n2026-11-19;KAI;77,00;未確定';
  expect(read(file)).toEqual({
    cents: [142_800, -3_820],
    notes: ['Left out: 1 entry, pending (“未確定”).'],
  });
});

describe('the account above the columns', () => {
  const rows = 'Buchungsdatum;Betrag (€)\n27.11.26;1.428,00';
  it.each([
    ['an IBAN', '"Girokonto";"DE02120300000000202051"', 'DE02120300000000202051'],
    ['an IBAN in groups', 'IBAN;DE02 1203 0000 0000 2020 51', 'DE02120300000000202051'],
    ['a number', 'Account Details For:;DBS Current Account 123-456789-0', '123-456789-0'],
    ['a balance only', 'Kontostand vom 27.11.2026:;5.209,91 €', ''],
    ['no account', 'Reference;AB12 3456 7890 1234 5678', ''],
    ['dates only', 'Account statement;2026-11-01 2026-11-27', ''],
  ])('is read from %s', (_, line, account) => {
    expect(shownTable(`${line}\n\n${rows}`).account).toBe(account);
  });
});
