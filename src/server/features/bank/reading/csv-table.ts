import { parse } from 'csv-parse/sync';

import {
  columnsMax,
  csvDelimiters,
  type dateOrders,
  type decimalSigns,
  entriesMax,
  previewRows,
} from '~/contract/bank/bank';
import type { MappingGuess } from '~/contract/bank/bank-schema';
import type { CsvMapping } from '~/contract/bank/csv-mapping-schema';
import { Unreadable } from './read-result';
import { asAccount, decodedText, tidy } from './values';

type Delimiter = (typeof csvDelimiters)[number];

/** A row of a table, with its line in the file. */
export interface TableRow {
  cells: string[];
  line: number;
}

/** Lines of a bank's letterhead above the names of the columns. */
const headLinesMax = 30;

/** What a column is called in the exports of banks, in the languages of this product's neighbours. */
const names: Record<string, RegExp> = {
  date: /^(buchungs(tag|datum)|buchung|datum|date|booking ?date|transaction ?date|posting ?date|date op[ée]ration|date comptable|boekdatum|rentedatum|transactiedatum|completed date|fecha( operaci[oó]n)?|data( contabile)?)$/,
  valueDate:
    /^(valuta(datum)?|wertstellung(sdatum)?|value ?date|date (de )?valeur|valutadatum|fecha valor|data valuta)$/,
  amount:
    /^(betrag( \([a-z]{3}\))?|umsatz|amount( \([a-z]{3}\))?|montant|bedrag( \(eur\))?|importe|importo|credit( amount)?|cr[ée]dit|haben|money in|paid in|gutschrift|bij)$/,
  debit: /^(debit( amount)?|d[ée]bit|soll|money out|paid out|belastung|lastschrift|af)$/,
  direction:
    /^(soll\/haben|s\/h|sh|cr\/dr|dr\/cr|credit\/debit|debit\/credit|af bij|af\/bij|type|umsatzart|sens)$/,
  name: /^(auftraggeber.*|beg[üu]nstigter.*|name( zahlungsbeteiligter)?|zahlungspflichtige[r*].*|empf[äa]nger.*|counterparty( name)?|payee|payer|naam.*|tegenpartij.*|nom( de la)? contrepartie|partner ?name|beneficiary.*|ordering party|zahlungsbeteiligter|name des partners)$/,
  iban: /^(iban( zahlungsbeteiligter| des auftraggeb.*)?|kontonummer\/iban|counterparty (iban|account)|tegenrekening( iban\/bban)?|account number|partner ?iban|kontonummer)$/,
  reference:
    /^(verwendungszweck|reference|description|remittance.*|payment (details|reference)|communication|communications?|mededelingen|omschrijving(-1)?|libell[ée]|concepto|causale|zahlungsreferenz|memo|details|narrative)$/,
  currency: /^(w[äa]hrung|currency|devise|munt|valuta|divisa)$/,
  bankReference:
    /^(transaction ?id|bank ?reference|transactiereferentie|volgnr|id|referenznummer|r[ée]f[ée]rence banque|unique id)$/,
  account:
    /^(auftragskonto|iban auftragskonto|bezeichnung auftragskonto|konto|kontonummer auftrag|rekening|iban\/bban|own account|account|compte|account iban)$/,
};

export interface CsvTable {
  delimiter: Delimiter;
  headerLine: number;
  columns: string[];
  rows: TableRow[];
}

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ');
const kindOf = (name: string): string | undefined =>
  Object.keys(names).find((kind) => names[kind]?.test(plain(name)));

/** @throws Unreadable with the line */
function rowsOf(text: string, delimiter: Delimiter): TableRow[] {
  try {
    // With `info` its results are pairs, of which its types do not know.
    const records = parse(text, {
      bom: true,
      info: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 100_000,
      // With room for a letterhead and the sums at the end.
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

/** The line that names the most columns that are known; else the first one with the most cells. */
function headerOf(rows: readonly TableRow[]): number {
  const heads = rows.slice(0, headLinesMax);
  const score = (row: TableRow) => new Set(row.cells.map(kindOf).filter(Boolean)).size;
  const best = heads.reduce<TableRow | undefined>(
    (so, row) => (score(row) > (so ? score(so) : 1) ? row : so),
    undefined,
  );
  return best ? best.line : 0;
}

/** Reads a table: what divides its columns and where they are named is found out, unless it is known. */
export function readTable(
  bytes: Uint8Array,
  known?: Pick<CsvMapping, 'delimiter' | 'headerLine'>,
): CsvTable {
  const text = decodedText(bytes);
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

/** What divides most lines into the same number of columns. */
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

/** The account of the table's own column, where it has one. */
export function accountIn(table: CsvTable): string {
  const at = table.columns.findIndex((name) => kindOf(name) === 'account');
  return at < 0 ? '' : asAccount(table.rows[0]?.cells[at] ?? '');
}

/** Which column is which, as far as names and values say it. */
export function guessMapping(
  table: CsvTable,
  defaults: { account: string; currency: string },
): MappingGuess {
  const column = (kind: string): number | null => {
    const at = table.columns.findIndex((name) => kindOf(name) === kind);
    return at < 0 ? null : at;
  };
  const all = (kind: string) =>
    table.columns.flatMap((name, at) => (kindOf(name) === kind ? [at] : []));
  const [date, amount] = [column('date'), column('amount')];
  const cells = (at: number | null) =>
    at === null ? [] : table.rows.slice(0, 200).map((row) => row.cells[at] ?? '');
  return {
    account: accountIn(table) || defaults.account,
    currency: defaults.currency,
    delimiter: table.delimiter,
    headerLine: table.headerLine,
    dateOrder: dateOrderOf(cells(date)),
    decimal: decimalOf(cells(amount)),
    date,
    amount,
    debit: column('debit'),
    direction: column('direction'),
    valueDate: column('valueDate'),
    name: column('name'),
    iban: column('iban'),
    reference: all('reference').slice(0, 5),
    currencyColumn: column('currency'),
    bankReference: column('bankReference'),
  };
}

function dateOrderOf(dates: readonly string[]): (typeof dateOrders)[number] {
  if (dates.some((text) => /^\d{4}\D?\d{2}\D?\d{2}/.test(text))) return 'ymd';
  return dates.some((text) => Number(/^\d{1,2}\D(\d{1,2})\D/.exec(text)?.[1]) > 12) ? 'mdy' : 'dmy';
}

function decimalOf(amounts: readonly string[]): (typeof decimalSigns)[number] {
  const cents = amounts.map((text) => /([.,])\d{1,2}\D*$/.exec(text)?.[1]).filter(Boolean);
  return cents.includes('.') && !cents.includes(',') ? '.' : ',';
}

/** The first rows, to choose columns by. */
export const firstRows = ({ rows, columns }: CsvTable): string[][] =>
  rows.slice(0, previewRows).map(({ cells }) => columns.map((_, at) => tidy(cells[at] ?? '', 200)));
