import { entriesMax, previewRows } from '~/contract/bank/bank';
import type { RowPreview } from '~/contract/bank/bank-schema';
import type { CsvMapping } from '~/contract/bank/csv-mapping-schema';
import { centsToAmount, decimalsOf } from '~/contract/common/currencies';
import { type DateOrder, dateOrderLabels } from '~/contract/values/date-orders';
import { chooseValue, type DecimalSign, readWritten } from '~/contract/values/numbers';
import { currenciesOf } from '~/server/platform/values/currencies';
import { dayOf, readWrittenDate } from '~/server/platform/values/dates';
import { stateColumn } from './columns';
import {
  amountsOf,
  type CsvTable,
  cellsOf,
  datesOf,
  directionOf,
  readTable,
  type TableRow,
} from './csv-table';
import { entryStateOf, stateInWords, unbookedNotes } from './entry-states';
import { problemNotes, type ReadEntry, type ReadStatement, Unreadable } from './read-result';
import { asAccount, centsOf, idOf, kept, tidy } from './values';

/** How to read the values of a table. */
interface Reading {
  mapping: CsvMapping;
  order: DateOrder | undefined;
  decimal: DecimalSign | undefined;
  state: number | null;
  /** True if an empty state means not booked, because other rows are marked as booked. */
  saysBooked: boolean;
  /** True if a negative amount in the debit column is a credit, because the column also has positive ones. */
  isSigned: boolean;
}

type RowReading =
  | { entry: ReadEntry }
  | { unbooked: string }
  | { problem: string; entry?: Partial<ReadEntry> }
  /** A total or note below the entries, or an entry of 0. */
  | 'without entry'
  | 'empty';

export function readCsvStatement(bytes: Uint8Array, mapping: CsvMapping): ReadStatement {
  const { entries, notes, needsAnswer } = readRows(readTable(bytes, mapping), mapping);
  if (needsAnswer) throw needsAnswer;
  return { format: 'csv', entries, notes };
}

/** Returns the table as it is read, for an admin to compare. @throws Unreadable for choices that have to be made first */
export function previewRowsOf(table: CsvTable, mapping: CsvMapping) {
  const { entries, notes, readings } = readRows(table, mapping);
  const isShown = ({ reading }: (typeof readings)[number], at: number) =>
    at < previewRows || (typeof reading === 'object' && 'problem' in reading);
  const rows = readings
    .filter(({ reading }) => typeof reading === 'object')
    .filter(isShown)
    .slice(0, 2 * previewRows)
    .map(({ row, reading }): RowPreview => {
      const entry: Partial<ReadEntry> =
        typeof reading === 'object' && 'entry' in reading ? (reading.entry ?? {}) : {};
      const {
        bookedOn = '',
        cents,
        currency = '',
        isCredit = true,
        name = '',
        reference = '',
      } = entry;
      const problem =
        typeof reading !== 'object'
          ? ''
          : 'problem' in reading
            ? reading.problem
            : 'unbooked' in reading
              ? `Left out: ${stateInWords(reading.unbooked)}`
              : '';
      const amount = cents === undefined ? '' : centsToAmount(cents, currency);
      return { line: row.line, bookedOn, amount, currency, isCredit, name, reference, problem };
    });
  return { rows, entries: entries.length, notes };
}

function readRows(table: CsvTable, mapping: CsvMapping) {
  const how = readingOf(table, mapping);
  const entries: ReadEntry[] = [];
  const problems: { place: string; message: string }[] = [];
  const unbooked = new Map<string, number>();
  let left = 0;
  const readings: { row: TableRow; reading: RowReading }[] = [];
  for (const row of table.rows) {
    const reading = readRow(row, how);
    readings.push({ row, reading });
    if (reading === 'without entry') left += 1;
    else if (reading === 'empty') continue;
    else if ('unbooked' in reading) {
      unbooked.set(reading.unbooked, (unbooked.get(reading.unbooked) ?? 0) + 1);
    } else if ('problem' in reading) {
      problems.push({ place: `Line ${row.line}`, message: reading.problem });
    } else entries.push(reading.entry);
    if (entries.length > entriesMax) {
      throw new Unreadable(
        `This file has more than ${entriesMax.toLocaleString('en')} entries. Please export shorter spans of days, one file each.`,
      );
    }
  }
  const notes = [
    ...problemNotes(problems),
    ...unbookedNotes(unbooked),
    ...(left > 0 ? [`Left out: ${left} of the rows, without a date or an amount.`] : []),
  ];
  return { entries, notes, readings, needsAnswer: wrongMapping(entries, problems, unbooked) };
}

/** Reports a wrong mapping if nothing can be read, unless the bank has booked none of the rows. */
function wrongMapping(
  entries: readonly ReadEntry[],
  [first]: readonly { place: string; message: string }[],
  unbooked: ReadonlyMap<string, number>,
): Unreadable | undefined {
  if (entries.length > 0) return undefined;
  if (first) {
    return new Unreadable(`${first.place}: ${first.message}. Please check the columns.`, '');
  }
  if (unbooked.size > 0) {
    const words = [...unbooked.keys()].map(stateInWords).join('; ');
    return new Unreadable(
      `No row of this table is booked: ${words}. Please check the column that says it, or import the statement once the bank has booked it.`,
      'state',
    );
  }
  return new Unreadable(
    'No row of this table has a date and an amount in the columns that were chosen. Please choose the columns again.',
    '',
  );
}

/** @throws Unreadable for ambiguous values that the mapping does not resolve, and if they contradict it */
function readingOf(table: CsvTable, mapping: CsvMapping): Reading {
  const dates = datesOf(table, mapping);
  const isOrderKnown = mapping.dateOrder !== null;
  if (dates.open && !(mapping.dateOrder && dates.open.orders.includes(mapping.dateOrder))) {
    const { text, orders } = dates.open;
    const meanings = orders.map((order) => dateOrderLabels[order].toLowerCase()).join(' or ');
    throw new Unreadable(
      `“${tidy(text, 40)}” can be ${meanings}. Please choose the order of dates.`,
      'dateOrder',
    );
  }
  const proven = dates.order;
  if (isOrderKnown && proven && proven !== 'ymd' && proven !== mapping.dateOrder) {
    const cell = cellsOf(table, mapping.date).find(
      (text) =>
        readWrittenDate(text)?.byOrder[mapping.dateOrder ?? 'ymd'] === undefined &&
        readWrittenDate(text),
    );
    throw new Unreadable(
      `“${tidy(cell ?? '', 40)}” is not a date in the order ${dateOrderLabels[mapping.dateOrder ?? proven].toLowerCase()}. Please choose the order of dates.`,
      'dateOrder',
    );
  }
  const amounts = amountsOf(table, mapping);
  if (mapping.decimal && amounts.isProven && amounts.sign !== mapping.decimal) {
    const row = table.rows.find(({ cells }) => {
      const [only, other] = readWritten(cells[mapping.amount] ?? '')?.readings ?? [];
      return only?.decimal && !other;
    });
    throw new Unreadable(
      `Line ${row?.line ?? table.headerLine}: “${tidy(row?.cells[mapping.amount] ?? '', 40)}” has another decimal sign than was chosen. Please choose the sign before the cents.`,
      'decimal',
    );
  }
  const state =
    mapping.state === undefined
      ? stateColumn(table.columns, (at) => cellsOf(table, at))
      : mapping.state;
  const states = cellsOf(table, state);
  const signs = new Set(
    cellsOf(table, mapping.debit).flatMap((text) => {
      const number = readWritten(text);
      return number && !/^0(\.0*)?$/.test(number.readings[0]?.value ?? '') ? number.isNegative : [];
    }),
  );
  return {
    mapping,
    order:
      proven === 'ymd' ? (mapping.dateOrder ?? proven) : (proven ?? mapping.dateOrder ?? undefined),
    decimal: mapping.decimal ?? amounts.sign,
    state,
    saysBooked: states.some((text) => entryStateOf(text) === 'booked'),
    isSigned: signs.size > 1,
  };
}

function readRow(row: TableRow, how: Reading): RowReading {
  const { mapping } = how;
  const cell = (at: number | null) => (at === null ? '' : (row.cells[at] ?? ''));
  const dated = cell(mapping.date);
  const sums = cell(mapping.amount) + cell(mapping.debit);
  if (dated === '' || sums === '') return 'without entry';
  const state = cell(how.state);
  const isBooked =
    how.state === null || (state === '' ? !how.saysBooked : entryStateOf(state) === 'booked');
  if (!isBooked) return { unbooked: tidy(state, 40) };
  // Some banks write the state in place of the date.
  if (entryStateOf(dated) === 'pending') return { unbooked: tidy(dated, 40) };
  const bookedOn = dayIn(dated, how.order);
  if ('problem' in bookedOn) {
    // Headings and totals below the entries.
    return /\p{Nd}/u.test(sums) ? bookedOn : 'without entry';
  }
  const amount = amountIn(row, how);
  if ('problem' in amount) return { ...amount, entry: { bookedOn: bookedOn.day } };
  const { cents, currency } = amount;
  if (cents === 0) return 'empty';
  const valued = cell(mapping.valueDate);
  const valueOn = valued === '' ? bookedOn : dayIn(valued, how.order);
  return {
    entry: {
      account: asAccount(mapping.account),
      place: `line ${row.line}`,
      bookedOn: bookedOn.day,
      valueOn: 'day' in valueOn ? valueOn.day : bookedOn.day,
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
    },
  };
}

function dayIn(text: string, order: DateOrder | undefined): { day: string } | { problem: string } {
  const written = readWrittenDate(text);
  // An unambiguous date needs no order.
  const read = written && (dayOf(written, order) ?? undefined);
  if (read && 'value' in read) return { day: read.value };
  const quoted = `“${tidy(text, 40)}”`;
  if (!written) return { problem: `${quoted} is not a date` };
  if (read) return { problem: `${quoted} can be ${read.candidates.join(' or ')}` };
  return {
    problem: `${quoted} is not a date in the order ${dateOrderLabels[order ?? 'dmy'].toLowerCase()}`,
  };
}

interface Amount {
  /** Negative for debits. */
  cents: number;
  currency: string;
}

function amountIn(row: TableRow, how: Reading): Amount | { problem: string } {
  const { mapping } = how;
  const amount = oneAmount(row, mapping.amount, how);
  if ('problem' in amount || mapping.debit === null) {
    return 'problem' in amount ? amount : withDirection(amount, row, mapping);
  }
  const debit = oneAmount(row, mapping.debit, how);
  if ('problem' in debit) return debit;
  if (amount.cents !== 0 && debit.cents !== 0) {
    return { problem: 'it has both money in and money out' };
  }
  if (debit.cents === 0) return amount;
  return { ...debit, cents: how.isSigned ? -debit.cents : -Math.abs(debit.cents) };
}

function withDirection(
  amount: Amount,
  row: TableRow,
  mapping: CsvMapping,
): Amount | { problem: string } {
  if (mapping.direction === null || amount.cents <= 0) return amount;
  const word = row.cells[mapping.direction] ?? '';
  const direction = directionOf(word);
  if (direction) return { ...amount, cents: direction === 'out' ? -amount.cents : amount.cents };
  return { problem: `“${tidy(word, 40)}” does not say whether money came in` };
}

/** Returns an amount with its sign; 0 for an empty cell. */
function oneAmount(
  row: TableRow,
  at: number,
  { mapping, decimal }: Reading,
): Amount | { problem: string } {
  const text = row.cells[at] ?? '';
  const column = (row.cells[mapping.currencyColumn ?? -1] ?? '').toUpperCase();
  const said = /^[A-Z]{3}$/.test(column) ? column : '';
  if (text === '') return { cents: 0, currency: said || mapping.currency };
  const quoted = `“${tidy(text, 40)}”`;
  const number = readWritten(text);
  if (!number) return { problem: `${quoted} is not an amount` };
  const currency = currencyOf(number.units, said, mapping.currency);
  if (typeof currency !== 'string') {
    const { candidates } = currency;
    return {
      problem:
        candidates.length > 1
          ? `${quoted} can be in ${candidates.join(', ')}`
          : `${quoted} is not in ${said || mapping.currency}`,
    };
  }
  const read = chooseValue(number, decimal, decimalsOf(currency));
  if (!read || 'candidates' in read) {
    return { problem: `${quoted} can be ${read?.candidates.join(' or ') ?? 'several amounts'}` };
  }
  const cents = centsOf(read.value, currency);
  if (cents === undefined) {
    return { problem: `${quoted} has more decimals than ${currency}, or is too large` };
  }
  if (number.mark === undefined) return { cents: number.isNegative ? -cents : cents, currency };
  if (number.isNegative && number.mark === 'credit') {
    return { problem: `${quoted} is both negative and a credit` };
  }
  return { cents: number.mark === 'debit' ? -cents : cents, currency };
}

/** Returns the currency that fits the symbol beside an amount, the currency column and the mapping. */
function currencyOf(
  units: readonly string[],
  column: string,
  fallback: string,
): string | { candidates: string[] } {
  let candidates: string[] | undefined;
  for (const unit of units) {
    const codes = currenciesOf(unit);
    candidates = candidates ? candidates.filter((code) => codes.includes(code)) : codes;
  }
  if (!candidates) return column || fallback;
  if (column) return candidates.includes(column) ? column : { candidates: [] };
  const [only, ...more] = candidates;
  if (only && more.length === 0) return only;
  return candidates.includes(fallback) ? fallback : { candidates };
}
