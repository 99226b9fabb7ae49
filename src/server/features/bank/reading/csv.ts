import { type dateOrders, entriesMax } from '~/contract/bank/bank';
import type { CsvMapping } from '~/contract/bank/csv-mapping-schema';
import { readTable, type TableRow } from './csv-table';
import { type ReadEntry, type ReadStatement, Unreadable } from './read-result';
import { asAccount, centsOf, dateOf, idOf, kept, tidy } from './values';

/** What banks write for money that went out. */
const goingOut = /^(s|soll|d|dr|dbit|debit|af|belastung|lastschrift|-|out)$/i;
const comingIn = /^(h|haben|c|cr|crdt|credit|bij|gutschrift|\+|in)$/i;

/** @throws Unreadable with the line and what to do */
export function readCsvStatement(bytes: Uint8Array, mapping: CsvMapping): ReadStatement {
  const { rows } = readTable(bytes, mapping);
  const entries: ReadEntry[] = [];
  let left = 0;
  for (const row of rows) {
    const cell = (at: number | null) => (at === null ? '' : (row.cells[at] ?? ''));
    const dated = cell(mapping.date);
    // Sums and notes below the entries have no date.
    const bookedOn = dateIn(dated, mapping.dateOrder);
    if (
      !bookedOn &&
      !/\d/.test(cell(mapping.amount) + (mapping.debit === null ? '' : cell(mapping.debit)))
    ) {
      left += 1;
      continue;
    }
    if (!bookedOn) {
      if (dated === '' || row.cells.length <= Math.max(mapping.date, mapping.amount)) {
        left += 1;
        continue;
      }
      throw wrong(row, `“${tidy(dated, 40)}” is no date`, 'the column and the order of the dates');
    }
    const written = cell(mapping.currencyColumn).toUpperCase();
    const currency = /^[A-Z]{3}$/.test(written) ? written : mapping.currency;
    const cents = signedCents(row, mapping, currency);
    if (cents === 0) continue;
    if (entries.length >= entriesMax) {
      throw new Unreadable(
        `This file has more than ${entriesMax.toLocaleString('en')} entries. Please export shorter spans of days, one file each.`,
      );
    }
    entries.push({
      account: asAccount(mapping.account),
      place: `line ${row.line}`,
      bookedOn,
      valueOn: dateIn(cell(mapping.valueDate), mapping.dateOrder) ?? bookedOn,
      cents: Math.abs(cents),
      currency,
      isCredit: cents > 0,
      isReturn: false,
      returnReason: '',
      name: tidy(cell(mapping.name), kept.name),
      iban: asAccount(cell(mapping.iban)),
      reference: tidy(mapping.reference.map(cell).join(' '), kept.reference),
      endToEndId: '',
      bankReference: idOf(cell(mapping.bankReference)),
    });
  }
  if (entries.length === 0) {
    throw new Unreadable(
      'No row of this table has a date and an amount in the columns that were chosen. Please choose the columns again.',
      true,
    );
  }
  const notes = left > 0 ? [`Left out: ${left} of the rows, without a date or an amount.`] : [];
  return { format: 'csv', entries, notes };
}

const wrong = ({ line }: TableRow, what: string, check: string) =>
  new Unreadable(`Line ${line}: ${what}. Please check ${check}.`, true);

function signedCents(row: TableRow, mapping: CsvMapping, currency: string): number {
  const read = (at: number): number => {
    const text = row.cells[at] ?? '';
    if (text === '') return 0;
    const cents = amountIn(text, mapping.decimal, currency);
    if (cents !== undefined) return cents;
    throw wrong(
      row,
      `“${tidy(text, 40)}” is no sum in ${currency}`,
      'the column of the amounts and the sign before their cents',
    );
  };
  const amount = read(mapping.amount);
  if (mapping.debit !== null) {
    const out = Math.abs(read(mapping.debit));
    return amount !== 0 ? Math.abs(amount) : -out;
  }
  if (mapping.direction === null || amount < 0) return amount;
  const direction = (row.cells[mapping.direction] ?? '').trim();
  if (goingOut.test(direction)) return -amount;
  if (comingIn.test(direction)) return amount;
  throw wrong(
    row,
    `“${tidy(direction, 40)}” does not say whether money came in`,
    'the column that says so, or leave it empty',
  );
}

/** `1.234,56 €`, `1'234.56`, `-12,00`, `12,00-`, `+5` in cents, with its sign. */
export function amountIn(
  text: string,
  decimal: CsvMapping['decimal'],
  currency: string,
): number | undefined {
  const bare = text.replaceAll(/[\s\u00a0'’]|[A-Za-z]{3}|[€$£]/g, '').replaceAll('−', '-');
  // Accountants write what went out in brackets.
  const match = /^([+-]?|\()([\d.,]+)([+-]?|\))$/.exec(bare);
  if (!match) return undefined;
  const [, before, digits = '', after] = match;
  if ((before === '(') !== (after === ')')) return undefined;
  const thousands = decimal === ',' ? '.' : ',';
  const [whole = '', fraction, ...more] = digits.split(decimal);
  // A thousands sign within the cents, or two decimal signs: the other one was meant.
  if (more.length > 0 || fraction?.includes(thousands)) return undefined;
  const groups = whole.split(thousands);
  if (groups.length > 1 && groups.slice(1).some((group) => group.length !== 3)) return undefined;
  const number = `${groups.join('') || '0'}${fraction === undefined ? '' : `.${fraction}`}`;
  const cents = centsOf(number, currency);
  if (cents === undefined) return undefined;
  return before === '' || before === '+' ? (after === '-' ? -cents : cents) : -cents;
}

/** A date in the order that was chosen; years of two digits are of this century. */
export function dateIn(text: string, order: (typeof dateOrders)[number]): string | undefined {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  const match = compact ?? /^(\d{1,4})[./\- ](\d{1,2})[./\- ](\d{2,4})(?:[T ,].*)?$/.exec(text);
  if (!match) return undefined;
  const [one, two, three] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const year = (given: number) => (given < 100 ? 2000 + given : given);
  if (compact || order === 'ymd') return dateOf(year(one), two, three);
  return order === 'dmy' ? dateOf(year(three), two, one) : dateOf(year(three), one, two);
}
