import type { CsvMapping } from '~/contract/bank/csv-mapping-schema';
import { readCamt } from './camt';
import { readCsvStatement } from './csv';
import { accountIn, type CsvTable, firstRows, guessMapping, readTable } from './csv-table';
import { readMt940 } from './mt940';
import { type ReadResult, Unreadable } from './read-result';

/** What is asked of the thread: to read a statement, or to show a table whose columns are to be chosen. */
export type ReadingJob = { bytes: Uint8Array; mapping?: CsvMapping | undefined } & (
  | { ask: 'entries' }
  | { ask: 'table'; defaults: { account: string; currency: string } }
);

export type TableResult =
  | {
      ok: true;
      /** Null for a file that says itself what is what. */
      table: {
        columns: string[];
        rows: string[][];
        account: string;
        guess: ReturnType<typeof guessMapping>;
      } | null;
    }
  | { ok: false; reason: string };

const startsWith = (bytes: Uint8Array, text: string) =>
  Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text;

/** What a file is, by its content: names of files say nothing. @throws Unreadable for what is no statement */
function kindOf(bytes: Uint8Array): 'xml' | 'mt940' | 'table' {
  const please = 'Please export CAMT.053, MT940 or CSV from your bank.';
  if (bytes.length === 0) throw new Unreadable(`This file is empty. ${please}`);
  if (startsWith(bytes, 'PK')) {
    throw new Unreadable(
      `This is an archive or a spreadsheet. Please unpack the statement out of it, or export CAMT.053, MT940 or CSV from your bank.`,
    );
  }
  if (startsWith(bytes, '%PDF'))
    throw new Unreadable(`This is a PDF, which only people can read. ${please}`);
  const head = Buffer.from(bytes.subarray(0, 4_000)).toString('latin1');
  if (head.includes('\u0000')) {
    throw new Unreadable(
      `This file is no text in UTF-8 or ISO-8859-1. Please export it in one of these encodings.`,
    );
  }
  if (/^(\u00ef\u00bb\u00bf)?\s*</.test(head)) return 'xml';
  return /(^|[\r\n}:])\{?4?:?:?20:/.test(head) && /:(25|60[FM]|28C?):/.test(head)
    ? 'mt940'
    : 'table';
}

/** Reads a file of a bank. It never throws for what a file holds. */
export function parseStatement({ bytes, mapping }: ReadingJob): ReadResult {
  return caught(() => {
    const kind = kindOf(bytes);
    if (kind === 'xml') return { ok: true, ...readCamt(bytes) };
    if (kind === 'mt940') return { ok: true, ...readMt940(bytes) };
    if (mapping) return { ok: true, ...readCsvStatement(bytes, mapping) };
    // Also says that it is none.
    readTable(bytes);
    throw new Unreadable('Please choose which column of this table is which.', true);
  });
}

/** Shows a table for its columns to be chosen. */
export function showTable(job: ReadingJob): TableResult {
  return caught((): TableResult => {
    if (kindOf(job.bytes) !== 'table') return { ok: true, table: null };
    const table: CsvTable = readTable(job.bytes);
    const defaults = job.ask === 'table' ? job.defaults : { account: '', currency: 'EUR' };
    const guess = guessMapping(table, defaults);
    return {
      ok: true,
      table: { columns: table.columns, rows: firstRows(table), account: accountIn(table), guess },
    };
  });
}

function caught<Result>(
  work: () => Result,
): Result | { ok: false; reason: string; needsColumns?: true } {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return {
      ok: false,
      reason: error.message,
      ...(error.needsColumns && { needsColumns: true as const }),
    };
  }
}
