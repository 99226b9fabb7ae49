import { entriesMax, previewRows } from '~/contract/bank/bank';
import type { RowPreview } from '~/contract/bank/bank-schema';
import type { CsvMapping } from '~/contract/bank/csv-mapping-schema';
import { centsPerUnit, centsToAmount, decimalsOf, stepCents } from '~/contract/common/currencies';
import { type DateOrder, dateOrderLabels } from '~/contract/values/date-orders';
import { chooseValue, type DecimalSign, readWritten } from '~/contract/values/numbers';
import {
  amountCurrency,
  currenciesBeside,
  isPartOfUnit,
  isWrittenAs,
} from '~/server/platform/values/amount-currency';
import { dayOf, readWrittenDate } from '~/server/platform/values/dates';
import { encodingChoices } from '~/server/platform/values/encodings';
import { unknownUnit } from '~/server/platform/values/headings';
import { isBalanceText } from './balances';
import {
  isInLargeUnits,
  isInMinorUnits,
  kindOfHeading,
  namesRefunds,
  readHeading,
} from './columns';
import {
  accountColumn,
  amountsOf,
  areCharges,
  cellsOf,
  datesOf,
  directionIn,
  entryAmounts,
  filledCells,
  headingCurrencies,
  isHeading,
  isMemo,
  memoColumn,
  openCurrencies,
  otherCurrencyColumn,
  readTable,
  showsDirections,
  stateIn,
  withCurrencyLetters,
} from './csv-table';
import { type Direction, directionOf, directionsIn, haveSigns, markedCredit } from './directions';
import {
  type EntryState,
  entryStateIn,
  entryStateOf,
  isUnbookedTitle,
  stateInWords,
  unbookedNotes,
} from './entry-states';
import { problemNotes, type ReadEntry, type ReadStatement, Unreadable } from './read-result';
import { runningBalance } from './running-balance';
import type { CsvTable, TableRow } from './table';
import { asAccount, centsOf, idOf, kept, tidy } from './values';

/** Settings with which the values of a table are read. */
interface Reading {
  mapping: CsvMapping;
  usualWidth: number;
  /** Position of the last column with a heading. */
  lastNamed: number;
  order: DateOrder | undefined;
  /** Number of years that the dates are ahead of the Western calendar. */
  yearsAhead: number;
  /** Unit of dates that are written as a number. */
  counted: CountedDates | undefined;
  decimal: DecimalSign | undefined;
  state: number | null;
  direction: number | null;
  /** Parses a cell of the direction column. */
  directionOf(text: string): Direction | undefined;
  /** Column that marks entries without a movement of money. */
  memo: number | null;
  /** True if positive amounts are charges of a credit card. */
  areCharges: boolean;
  /** True if only credits have a sign. */
  areCreditsMarked: boolean;
  /** Unknown unit beside all amounts. */
  unit: string | undefined;
  /**
   * True if amounts have no sign and no column shows their direction, so that the table's only amount is assumed to be
   * a credit.
   */
  isAssumedIn: boolean;
  /** Column with the account of each row. */
  account: number | null;
  /** Currencies that the heading of each column can mean. */
  headings: ReadonlyMap<number, string[]>;
  /** Columns of dates. */
  dates: readonly number[];
  /** Columns with the part of an amount that was paid back. */
  refunds: readonly number[];
  /** Columns whose amounts are in the smallest unit of their currency. */
  minorUnits: ReadonlySet<number>;
  /** Parses a cell of the state column. */
  stateOf(text: string): EntryState | undefined;
  /** True if an empty state means that an entry is not booked, because other rows have the state booked. */
  saysBooked: boolean;
  /** The sign that most amounts in the debit column have; undefined if all amounts have the same sign. */
  debitSign: 1 | -1 | undefined;
  /** True if a minus marks all money in, as another column has all money out. */
  areCreditsNegative: boolean;
  /** Rows whose amount is the balance of the account. */
  statements: ReadonlySet<TableRow>;
}

export const unclearEncoding =
  'The encoding of this file is unclear. Please choose the one in which the text is right.';

interface Problem {
  problem: string;
  /** Field of the mapping that can solve the problem. */
  field?: keyof CsvMapping;
}

type RowReading =
  | { entry: ReadEntry }
  | { unbooked: string }
  | (Problem & { entry?: Partial<ReadEntry> })
  /** The row is a total or note below the entries, or has the amount 0. */
  | 'without entry'
  /** The row states the balance of the account on a day, or a total. */
  | 'balance'
  | 'empty';

/** Reads a bank's table. @throws Unreadable if choices have to be made first */
export function readCsvStatement(bytes: Uint8Array, mapping: CsvMapping): ReadStatement {
  if (!mapping.encoding && encodingChoices(bytes).length > 0) {
    throw new Unreadable(unclearEncoding, 'encoding');
  }
  const { entries, notes, needsAnswer, unknownWord } = readRows(readTable(bytes, mapping), mapping);
  if (needsAnswer) throw needsAnswer;
  return { format: 'csv', entries, notes, ...(unknownWord && { unknownWord }) };
}

/**
 * Returns the rows as they are read, for an admin to compare with the table.
 *
 * @throws Unreadable if choices have to be made first
 */
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

function readRows(written: CsvTable, mapping: CsvMapping) {
  const table = withCurrencyLetters(written, mapping);
  const how = readingOf(table, mapping);
  const entries: ReadEntry[] = [];
  const problems: RowProblem[] = [];
  const unbooked = new Map<string, number>();
  let left = 0;
  let balances = 0;
  /** Line with the headings of a further table, such as that of another account. */
  let otherLine = 0;
  /** Title below the last entry; '' if there is none. */
  let title = titleIn(table.head.at(-1) ?? []);
  /** Title of the following entries if they are not booked. */
  let unbookedTitle = isUnbookedTitle(title) ? title : '';
  const readings: { row: TableRow; reading: RowReading }[] = [];
  for (const row of table.rows) {
    if (isHeading(table, row)) {
      const isSame = table.columns.every((name, at) => name === tidy(row.cells[at] ?? '', 80));
      // Booked and unbooked entries of the same account can have headings each.
      const isOther = title !== '' && entryStateOf(title) === undefined;
      otherLine ||= !isSame || isOther ? row.line : 0;
      if (title === '') unbookedTitle = '';
    }
    const read = readRow(row, how);
    const isEntry = typeof read === 'object' && !('problem' in read);
    const found = titleIn(row.cells);
    if (found) unbookedTitle = isUnbookedTitle(found) ? found : '';
    title = isEntry ? '' : found || title;
    const isUnbooked = unbookedTitle !== '' && typeof read === 'object';
    const reading: RowReading = isUnbooked
      ? { unbooked: unbookedTitle }
      : otherLine > 0 && isEntry
        ? {
            problem: `it belongs to another table, which begins in line ${otherLine}. Please import that table from a file of its own`,
          }
        : read;
    readings.push({ row, reading });
    if (reading === 'without entry') left += 1;
    else if (reading === 'balance') balances += 1;
    else if (reading === 'empty') continue;
    else if ('unbooked' in reading) {
      unbooked.set(reading.unbooked, (unbooked.get(reading.unbooked) ?? 0) + 1);
    } else if ('problem' in reading) {
      const { problem, field } = reading;
      problems.push({ place: `Line ${row.line}`, message: problem, field });
    } else entries.push(reading.entry);
    if (entries.length > entriesMax) {
      throw new Unreadable(
        `This file has more than ${entriesMax.toLocaleString('en')} entries. Please export shorter spans of days, one file each.`,
      );
    }
  }
  const accounts = [...new Set(entries.map(({ account }) => account))];
  const notes = [
    ...(accounts.length > 1
      ? [`These are entries of ${accounts.length} accounts: ${listed(accounts)}.`]
      : []),
    ...problemNotes(problems),
    ...unbookedNotes(unbooked),
    ...(balances > 0 ? [`Left out: ${balances} of the rows, which are balances or totals.`] : []),
    ...(how.isAssumedIn && entries.length > 0
      ? ['The amount has no sign and is read as money in.']
      : []),
    ...(how.areCharges && mapping.areCharges === undefined
      ? ['Positive amounts are read as charges of a credit card.']
      : []),
    ...(how.areCreditsNegative && entries.length > 0
      ? [
          `All amounts in “${tidy(table.columns[mapping.amount] ?? '', 40)}” have a minus and are read as money in.`,
        ]
      : []),
    ...unitNotes(table, mapping, entries),
    ...(how.unit && entries.length > 0
      ? [
          `“${tidy(how.unit, 40)}” beside the amounts is no known currency. They are read in ${listed([...new Set(entries.map(({ currency }) => currency))])}.`,
        ]
      : []),
    ...(how.counted && entries.length > 0 ? [`Dates are read as ${how.counted.inWords}.`] : []),
    ...(left > 0 ? [`Left out: ${left} of the rows, without a date or an amount.`] : []),
  ];
  const needsAnswer = wrongMapping(entries, problems, unbooked);
  const unread = problems.find(({ field }) => field === 'direction' || field === 'state');
  const unknownWord = unread && {
    field: unread.field ?? '',
    message: problemNotes([unread])[0] ?? '',
  };
  return { entries, notes, readings, needsAnswer, unknownWord };
}

/** Returns notes about the currency of amounts, which may be another one than was chosen. */
function unitNotes(table: CsvTable, mapping: CsvMapping, entries: readonly ReadEntry[]): string[] {
  if (entries.length === 0) return [];
  const owner = otherCurrencyColumn(table, mapping);
  if (owner) {
    const [chosen = '', beside = ''] = [mapping.currencyColumn ?? -1, owner.at].map((at) =>
      tidy(table.columns[at] ?? '', 40),
    );
    return [
      `The currency is read from the column “${chosen}”, but “${beside}” is beside the amounts.`,
    ];
  }
  if (mapping.currencyColumn !== null) return [];
  return [mapping.amount, mapping.debit].flatMap((at) => {
    const heading = table.columns[at ?? -1] ?? '';
    const { doubtful } = readHeading(heading);
    const unit = doubtful?.unit ?? unknownUnit(heading);
    if (unit !== undefined && isWrittenAs(mapping.currency, unit)) return [];
    if (doubtful && !doubtful.currencies.includes(mapping.currency)) {
      const { currencies } = doubtful;
      return [
        `“${tidy(doubtful.unit, 40)}” in the heading “${tidy(heading, 40)}” can mean ${listed(currencies)}. Its amounts are read in ${mapping.currency}.`,
      ];
    }
    return unit === undefined || doubtful || isInMinorUnits(heading)
      ? []
      : [
          `“${tidy(unit, 40)}” in the heading “${tidy(heading, 40)}” is no known currency. Its amounts are read in ${mapping.currency}.`,
        ];
  });
}

/** Returns the only text of a row if it can be a title, rather than a page number; otherwise ''. */
function titleIn(cells: readonly string[]): string {
  const [text = '', ...others] = cells.filter((cell) => cell !== '');
  return others.length === 0 && isTitle(text) ? text : '';
}

const isTitle = (text: string): boolean =>
  /\p{L}/u.test(text) &&
  !/(^|\P{L})(page|seite|blatt|pagin\p{L}|página|pág|side|sida|sivu|strona|strana|стр\p{L}*)(\P{L}|$)/iu.test(
    text,
  );

interface RowProblem {
  place: string;
  message: string;
  field: string | undefined;
}

const listed = (words: readonly string[]) =>
  words.length > 10
    ? `${words.slice(0, 10).join(', ')} and ${words.length - 10} more`
    : words.join(', ');

const wordsAdvice = 'Please choose what the words of this column mean, or another column.';
const advices: Record<string, string> = {
  direction: wordsAdvice,
  state: wordsAdvice,
  amount: 'Please export whole amounts from your bank, or choose another column.',
  currency: 'Please enter the currency of the amounts.',
};

/** Reports a wrong mapping if no row can be read, unless the reason is that no row is booked yet. */
function wrongMapping(
  entries: readonly ReadEntry[],
  [first]: readonly RowProblem[],
  unbooked: ReadonlyMap<string, number>,
): Unreadable | undefined {
  if (entries.length > 0) return undefined;
  if (first) {
    const { place, message, field } = first;
    const advice = advices[field ?? ''] ?? 'Please check the columns.';
    return new Unreadable(`${place}: ${message}. ${advice}`, field ?? '');
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

/**
 * Determines how the values of a table are read.
 *
 * @throws Unreadable for ambiguous values that the mapping does not resolve, and for values that contradict it
 */
function readingOf(table: CsvTable, mapping: CsvMapping): Reading {
  const dates = datesOf(table, mapping);
  const { dateOrder } = mapping;
  if (dates.open && !(dateOrder && dates.open.orders.includes(dateOrder))) {
    const { text, orders } = dates.open;
    const meanings = orders.map((order) => dateOrderLabels[order].toLowerCase()).join(' or ');
    throw new Unreadable(
      `“${tidy(text, 40)}” can be ${meanings}. Please choose the order of dates.`,
      'dateOrder',
    );
  }
  const wrong =
    dateOrder &&
    cellsOf(table, mapping.date).find((text) => {
      const written = readWrittenDate(text);
      return written && written.byOrder[dateOrder] === undefined;
    });
  if (dateOrder && wrong && dates.order && dates.order !== dateOrder) {
    throw new Unreadable(
      `“${tidy(wrong, 40)}” is not a date in the order ${dateOrderLabels[dateOrder].toLowerCase()}. Please choose the order of dates.`,
      'dateOrder',
    );
  }
  const large = [mapping.amount, mapping.debit]
    .map((at) => table.columns[at ?? -1] ?? '')
    .find(isInLargeUnits);
  if (large) {
    throw new Unreadable(
      `The column “${tidy(large, 40)}” has amounts in thousands or millions. Please export whole amounts from your bank.`,
      'amount',
    );
  }
  for (const { heading, currencies } of headingCurrencies(table, mapping)) {
    if (currencies.includes(mapping.currency)) continue;
    const codes = currencies.toSorted().join(' or ');
    throw new Unreadable(
      currencies.length > 6
        ? `The column “${heading}” does not have amounts in ${mapping.currency}. Please enter their currency.`
        : `The column “${heading}” has amounts in ${codes}, not in ${mapping.currency}. Please enter ${codes} as the currency.`,
      'currency',
    );
  }
  const [one, ...more] = mapping.currencyColumn === null ? openCurrencies(table) : [];
  if (one !== undefined && headingCurrencies(table, mapping).length === 0) {
    const quoted = more.map((heading) => `“${tidy(heading, 40)}”`).join(', ');
    throw new Unreadable(
      `The columns “${tidy(one, 40)}” and ${quoted} ${more.length > 1 ? 'all' : 'both'} have currencies. Please choose the one with the currency of the amounts.`,
      'currencyColumn',
    );
  }
  const owner = otherCurrencyColumn(table, mapping);
  if (owner?.isNamed) {
    const [amount = '', currency = '', other = ''] = [
      mapping.amount,
      mapping.currencyColumn ?? -1,
      owner.at,
    ].map((at) => tidy(table.columns[at] ?? '', 40));
    throw new Unreadable(
      `The currency of “${amount}” is in the column “${other}”, not in “${currency}”. Please choose “${other}” as the currency.`,
      'currencyColumn',
    );
  }
  const amounts = amountsOf(table, mapping);
  if (mapping.decimal && amounts.isProven && amounts.sign !== mapping.decimal) {
    // Another column can show the sign, such as the balance. Then every amount with a separator is an example.
    const readingsOf = ({ cells }: TableRow) =>
      readWritten(cells[mapping.amount] ?? '')?.readings.filter(({ decimal }) => decimal) ?? [];
    const row =
      table.rows.find((one) => readingsOf(one).length === 1) ??
      table.rows.find((one) => readingsOf(one).length > 1);
    throw new Unreadable(
      `Line ${row?.line ?? table.headerLine}: “${tidy(row?.cells[mapping.amount] ?? '', 40)}” has another decimal sign than was chosen. Please choose the sign before the cents.`,
      'decimal',
    );
  }
  const signs = signReading(table, mapping);
  const state = stateIn(table, mapping);
  const stateOf = (text: string) =>
    entryStateIn(table.columns[state ?? -1] ?? '', text, mapping.stateWords);
  return {
    mapping,
    usualWidth: table.usualWidth,
    lastNamed: table.columns.findLastIndex((heading, at) => heading !== `Column ${at + 1}`),
    order: dateOrder ?? dates.order,
    yearsAhead: yearsAhead(table, mapping, dateOrder ?? dates.order),
    counted: countedDates(cellsOf(table, mapping.date)),
    decimal: mapping.decimal ?? amounts.sign,
    state,
    ...signs,
    areCreditsMarked: markedCredit(entryAmounts(table, mapping)) !== undefined,
    unit: sharedUnit(table, mapping),
    directionOf: directionsIn(cellsOf(table, signs.direction), mapping.directionWords),
    memo: memoColumn(table),
    account: mapping.accountColumn === undefined ? accountColumn(table) : mapping.accountColumn,
    headings: new Map(
      headingCurrencies(table, mapping).map(({ at, currencies }) => [at, currencies]),
    ),
    dates: table.columns.flatMap((_, at) => {
      const texts = cellsOf(table, at).filter((text) => text !== '' && !readWrittenDate(text));
      const isDates = texts.length < filledCells(table, at).length;
      const areOthersPending = texts.every((text) => entryStateOf(text) === 'pending');
      return at === mapping.date || (isDates && areOthersPending) ? [at] : [];
    }),
    refunds: table.columns.flatMap((heading, at) =>
      at !== mapping.amount && at !== mapping.debit && namesRefunds(heading) ? [at] : [],
    ),
    minorUnits: new Set(
      table.columns.flatMap((heading, at) => (isInMinorUnits(heading) ? [at] : [])),
    ),
    stateOf,
    // Under a heading such as `Pending`, an empty cell means no.
    saysBooked:
      (entryStateOf(table.columns[state ?? -1] ?? '') ?? 'booked') === 'booked' &&
      cellsOf(table, state).some((text) => stateOf(text) === 'booked'),
    debitSign: debitSignOf(table, mapping.debit),
    areCreditsNegative: areCreditsNegative(table, mapping),
    statements: runningBalance(table, mapping).statements,
  };
}

/**
 * Returns 43 if all dates of a Thai table are far ahead, because their two-digit years are
 * Buddhist: 69 is 2569, which is 2026. Otherwise returns 0.
 */
function yearsAhead(table: CsvTable, mapping: CsvMapping, order: DateOrder | undefined): number {
  const days = cellsOf(table, mapping.date).flatMap((text) => {
    const read = dayIn(text, { mapping, order, yearsAhead: 0, counted: undefined });
    return 'day' in read ? read.day : [];
  });
  const isThai = table.columns.some((heading) => /\p{Script=Thai}/u.test(heading));
  return isThai && days.length > 0 && days.every(isFarAhead) ? 43 : 0;
}

/** Returns for each amount of a column whether it has a minus. */
const minusesOf = (table: CsvTable, at: number | null): boolean[] =>
  cellsOf(table, at)
    .filter(isNonzero)
    .map((text) => readWritten(text)?.isNegative ?? false);

/** Returns whether all money in has a minus and no money out does, as in some credit card files. */
function areCreditsNegative(table: CsvTable, { amount, debit }: CsvMapping): boolean {
  const [credits, debits] = [minusesOf(table, amount), minusesOf(table, debit)];
  return (
    credits.length > 0 && debits.length > 0 && !credits.includes(false) && !debits.includes(true)
  );
}

/**
 * Returns the sign of debits in the debit column: the more frequent one, because the other one marks reversals.
 * Undefined if all amounts have the same sign.
 *
 * @throws Unreadable if both are equally frequent
 */
function debitSignOf(table: CsvTable, at: number | null): 1 | -1 | undefined {
  const signs = minusesOf(table, at);
  const negative = signs.filter((isNegative) => isNegative).length;
  const positive = signs.length - negative;
  if (negative === 0 || positive === 0) return undefined;
  if (negative !== positive) return negative > positive ? -1 : 1;
  throw new Unreadable(
    `“${tidy(table.columns[at ?? -1] ?? '', 40)}” has as many amounts with a minus as without, so it is unclear which of them are money out. Please choose it as the amount, with a column that says whether money came in.`,
    'debit',
  );
}

/**
 * Returns the unknown unit that all amounts have, unless it looks like the code of a currency, such as `BTC`, or is a
 * word for the direction, such as the Polish `Wn`.
 */
function sharedUnit(table: CsvTable, { amount, debit }: CsvMapping): string | undefined {
  const numbers = [amount, debit].flatMap((at) => cellsOf(table, at)).filter(isNonzero);
  const [unit = '', ...others] = new Set(
    numbers.map((text) => readWritten(text)?.units.join(' ') ?? ''),
  );
  const isCodeOrWord = /^[A-Z]{3,5}$/.test(unit) || directionOf(unit) !== undefined;
  const isUnknown =
    /\p{L}/u.test(unit) && unit.split(' ').every((one) => currenciesBeside(one).length === 0);
  return isUnknown && others.length === 0 && !isCodeOrWord ? unit : undefined;
}

/**
 * Determines whether positive amounts are charges, and which column shows the direction.
 *
 * @throws Unreadable if it is unclear which amounts are debits
 */
function signReading(
  table: CsvTable,
  mapping: CsvMapping,
): Pick<Reading, 'areCharges' | 'direction' | 'isAssumedIn'> {
  const charges = mapping.areCharges ?? areCharges(table, mapping);
  if (charges === undefined) {
    throw new Unreadable(
      'Most amounts of this table are positive, as charges in files of credit cards are. Please choose whether positive amounts are charges or money in.',
      'areCharges',
    );
  }
  if (charges) return { areCharges: true, direction: null, isAssumedIn: false };
  const directions = directionReading(table, mapping);
  const credit =
    mapping.areCharges === undefined &&
    directions.direction === null &&
    !showsDirections(table, mapping) &&
    markedCredit(entryAmounts(table, mapping));
  if (credit) {
    throw new Unreadable(
      `Only money in is marked in this table, such as “${tidy(credit, 40)}”. Please choose whether the other amounts are money out or money in.`,
      'areCharges',
    );
  }
  return { areCharges: false, ...directions };
}

/**
 * Determines the column that shows the direction.
 *
 * @throws Unreadable if amounts without a sign can be debits
 */
function directionReading(
  table: CsvTable,
  mapping: CsvMapping,
): Pick<Reading, 'direction' | 'isAssumedIn'> {
  const { amount, direction: chosen } = mapping;
  const found = directionIn(table, mapping);
  const heading = table.columns[amount] ?? '';
  if (kindOfHeading(heading) === 'debit' && !haveSigns(cellsOf(table, amount))) {
    throw new Unreadable(
      `“${tidy(heading, 40)}” has money out. Please choose the column of the amounts or of money in here, and this one as money out.`,
      'amount',
    );
  }
  const isShown = showsDirections(table, mapping);
  const unsigned = table.rows.filter(({ cells }) => {
    const [read] = readWritten(cells[amount] ?? '')?.readings ?? [];
    return read && Number(read.value) !== 0 && !haveSigns([cells[amount] ?? '']);
  });
  if (chosen === null && found !== null) {
    const read = directionsIn(cellsOf(table, found), mapping.directionWords);
    const out = unsigned.find(({ cells }) => read(cells[found] ?? '') === 'out');
    if (out) {
      throw new Unreadable(
        `“${tidy(table.columns[found] ?? '', 40)}” says “${tidy(out.cells[found] ?? '', 40)}” beside an amount without a sign. Please choose it as the in/out column.`,
        'direction',
      );
    }
  }
  const direction = chosen === undefined ? found : chosen;
  const isOpen =
    chosen === undefined &&
    direction === null &&
    !isShown &&
    markedCredit(entryAmounts(table, mapping)) === undefined;
  const dated = unsigned.filter(({ cells }) => /\d/.test(cells[mapping.date] ?? ''));
  if (isOpen && dated.length > 1) {
    throw new Unreadable(
      'No amount of this table has a sign. Please choose the column of money out, or the one that says whether money came in or went out, or that there is none because all of it came in.',
      'direction',
    );
  }
  return { direction, isAssumedIn: isOpen };
}

/**
 * Maximum number of milliseconds by which a booking date can be in the future. Dates further ahead are of another
 * calendar, such as the Thai one.
 */
const aheadMaxMs = 366 * 24 * 3_600_000;
const isFarAhead = (day: string): boolean => Date.parse(day) > Date.now() + aheadMaxMs;

/**
 * Returns whether a row has more cells than columns, or has cents in the cell after an amount, below an empty heading.
 */
function isShifted({ cells }: TableRow, { usualWidth, lastNamed, mapping }: Reading): boolean {
  if (cells.slice(usualWidth).some((text) => text !== '')) return true;
  const isAmount = lastNamed === mapping.amount || lastNamed === mapping.debit;
  return isAmount && /^\d{1,3}$/.test(cells[lastNamed + 1] ?? '');
}

function readRow(row: TableRow, how: Reading): RowReading {
  const { mapping } = how;
  const cell = (at: number | null) => (at === null ? '' : (row.cells[at] ?? ''));
  const dated = cell(mapping.date);
  const sums = [mapping.amount, mapping.debit].map((at) => filledCell(row, at)).join('');
  if (dated === '' || sums === '') return 'without entry';
  // A text that contains the delimiter shifts the cells after it, such as the amount.
  if (isShifted(row, how)) return { problem: 'it has more cells than there are columns' };
  const state = cell(how.state);
  const known = state === '' ? (how.saysBooked ? 'pending' : 'booked') : how.stateOf(state);
  if (known === undefined) {
    const problem = `“${tidy(state, 40)}” does not say whether the entry is booked`;
    return { problem, field: 'state' };
  }
  if (known !== 'booked') return { unbooked: tidy(state, 40) };
  const memo = cell(how.memo);
  if (isMemo(memo)) return { unbooked: tidy(memo, 40) };
  // Some banks write the state in the date column.
  const undated = how.dates.map(cell).find((text) => entryStateOf(text) === 'pending');
  if (undated !== undefined) return { unbooked: tidy(undated, 40) };
  const texts = mapping.reference.map(cell).join(' ');
  if (/^pending ?[-–:]/i.test(texts)) return { unbooked: tidy(texts, 40) };
  const hasParty = cell(mapping.name) !== '' || cell(mapping.iban) !== '';
  // The text of a balance may be in a column that was not chosen.
  if (!hasParty && [texts, ...row.cells].some(isBalanceText)) return 'balance';
  if (how.statements.has(row)) return 'balance';
  const bookedOn = dayIn(dated, how);
  if ('problem' in bookedOn) {
    // Recognizes headings and totals below the entries.
    return /\p{Nd}/u.test(sums) ? bookedOn : 'without entry';
  }
  if (isFarAhead(bookedOn.day)) {
    return { problem: `“${tidy(dated, 40)}” would be ${bookedOn.day}, more than a year ahead` };
  }
  const amount = amountIn(row, how);
  if ('problem' in amount) return { ...amount, entry: { bookedOn: bookedOn.day } };
  const { cents, currency } = amount;
  if (cents === 0) return 'empty';
  const refund = cents > 0 ? how.refunds.map(cell).find(isNonzero) : undefined;
  if (refund !== undefined) {
    const problem = `“${tidy(refund, 40)}” of it was paid back, as another column says`;
    return { problem, entry: { bookedOn: bookedOn.day } };
  }
  const account = asAccount(how.account === null ? mapping.account : cell(how.account));
  if (account === '') {
    return { problem: 'it does not name its account', entry: { bookedOn: bookedOn.day } };
  }
  const valued = cell(mapping.valueDate);
  const valueOn = valued === '' ? bookedOn : dayIn(valued, how);
  return {
    entry: {
      account,
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
      reference: tidy(texts, kept.reference),
      endToEndId: '',
      bankReference: idOf(cell(mapping.bankReference)),
    },
  };
}

/** Matches days and months, such as `24/11`, `24 Nov`, `Nov 24` and `2411`. */
const withoutYear =
  /^(\d{1,2}[./-]\d{1,2}[.]?|\d{1,2}[.]?[ /-]?\p{L}{3,}[.]?|\p{L}{3,}[.]? ?\d{1,2}|\d{3,4})$/u;

interface CountedDates {
  pattern: RegExp;
  dayOf(count: number): string;
  inWords: string;
}

const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const dayMs = 24 * 3_600_000;

/** Dates of this century as numbers: days since 1899 in spreadsheets, and seconds or milliseconds since 1970. */
const counts: CountedDates[] = [
  {
    pattern: /^(3[7-9]|[4-6]\d)\d{3}([.,]\d+)?$/,
    dayOf: (days) => dayAt(Date.UTC(1899, 11, 30) + Math.floor(days) * dayMs),
    inWords: 'days, as spreadsheets count them',
  },
  {
    pattern: /^[12]\d{9}$/,
    dayOf: (seconds) => dayAt(seconds * 1_000),
    inWords: 'seconds since 1970, in UTC',
  },
  { pattern: /^[12]\d{12}$/, dayOf: dayAt, inWords: 'milliseconds since 1970, in UTC' },
];

/** Returns how dates are counted if all of them are numbers of the same kind. */
function countedDates(cells: readonly string[]): CountedDates | undefined {
  const numbers = cells.filter((cell) => /\d/.test(cell));
  return numbers.length === 0
    ? undefined
    : counts.find(({ pattern }) => numbers.every((cell) => pattern.test(cell)));
}

const isNonzero = (text: string): boolean =>
  readWritten(text)?.readings.some(({ value }) => Number(value) !== 0) ?? false;

function dayIn(
  text: string,
  {
    mapping,
    order,
    yearsAhead,
    counted,
  }: Pick<Reading, 'mapping' | 'order' | 'yearsAhead' | 'counted'>,
): { day: string } | { problem: string } {
  if (counted?.pattern.test(text)) return { day: counted.dayOf(Number(text.replace(',', '.'))) };
  const found = readWrittenDate(text);
  const isCroatian = !/^(PLN|CZK)$/.test(mapping.currency);
  const written = found && (isCroatian ? found : { ...found, inCroatian: {} });
  // An unambiguous date does not need the order.
  const read = written && (dayOf(written, order) ?? undefined);
  if (read && 'value' in read) {
    return { day: `${Number(read.value.slice(0, 4)) - yearsAhead}${read.value.slice(4)}` };
  }
  const quoted = `“${tidy(text, 40)}”`;
  if (withoutYear.test(text)) {
    return {
      problem: `${quoted} has no year. Please export dates with their year, or add it to the column in a spreadsheet`,
    };
  }
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

function amountIn(row: TableRow, how: Reading): Amount | Problem {
  const { mapping } = how;
  const amount = oneAmount(row, mapping.amount, how);
  if ('problem' in amount) return amount;
  if (how.areCharges) {
    const text = row.cells[mapping.amount] ?? '';
    const isMarked = how.areCreditsMarked || readWritten(text)?.mark !== undefined;
    return isMarked && haveSigns([text]) ? amount : { ...amount, cents: -amount.cents };
  }
  if (mapping.debit === null) return withDirection(amount, row, how);
  const debit = oneAmount(row, mapping.debit, how);
  if ('problem' in debit) return debit;
  if (amount.cents !== 0 && debit.cents !== 0) {
    return { problem: 'it has both money in and money out' };
  }
  if (debit.cents === 0) {
    return how.areCreditsNegative ? { ...amount, cents: -amount.cents } : amount;
  }
  const cents = how.debitSign ? -how.debitSign * debit.cents : -Math.abs(debit.cents);
  return { ...debit, cents };
}

function withDirection(
  amount: Amount,
  row: TableRow,
  { direction: at, directionOf, mapping }: Reading,
): Amount | Problem {
  if (at === null || amount.cents <= 0) return amount;
  const word = row.cells[at] ?? '';
  const direction = directionOf(word);
  if (direction) return { ...amount, cents: direction === 'out' ? -amount.cents : amount.cents };
  if (haveSigns([row.cells[mapping.amount] ?? ''])) return amount;
  const problem = `“${tidy(word, 40)}” does not say whether money came in`;
  return { problem, field: 'direction' };
}

/** Returns the text of an amount or a currency; '' for words and dashes that mean none. */
function filledCell({ cells }: TableRow, at: number | null): string {
  const text = at === null ? '' : (cells[at] ?? '');
  return /^(?:[-–—−]+|n\/?a|null|none)$/i.test(text) ? '' : text;
}

/** Returns an amount with its sign; 0 if the cell is empty. */
function oneAmount(
  row: TableRow,
  at: number,
  { mapping, decimal, headings, minorUnits, unit }: Reading,
): Amount | Problem {
  const text = filledCell(row, at);
  if (text === '') return { cents: 0, currency: mapping.currency };
  const quoted = `“${tidy(text, 40)}”`;
  const number = readWritten(text);
  if (!number) return { problem: `${quoted} is not an amount` };
  const isMinor = minorUnits.has(at);
  if (!isMinor && isPartOfUnit(text, number.units, mapping.currency)) {
    const problem = `${quoted} is not in whole ${mapping.currency}, but in thousands or hundredths`;
    return { problem, field: 'amount' };
  }
  const cell = filledCell(row, mapping.currencyColumn);
  const said = cell === '' ? undefined : currenciesBeside(cell);
  if (said?.length === 0) {
    return { problem: `“${tidy(cell, 40)}” is not a known currency`, field: 'currencyColumn' };
  }
  const named = headings.get(at) ?? [];
  const units = number.units.join(' ') === unit ? [] : number.units;
  const currency = amountCurrency(
    cell === '' ? units : [...units, cell],
    named.length > 0 ? [named] : [],
    mapping.currency,
  );
  if (typeof currency !== 'string') {
    const { candidates } = currency;
    const inWords = (said ?? [mapping.currency]).join(' or ');
    return candidates.length > 0
      ? {
          problem: `${units.length > 0 ? quoted : `“${tidy(cell, 40)}”`} can be in ${listed(candidates)}`,
          field: 'currency',
        }
      : { problem: `${quoted} is not in ${inWords}` };
  }
  const read = chooseValue(number, decimal, isMinor ? 0 : decimalsOf(currency));
  if (!read || 'candidates' in read) {
    return { problem: `${quoted} can be ${read?.candidates.join(' or ') ?? 'several amounts'}` };
  }
  if (isMinor && read.value.includes('.')) {
    return { problem: `${quoted} is not a whole number of cents` };
  }
  const whole = centsOf(read.value, currency);
  // For an amount in minor units, `whole` is 100 or 1,000 times too large, because `centsOf` expects units.
  const cents =
    isMinor && whole !== undefined ? (whole / centsPerUnit(currency)) * stepCents(currency) : whole;
  if (cents === undefined) {
    return { problem: `${quoted} has more decimals than ${currency}, or is too large` };
  }
  if (number.mark === undefined) return { cents: number.isNegative ? -cents : cents, currency };
  if (number.isNegative && number.mark === 'credit') {
    return { problem: `${quoted} is both negative and a credit` };
  }
  return { cents: number.mark === 'debit' ? -cents : cents, currency };
}
