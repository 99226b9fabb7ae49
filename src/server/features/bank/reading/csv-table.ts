import { parse } from 'csv-parse/sync';

import { columnsMax, csvDelimiters, entriesMax, previewRows } from '~/contract/bank/bank';
import type { MappingGuess } from '~/contract/bank/bank-schema';
import type { CsvMapping } from '~/contract/bank/csv-mapping-schema';
import { decimalsOf } from '~/contract/common/currencies';
import { type DecimalEvidence, decimalEvidence } from '~/contract/values/numbers';
import { type OrderEvidence, orderEvidence } from '~/server/platform/values/dates';
import { type ColumnKind, kindOfHeading, stateColumn } from './columns';
import { Unreadable } from './read-result';
import { asAccount, textOf, tidy } from './values';

type Delimiter = (typeof csvDelimiters)[number];

/** A row of a table, with its line in the file. */
export interface TableRow {
  cells: string[];
  line: number;
}

/** Maximum number of lines above the column names, such as a bank's letterhead. */
const headLinesMax = 30;

export interface CsvTable {
  delimiter: Delimiter;
  headerLine: number;
  columns: string[];
  rows: TableRow[];
}

/** @throws Unreadable with the line */
function rowsOf(text: string, delimiter: Delimiter): TableRow[] {
  try {
    // With `info`, results are pairs, which the library's types do not say.
    const records = parse(text, {
      bom: true,
      info: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 100_000,
      // With room for a letterhead and the totals at the end.
      to: entriesMax + 200,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record, info }) => ({
      cells: record.slice(0, columnsMax),
      line: info.lines,
    }));
  } catch (error) {
    const { lines } = error as { lines?: number };
    throw new Unreadable(
      `This table cannot be read${lines ? `: a quotation mark is missing before line ${lines}` : ''}. Please export it again as CSV, CAMT.053 or MT940.`,
    );
  }
}

/** Returns the line with the most known column names, otherwise the first one with the most cells. */
function headerOf(rows: readonly TableRow[]): number {
  const heads = rows.slice(0, headLinesMax);
  const score = (row: TableRow) => new Set(row.cells.map(kindOfHeading).filter(Boolean)).size;
  const best = heads.reduce<TableRow | undefined>(
    (so, row) => (score(row) > (so ? score(so) : 1) ? row : so),
    undefined,
  );
  return best ? best.line : 0;
}

/** Reads a table: detects its delimiter and header line, unless they are known. */
export function readTable(
  bytes: Uint8Array,
  known?: Pick<CsvMapping, 'delimiter' | 'headerLine'>,
): CsvTable {
  const text = textOf(bytes);
  const delimiter = known?.delimiter ?? delimiterOf(text);
  const all = rowsOf(text, delimiter);
  const headerLine = known?.headerLine ?? headerOf(all);
  const header = all.find(({ line }) => line === headerLine);
  const rows = all.filter(({ line }) => line > headerLine);
  const width = Math.max(
    header?.cells.length ?? 0,
    ...rows.slice(0, 50).map((row) => row.cells.length),
  );
  if (width < 2 || rows.length === 0) {
    throw new Unreadable(
      'This file is no statement that can be read. Please export CAMT.053, MT940 or CSV from your bank.',
    );
  }
  const columns = Array.from(
    { length: width },
    (_, at) => tidy(header?.cells[at] ?? '', 80) || `Column ${at + 1}`,
  );
  return { delimiter, headerLine, columns, rows };
}

/** Returns the delimiter that divides most lines into the same number of columns. */
function delimiterOf(text: string): Delimiter {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n|\n|\r/)
    .slice(0, 40)
    .filter((line) => line.trim() !== '');
  const scoreOf = (sign: string) => {
    const counts = new Map<number, number>();
    for (const line of lines) {
      const outside = line.replaceAll(/"[^"]*"/g, '');
      const count = outside.split(sign).length;
      if (count > 1) counts.set(count, (counts.get(count) ?? 0) + 1);
    }
    return Math.max(0, ...[...counts].map(([count, times]) => times * Math.min(count, 8)));
  };
  return csvDelimiters.reduce((best, sign) => (scoreOf(sign) > scoreOf(best) ? sign : best));
}

/** Returns the account in the table's own column, if there is one. */
export function accountIn(table: CsvTable): string {
  const at = table.columns.findIndex((name) => kindOfHeading(name) === 'account');
  return at < 0 ? '' : asAccount(table.rows[0]?.cells[at] ?? '');
}

/** Returns the cells of a column, without rows that end before it. */
export const cellsOf = ({ rows }: CsvTable, at: number | null): string[] =>
  at === null ? [] : rows.map(({ cells }) => cells[at] ?? '');

const isDirection = (text: string) => directionOf(text) !== undefined;

/** Reads a bank's word for debit or credit. */
export function directionOf(text: string): 'in' | 'out' | undefined {
  const word = text.trim();
  if (/^(s|soll|d|dr|dbit|debit|af|belastung|lastschrift|-|out)$/i.test(word)) return 'out';
  return /^(h|haben|c|cr|crdt|credit|bij|gutschrift|\+|in)$/i.test(word) ? 'in' : undefined;
}

/** Guesses which column is which from headings and values. */
export function guessMapping(
  table: CsvTable,
  defaults: { account: string; currency: string; isMonthFirst: boolean },
): MappingGuess {
  const all = (kind: ColumnKind) =>
    table.columns.flatMap((name, at) => (kindOfHeading(name) === kind ? [at] : []));
  const column = (kind: ColumnKind, fits: (cell: string) => boolean = () => true) =>
    all(kind).find((at) => {
      const cells = cellsOf(table, at).filter((cell) => cell !== '');
      return cells.length === 0 || cells.every(fits);
    }) ?? null;
  const isCode = (cell: string) => /^[A-Z]{3}$/.test(cell);
  const currencies = [...all('currency'), ...all('valueDate')].filter((at) => {
    const cells = cellsOf(table, at).filter((cell) => cell !== '');
    return cells.length > 0 && cells.every(isCode);
  });
  const [date, amount] = [column('date'), column('amount')];
  const guess: MappingGuess = {
    account: accountIn(table) || defaults.account,
    currency: defaults.currency,
    delimiter: table.delimiter,
    headerLine: table.headerLine,
    dateOrder: null,
    decimal: null,
    date,
    amount,
    debit: column('debit'),
    direction: column('direction', isDirection),
    valueDate: column('valueDate', (cell) => !isCode(cell)),
    state: stateColumn(table.columns, (at) => cellsOf(table, at)),
    name: column('name'),
    iban: column('iban'),
    reference: all('reference').slice(0, 5),
    currencyColumn: currencies[0] ?? column('currency'),
    bankReference: column('bankReference'),
  };
  const { order, open } = datesOf(table, guess);
  const { sign } = amountsOf(table, guess);
  return {
    ...guess,
    dateOrder:
      order ?? (open && defaults.isMonthFirst && open.orders.includes('mdy') ? 'mdy' : null),
    decimal: sign ?? null,
  };
}

type Columns = Pick<
  MappingGuess,
  'date' | 'valueDate' | 'amount' | 'debit' | 'currencyColumn' | 'currency'
>;

/** Returns the evidence of a table's dates for the order of day and month. */
export const datesOf = (table: CsvTable, { date, valueDate }: Columns): OrderEvidence =>
  orderEvidence([...cellsOf(table, date), ...cellsOf(table, valueDate)]);

/** Returns the evidence of a table's amounts for the decimal sign. */
export function amountsOf(table: CsvTable, mapping: Columns): DecimalEvidence {
  const { amount, debit, currencyColumn, currency } = mapping;
  const codes = new Set([currency, ...cellsOf(table, currencyColumn)]);
  const decimals = Math.max(...[...codes].map(decimalsOf));
  return decimalEvidence([...cellsOf(table, amount), ...cellsOf(table, debit)], decimals);
}

/** Returns mapping fields that are not stored for the next file: its values show them, or an admin chooses again. */
export function shownByValues(table: CsvTable, mapping: CsvMapping): Partial<CsvMapping> {
  return {
    ...(!datesOf(table, mapping).open && { dateOrder: null }),
    ...(amountsOf(table, mapping).sign !== undefined && { decimal: null }),
  };
}

/** Returns the first rows, to choose columns by. */
export const firstRows = ({ rows, columns }: CsvTable): string[][] =>
  rows.slice(0, previewRows).map(({ cells }) => columns.map((_, at) => tidy(cells[at] ?? '', 200)));
