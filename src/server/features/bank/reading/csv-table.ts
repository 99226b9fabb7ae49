import { parse } from 'csv-parse/sync';

import {
  columnsMax,
  columnWordMax,
  columnWordsMax,
  csvDelimiters,
  entriesMax,
  previewRows,
} from '~/contract/bank/bank';
import type { MappingGuess, TablePreview } from '~/contract/bank/bank-schema';
import type { CsvMapping } from '~/contract/bank/csv-mapping-schema';
import { decimalsOf } from '~/contract/common/currencies';
import { isIban } from '~/contract/settings/sales-settings-schema';
import { type DecimalEvidence, decimalEvidence, readWritten } from '~/contract/values/numbers';
import { isWrittenAs } from '~/server/platform/values/amount-currency';
import { readBoolean } from '~/server/platform/values/booleans';
import { currenciesOf } from '~/server/platform/values/currencies';
import { type OrderEvidence, orderEvidence, readWrittenDate } from '~/server/platform/values/dates';
import { isCurrencyHeading } from '~/server/platform/values/headings';
import { isBalanceText } from './balances';
import {
  amountKinds,
  type ColumnKind,
  kindOfHeading,
  namesEmail,
  namesOtherParty,
  readHeading,
  stateColumn,
} from './columns';
import { directionColumn, directionOf, directionsIn, haveSigns } from './directions';
import { entryStateIn, plainWords } from './entry-states';
import { Unreadable } from './read-result';
import { runningBalance } from './running-balance';
import type { CsvTable, Delimiter, TableRow } from './table';
import { asAccount, textOf, tidy } from './values';

/** Maximum number of lines above the column names, such as the bank's address. */
const headLinesMax = 30;

/**
 * Replaces formulas such as `="100.00"` by the text that they contain. Banks use them so that spreadsheets keep a value
 * as text.
 */
function withoutFormulas(text: string, delimiter: Delimiter): string {
  const ends = delimiter === '\t' ? '\t' : `\\${delimiter}`;
  const formula = new RegExp(`(?<=^|[\r\n${ends}])=("[^"\r\n]*")(?=[\r\n${ends}]|$)`, 'g');
  return text.includes('="') ? text.replaceAll(formula, '$1') : text;
}

/** Parses the rows of a CSV text. @throws Unreadable with the line */
function rowsOf(text: string, delimiter: Delimiter): TableRow[] {
  try {
    // With `info`, results are pairs, which the library's types omit.
    const records = parse(withoutFormulas(text, delimiter), {
      bom: true,
      info: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 100_000,
      // Reads additional lines, because there may be lines above the header and totals at the end.
      to: entriesMax + 200,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record, info }) => ({
      cells: record.slice(0, columnsMax).map((cell) =>
        cell
          .replace(/^="(.*)"$/s, '$1')
          .replace(/^'\s*(.*?)\s*'$/s, '$1')
          .replace(/^'(?=\d)/, ''),
      ),
      line: info.lines,
    }));
  } catch (error) {
    const { lines } = error as { lines?: number };
    throw new Unreadable(
      `This table cannot be read${lines ? `: a quotation mark is missing before line ${lines}` : ''}. Please export it again as CSV, CAMT.053 or MT940.`,
    );
  }
}

const isValue = (cell: string) =>
  readWritten(cell) !== undefined || readWrittenDate(cell) !== undefined;

/** Returns the most frequent number of cells. */
function commonWidth(rows: readonly TableRow[]): number {
  const widths = new Map<number, number>();
  for (const { cells } of rows) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  const [[most] = [0]] = [...widths].sort(([, one], [, other]) => other - one);
  return most;
}

/**
 * Returns the number of the line with the most known column names. If no line has any, because the language is unknown,
 * returns the first full row if only the rows below it contain numbers or dates. Otherwise returns 0.
 */
function headerOf(rows: readonly TableRow[]): number {
  const heads = rows.slice(0, headLinesMax);
  const score = (row: TableRow) => new Set(row.cells.map(kindOfHeading).filter(Boolean)).size;
  const best = heads.reduce<TableRow | undefined>(
    (so, row) => (score(row) > (so ? score(so) : 1) ? row : so),
    undefined,
  );
  if (best) return best.line;
  const width = commonWidth(rows);
  const [first, ...below] = heads.filter(
    ({ cells }) =>
      cells.length >= width && cells.filter((cell) => cell !== '').length >= Math.max(2, width / 2),
  );
  const isHeader = first && !first.cells.some(isValue);
  return isHeader && below.some(({ cells }) => cells.some(isValue)) ? first.line : 0;
}

/** Reads a table: detects its delimiter and header line, unless they are known. */
export function readTable(
  bytes: Uint8Array,
  known: Partial<Pick<CsvMapping, 'delimiter' | 'headerLine' | 'encoding'>> = {},
): CsvTable {
  const text = textOf(bytes, known.encoding);
  const delimiter = known.delimiter ?? delimiterOf(text);
  const all = rowsOf(text, delimiter);
  const headerLine = known.headerLine ?? headerOf(all);
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
  const usualWidth = header?.cells.length ?? commonWidth(rows);
  const head = all
    .filter(({ line }) => line < headerLine)
    .map(({ cells }) => cells.filter((cell) => cell !== ''));
  return { delimiter, headerLine, head, columns, usualWidth, rows };
}

/** Returns the delimiter that splits most lines into the same number of columns. */
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

/** Returns the cells of a column; '' for rows that are too short. Empty without a column. */
export const cellsOf = ({ rows }: CsvTable, at: number | null): string[] =>
  at === null ? [] : rows.map(({ cells }) => cells[at] ?? '');

export const filledCells = (table: CsvTable, at: number) =>
  cellsOf(table, at).filter((cell) => cell !== '');

const columnsOf = (table: CsvTable, kind: ColumnKind) =>
  table.columns.flatMap((name, at) => (kindOfHeading(name) === kind ? [at] : []));

/**
 * Returns the columns of the other party's IBAN and of the agency's own account. `Account number` can mean either. It
 * counts as the own account if the table has no names, or if several rows all have the same number.
 */
function accountColumns(table: CsvTable): { iban: number | null; own: number | null } {
  const hasNames = columnsOf(table, 'name').length > 0;
  const isOwn = (at: number) => {
    if (
      !/^#?(account number|kontonummer|rachunek|numer rachunku|tilinumero)$/i.test(
        table.columns[at] ?? '',
      )
    ) {
      return false;
    }
    const cells = filledCells(table, at);
    return !hasNames || (cells.length > 1 && new Set(cells).size === 1);
  };
  const ibans = columnsOf(table, 'iban');
  const named = columnsOf(table, 'account').filter((at) => filledCells(table, at).length > 0);
  // Some banks have a column with the name of the account and another one with its number.
  const own =
    named.find((at) => filledCells(table, at).every((cell) => /\d/.test(cell))) ?? named[0];
  return {
    iban: ibans.find((at) => !isOwn(at)) ?? null,
    own: own ?? ibans.find(isOwn) ?? null,
  };
}

const accountsAt = (table: CsvTable, at: number | null): string[] => [
  ...new Set(cellsOf(table, at).map(asAccount).filter(Boolean)),
];

/** Returns the account that all rows belong to: in the column of the own account, otherwise above the header. */
export function accountIn(table: CsvTable): string {
  const [only, ...others] = accountsAt(table, accountColumns(table).own);
  if (!only) return accountAbove(table);
  return others.length === 0 ? only : '';
}

const ibanPattern = /(?<![A-Z\d])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![A-Z\d])/;
const numberPattern = /(?<![\d.,/])\d[\d -]{4,}\d(?![\d.,/])/;
const dashedDate = /(?<!\d)(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-\d{4})(?!\d)/g;
const accountLabel =
  /(^|[^\p{L}])(iban|account|acct|a\/c|konto|kontonr|kontonummer|tagesgeldkonto|girokonto|geschaeftskonto|compte|cuenta|conto|conta|rekening|rekeningnummer|rachunek|rachunku|ucet|uctu|szamlaszam|racun|saskaita|konts|tili|tilinumero|hesap|hesap no|счет|счета|рахунок|λογαριασμο\p{L}*)([^\p{L}]|$)|账号|账户|帳號|口座番号|계좌번호/u;

/** Returns the account that a row above the header names: an IBAN, or a number beside a word for an account. */
function accountAbove({ head }: CsvTable): string {
  const ibans = head.flatMap((cells) => {
    const iban = asAccount(ibanPattern.exec(cells.join(' '))?.[0] ?? '');
    return isIban(iban) ? [iban] : [];
  });
  const [iban, ...otherIbans] = new Set(ibans);
  if (iban) return otherIbans.length === 0 ? iban : '';
  const numbers = head.flatMap((cells) => {
    if (!accountLabel.test(plainWords(cells.join(' ')))) return [];
    return cells.flatMap((cell) => numberPattern.exec(cell.replaceAll(dashedDate, ' '))?.[0] ?? []);
  });
  const [number, ...others] = new Set(numbers);
  return number && others.length === 0 ? asAccount(number) : '';
}

/** Returns the column of the own account, if the rows belong to several accounts. */
export function accountColumn(table: CsvTable): number | null {
  const { own } = accountColumns(table);
  return accountsAt(table, own).length > 1 ? own : null;
}

const isAccountNumber = (cell: string) =>
  /^[a-z]{0,2}\d[\da-z/-]{4,}$/i.test(cell.replaceAll(/\s/g, ''));

/**
 * Returns the column for the name of the other party. Skips a column in which several rows all have
 * the same name, because it contains the account holder. Null if there is no other.
 */
function nameColumn(table: CsvTable): number | null {
  const named = columnsOf(table, 'name').filter((at) => {
    const cells = filledCells(table, at);
    if (namesEmail(table.columns[at] ?? '')) return false;
    return cells.length === 0 || !cells.every((cell) => isAccountNumber(cell) || /@/.test(cell));
  });
  const isOther = (at: number) => namesOtherParty(table.columns[at] ?? '');
  const isOwn = (at: number) => {
    const cells = filledCells(table, at);
    return cells.length > 1 && new Set(cells).size === 1;
  };
  return named.find(isOther) ?? named.find((at) => !isOwn(at)) ?? null;
}

/** Finds the columns of payment references: by their headings, or else all columns of text in which cells differ. */
function referenceColumns(table: CsvTable): number[] {
  const named = columnsOf(table, 'reference');
  const isText = (cell: string) =>
    /\p{L}{2}/u.test(cell) && !isValue(cell) && readBoolean(cell) === undefined;
  const texts = table.columns.flatMap((heading, at) => {
    const cells = filledCells(table, at);
    const isTexts = new Set(cells).size > 1 && cells.filter(isText).length > cells.length / 2;
    return !kindOfHeading(heading) && isTexts ? [at] : [];
  });
  // Some banks divide the text among further columns, of which only the first one has a heading.
  const last = named.at(-1) ?? -1;
  const unnamed = table.columns.flatMap((heading, at) =>
    at > last && heading === `Column ${at + 1}` && filledCells(table, at).some(isText) ? [at] : [],
  );
  return (named.length > 0 ? [...named, ...unnamed] : texts).slice(0, 5);
}

/** Headings for the currency in which the other party paid. */
const foreignCurrency = /orig|local|foreign|fremd|etrang|extranj|ester|vreemd/;

/**
 * Returns the columns in which nearly all cells are currency codes. Returns only one of several columns with identical
 * codes.
 *
 * @param isAll true to include all columns with identical codes, and those of foreign currencies
 */
function codeColumns(table: CsvTable, isAll = false): number[] {
  const found = new Map<string, number>();
  for (const [at, heading] of table.columns.entries()) {
    const kind = kindOfHeading(heading);
    if (kind && kind !== 'account' && kind !== 'valueDate' && kind !== 'currency') continue;
    if (!isAll && foreignCurrency.test(plainWords(heading))) continue;
    const cells = filledCells(table, at);
    const codes = cells.filter((cell) => /^[A-Z]{3}$/.test(cell) && currenciesOf(cell).length > 0);
    if (codes.length === 0 || codes.length < cells.length * 0.9) continue;
    const all = isAll ? String(at) : cellsOf(table, at).join();
    if (!found.has(all)) found.set(all, at);
  }
  return [...found.values()];
}

/**
 * Returns the headings of the currency columns if several contain different codes, so that any of them can belong to
 * the amounts.
 */
export function openCurrencies(table: CsvTable): string[] {
  const codes = codeColumns(table);
  return codes.length > 1 ? codes.map((at) => table.columns[at] ?? '') : [];
}

/**
 * Returns the beginnings of the words of a heading, without words for amounts and currencies: `settl` of
 * `settlementAmount`.
 */
const rootsOf = (heading: string): string[] =>
  plainWords(heading.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2 || /\p{Script=Han}/u.test(word))
    .filter((word) => !amountKinds.includes(kindOfHeading(word)) && !isCurrencyHeading(word))
    .filter((word) => !/^(del|der|des|the|and|von|van)$/.test(word))
    .map((word) => word.slice(0, /\p{Script=Han}/u.test(word) ? 2 : 5));

interface CurrencyOwner {
  at: number;
  /** True if the two headings share a word; false if the columns are only adjacent. */
  isNamed: boolean;
}

/**
 * Returns the currency column that belongs to an amount, by the words that both headings share, or
 * else by its position; undefined if there is none.
 */
function currencyColumnOf(table: CsvTable, amount: number): CurrencyOwner | undefined {
  const heading = table.columns[amount] ?? '';
  const currencies = codeColumns(table, true);
  const roots = rootsOf(heading);
  const shared = currencies.map((at) => ({
    at,
    count: rootsOf(table.columns[at] ?? '').filter((root) => roots.includes(root)).length,
  }));
  const most = Math.max(0, ...shared.map(({ count }) => count));
  const named =
    most > 0
      ? shared.filter(({ count }) => count === most).map(({ at }) => at)
      : currencies.filter(
          (at) => roots.length === 0 && rootsOf(table.columns[at] ?? '').length === 0,
        );
  const [only, ...others] = named;
  if (only !== undefined && others.length === 0) return { at: only, isNamed: true };
  const near = currencies.filter((at) => Math.abs(at - amount) === 1);
  const [beside, ...more] = near;
  return beside !== undefined && more.length === 0 ? { at: beside, isNamed: false } : undefined;
}

/**
 * Returns the currency column that belongs to the amounts, if an admin chose a column with different contents instead.
 */
export function otherCurrencyColumn(
  table: CsvTable,
  { amount, currencyColumn }: Pick<CsvMapping, 'amount' | 'currencyColumn'>,
): CurrencyOwner | undefined {
  if (currencyColumn === null) return undefined;
  const owner = currencyColumnOf(table, amount);
  const cellsAt = (at: number) => cellsOf(table, at).join();
  return owner && cellsAt(owner.at) !== cellsAt(currencyColumn) ? owner : undefined;
}

/**
 * Returns the only column of numbers whose heading is a currency, such as `CAD$`; null if there is
 * not exactly one.
 */
function currencyAmountColumn(table: CsvTable): number | null {
  const [only, ...others] = table.columns.flatMap((heading, at) => {
    const { kind, currencies } = readHeading(heading);
    const cells = filledCells(table, at);
    const isAmount = currencies.length > 0 && currenciesOf(heading).length > 0;
    return !kind && isAmount && cells.length > 0 && cells.every((cell) => readWritten(cell))
      ? [at]
      : [];
  });
  return others.length > 0 ? null : (only ?? null);
}

const markLetter = /(?<!\p{L})[CDHS](?!\p{L})/iu;

/**
 * Replaces a letter beside amounts by the account's currency if all amounts have this letter. For example, `D` can mark
 * a debit, but also means the dalasi.
 */
export function withCurrencyLetters(table: CsvTable, columns: LetterColumns): CsvTable {
  const { amount, debit, currency } = columns;
  const places = [amount, debit].filter((at) => at !== null);
  const numbers = places
    .flatMap((at) => filledCells(table, at))
    .filter((text) => readWritten(text)?.readings.some(({ value }) => Number(value) !== 0));
  const isCurrency = (text: string) =>
    readWritten(text)?.mark !== undefined &&
    isWrittenAs(currency, markLetter.exec(text)?.[0] ?? '');
  if (numbers.length === 0 || !numbers.every(isCurrency)) return table;
  const written = (text: string, at: number) =>
    places.includes(at) ? text.replace(markLetter, ` ${currency} `) : text;
  return { ...table, rows: table.rows.map((row) => ({ ...row, cells: row.cells.map(written) })) };
}
type LetterColumns = Pick<MappingGuess, 'amount' | 'debit' | 'currency'>;

/** Guesses the meaning of columns from their headings and values. */
export function guessMapping(
  table: CsvTable,
  defaults: { account: string; currency: string; isMonthFirst: boolean },
): MappingGuess {
  const column = (kind: ColumnKind, fits: (cell: string) => boolean = () => true) => {
    const columns = columnsOf(table, kind).filter((at) => filledCells(table, at).every(fits));
    const most = Math.max(...columns.map((at) => filledCells(table, at).length));
    // Skips columns that are filled in only few rows, such as one with the total or the date of the whole file.
    return columns.find((at) => filledCells(table, at).length >= most / 2) ?? null;
  };
  const isCode = (cell: string) => /^[A-Z]{3}$/.test(cell);
  const isCurrency = (cell: string) => currenciesOf(cell).length > 0;
  const currencies = [...columnsOf(table, 'currency'), ...columnsOf(table, 'valueDate')].filter(
    (at) => filledCells(table, at).length > 0 && filledCells(table, at).every(isCurrency),
  );
  const date = column('date');
  const [signed, credit, debit] = [column('amount'), column('credit'), column('debit')];
  // Some banks have both a column of signed amounts, and separate columns for credits and debits.
  const divided = credit !== null && debit !== null;
  const amount = divided ? credit : (signed ?? credit ?? currencyAmountColumn(table));
  const named = columnsOf(table, 'currency').find(
    (at) => !filledCells(table, at).every((cell) => readWrittenDate(cell)),
  );
  const [onlyCodes = null, ...otherCodes] = codeColumns(table);
  const owner = amount === null ? undefined : currencyColumnOf(table, amount);
  // A column next to the amounts belongs to them only if its heading shares a word with theirs or means a currency.
  const isOwner =
    owner && (owner.isNamed || kindOfHeading(table.columns[owner.at] ?? '') === 'currency');
  const single = otherCodes.length > 0 ? null : (currencies[0] ?? named ?? onlyCodes);
  const own = accountColumn(table);
  const guess: MappingGuess = {
    account: accountIn(table) || accountsAt(table, own)[0] || defaults.account,
    accountColumn: own,
    currency: defaults.currency,
    delimiter: table.delimiter,
    headerLine: table.headerLine,
    dateOrder: null,
    decimal: null,
    date,
    amount,
    debit: signed !== null && !divided ? null : debit,
    direction: null,
    valueDate: column('valueDate', (cell) => !isCode(cell)),
    state: stateIn(table, {}),
    name: nameColumn(table),
    iban: accountColumns(table).iban,
    reference: referenceColumns(table),
    currencyColumn: otherCodes.length > 0 ? (isOwner ? owner.at : null) : single,
    bankReference: column('bankReference'),
  };
  const lettered = withCurrencyLetters(table, guess);
  const charges = areCharges(lettered, guess);
  if (charges === true) guess.areCharges = true;
  guess.direction =
    directionIn(lettered, guess) ?? (showsDirections(lettered, guess) ? null : undefined);
  const [unit] = headingCurrencies(table, guess);
  // Some files have the currency only in their first row.
  const [only, ...others] =
    unit?.currencies ??
    new Set(filledCells(table, guess.currencyColumn ?? -1).flatMap(currenciesOf));
  if (only !== undefined && others.length === 0) guess.currency = only;
  // Without a date column, the order of day and month cannot be guessed. A default could contradict the column that an
  // admin chooses later.
  if (date === null) return guess;
  const { order, open } = datesOf(table, guess);
  // Proposes the month first only if all amounts are in the seller's currency, because other currencies suggest a bank
  // in another country.
  const isMonthFirst =
    defaults.isMonthFirst &&
    [...currenciesIn(table, guess)].every((one) => one === defaults.currency);
  return {
    ...guess,
    dateOrder: order ?? (open && isMonthFirst && open.orders.includes('mdy') ? 'mdy' : null),
  };
}

type Columns = Pick<
  MappingGuess,
  'date' | 'valueDate' | 'amount' | 'debit' | 'currencyColumn' | 'currency'
>;

/** Returns the column that says whether an entry is a credit, if there is one. */
export const directionIn = (table: CsvTable, columns: Pick<Columns, 'amount' | 'debit'>) =>
  directionColumn(table.columns, (at) => cellsOf(table, at), columns);

/** Returns the amounts of rows with a date, except for balances and totals. */
export const entryAmounts = (
  { rows }: CsvTable,
  { date, amount }: Pick<Columns, 'date' | 'amount'>,
): string[] =>
  rows.flatMap(({ cells }) => {
    const isEntry = (date === null || /\d/.test(cells[date] ?? '')) && !cells.some(isBalanceText);
    return amount !== null && isEntry ? (cells[amount] ?? '') : [];
  });

/**
 * Returns whether the amounts themselves show which of them are debits, so that no column for the direction is needed.
 */
export function showsDirections(
  table: CsvTable,
  columns: Pick<Columns, 'date' | 'amount' | 'debit'>,
): boolean {
  const { amount, debit } = columns;
  if (debit !== null || kindOfHeading(table.columns[amount ?? -1] ?? '') === 'credit') return true;
  return haveSigns(entryAmounts(table, columns));
}

/**
 * Matches headings in credit card exports. Such a column is filled in every row of these exports.
 * In exports from bank accounts, it is filled only for card payments.
 */
const cardHeading =
  /card ?(member|holder|no|num|ending|last)|^account #|^konto #|kart(en|e)?(nummer|inhaber)|titulaire|titular|numero de carte|kort(nummer|innehavare|holder)|on your statement|auf ihrer abrechnung/;
/** Matches the texts of payments that settle a credit card. */
const cardPayment =
  /thank ?you|auto ?pay|payments? (and credits|received)|(zahlung|ueberweisung) erhalten|besten dank|paiement recu|pago recibido|gracias por|merci (pour|de)|pagamento ricevuto|betaling ontvangen|pagamento recebido|\bta[ck]k? for/;
/** Maximum number of rows whose texts are checked for credit card payments. */
const cardRowsMax = 500;
const kindsOfCard = {
  payment: /^(payment|zahlung|paiement|pago|pagamento|betaling)$/,
  purchase: /^(purchase|kauf|einkauf|achat|compra|acquisto|aankoop|kop|kob)$/,
};

/**
 * Returns whether positive amounts are charges, as in many credit card exports. Undefined if this
 * is unclear: most amounts are positive, but only some of the headings and texts suggest a credit
 * card.
 */
export function areCharges(
  table: CsvTable,
  { amount, debit }: Pick<Columns, 'amount' | 'debit'>,
): boolean | undefined {
  if (amount === null || debit !== null) return false;
  const signed = table.rows.flatMap(({ cells }) => {
    const number = readWritten(cells[amount] ?? '');
    return number && !number.mark ? [{ cells, isNegative: number.isNegative }] : [];
  });
  const negative = signed.filter(({ isNegative }) => isNegative).length;
  if (signed.length < 2 || negative * 2 > signed.length) return false;
  const isCardHeading = table.columns.some(
    (heading, at) =>
      cardHeading.test(plainWords(heading)) && filledCells(table, at).length === table.rows.length,
  );
  const rows = signed.slice(0, cardRowsMax).map(({ cells, isNegative }) => {
    const words = cells.map(plainWords);
    const isPurchase = words.some((word) => kindsOfCard.purchase.test(word));
    const isCardPayment = words.some((word) => cardPayment.test(word));
    const isPayment = words.some((word) => kindsOfCard.payment.test(word));
    return { isNegative, isPurchase, isCardPayment, isPayment };
  });
  const purchases = rows.filter(({ isPurchase }) => isPurchase);
  const isCard =
    isCardHeading || (purchases.length > 0 && !purchases.some(({ isNegative }) => isNegative));
  // Outside credit card exports, `payment` does not count, because banks also use the word for
  // other debits.
  const payments = rows.filter((row) => row.isCardPayment || (isCard && row.isPayment));
  const arePaymentsNegative = payments.length > 0 && payments.every(({ isNegative }) => isNegative);
  if (isCard && arePaymentsNegative) return true;
  if (!isCard && !arePaymentsNegative) return false;
  const own = isCardHeading ? null : accountColumns(table).own;
  const hasAccount =
    table.columns.some((heading) => /balance|saldo|solde|iban/i.test(heading)) ||
    (own !== null && filledCells(table, own).every(isAccountNumber));
  return hasAccount || payments.some(({ isNegative }) => !isNegative) ? false : undefined;
}

/** Returns the words in the direction column of rows whose amount has no sign. */
export function directionWords(
  written: CsvTable,
  mapping: LetterColumns & Pick<MappingGuess, 'areCharges' | 'direction' | 'directionWords'>,
): TablePreview['directionWords'] {
  const table = withCurrencyLetters(written, mapping);
  const { amount, directionWords: chosen } = mapping;
  const at = mapping.direction === undefined ? directionIn(table, mapping) : mapping.direction;
  if (at === null || amount === null || mapping.areCharges) return [];
  const rows = table.rows.filter(
    ({ cells }) => readWritten(cells[amount] ?? '') && !haveSigns([cells[amount] ?? '']),
  );
  const read = directionsIn(cellsOf(table, at), chosen);
  return wordsAt(rows, at).map((word) => ({ word, direction: read(word) ?? null }));
}

export const isMemo = (text: string): boolean => /^memo$/i.test(text.trim());

/**
 * Returns the column in which every cell means credit, debit or memo, and at least one means memo;
 * null if there is none. A memo moves no money.
 */
export function memoColumn(table: CsvTable): number | null {
  const found = table.columns.findIndex((_, at) => {
    const cells = filledCells(table, at);
    return cells.some(isMemo) && cells.every((cell) => isMemo(cell) || directionOf(cell));
  });
  return found < 0 ? null : found;
}

/** Returns whether a row below the header names columns of dates and amounts again. */
export function isHeading(table: CsvTable, { cells }: TableRow): boolean {
  if (table.columns.every((name, at) => name === tidy(cells[at] ?? '', 80))) return true;
  // Unlike entries, column names contain no digits.
  if (cells.some((cell) => /\p{Nd}/u.test(cell))) return false;
  const kinds = new Set(cells.map((cell) => kindOfHeading(cell)));
  return kinds.has('date') && amountKinds.some((kind) => kinds.has(kind));
}

/** Returns the column that says whether entries are booked, if there is one. */
export const stateIn = (table: CsvTable, { state }: Pick<MappingGuess, 'state'>): number | null =>
  state === undefined ? stateColumn(table.columns, (at) => cellsOf(table, at)) : state;

/** Returns the words in the state column of rows with an amount. */
export function stateWords(
  table: CsvTable,
  mapping: Pick<MappingGuess, 'amount' | 'debit' | 'state' | 'stateWords'>,
): TablePreview['stateWords'] {
  const { amount, debit, stateWords: chosen } = mapping;
  const at = stateIn(table, mapping);
  if (at === null) return [];
  const rows = table.rows.filter(({ cells }) =>
    [amount, debit].some((sum) => readWritten(cells[sum ?? -1] ?? '')),
  );
  return wordsAt(rows, at).map((word) => {
    const state = entryStateIn(table.columns[at] ?? '', word, chosen);
    return { word, state: state ? (state === 'booked' ? state : 'unbooked') : null };
  });
}

const wordsAt = (rows: readonly TableRow[], at: number): string[] => {
  const words = rows.map(({ cells }) => cells[at] ?? '').filter((word) => !readWrittenDate(word));
  const short = words.filter((word) => word !== '' && word.length <= columnWordMax);
  return [...new Set(short)].slice(0, columnWordsMax);
};

/**
 * Returns the currencies that the headings of amounts can mean. If the account's currency is among them, returns only
 * that one.
 */
export const headingCurrencies = (
  table: CsvTable,
  { amount, debit, currency }: Pick<Columns, 'amount' | 'debit' | 'currency'>,
) =>
  [amount, debit].flatMap((at) => {
    const heading = table.columns[at ?? -1] ?? '';
    const { currencies, unit } = readHeading(heading);
    if (at === null || currencies.length === 0) return [];
    return [
      { at, heading, currencies: isWrittenAs(currency, unit ?? '') ? [currency] : currencies },
    ];
  });

/** Returns what can be concluded from the dates of a table about the order of day and month. */
export const datesOf = (table: CsvTable, { date, valueDate }: Columns): OrderEvidence =>
  orderEvidence([...cellsOf(table, date), ...cellsOf(table, valueDate)], {
    aheadDays: 40,
    spanDays: 731,
  });

/** Returns the currencies that amounts of the table can have. */
function currenciesIn(table: CsvTable, { currencyColumn, currency }: Columns): Set<string> {
  const cells = [...new Set(cellsOf(table, currencyColumn))];
  const said = cells.flatMap((cell) => {
    const codes = currenciesOf(cell);
    return codes.includes(currency) ? currency : codes;
  });
  return new Set(said.length > 0 && !cells.includes('') ? said : [currency, ...said]);
}

/** Returns what can be concluded from the amounts of a table about the decimal sign. */
export function amountsOf(table: CsvTable, mapping: Columns): DecimalEvidence {
  const { amount, debit } = mapping;
  const decimals = Math.max(...[...currenciesIn(table, mapping)].map(decimalsOf));
  const evidence = decimalEvidence([...cellsOf(table, amount), ...cellsOf(table, debit)], decimals);
  if (evidence.isProven || amount === null) return evidence;
  const { sign } = runningBalance(table, { amount, debit });
  return sign ? { ...evidence, sign, isProven: true } : evidence;
}

/**
 * Returns the mapping fields that must not be stored for the next file, because they were derived from this file's
 * values, or because an admin chooses them for each file.
 */
export function shownByValues(table: CsvTable, mapping: CsvMapping): Partial<CsvMapping> {
  return {
    ...(!datesOf(table, mapping).open && { dateOrder: null }),
    ...(amountsOf(table, mapping).sign !== undefined && { decimal: null }),
    // The next file may have several accounts.
    ...(mapping.accountColumn === null &&
      accountColumn(table) === null && { accountColumn: undefined }),
  };
}

/** Returns the first rows, which are shown while the columns are chosen. */
export const firstRows = ({ rows, columns }: CsvTable): string[][] =>
  rows.slice(0, previewRows).map(({ cells }) => columns.map((_, at) => tidy(cells[at] ?? '', 200)));
