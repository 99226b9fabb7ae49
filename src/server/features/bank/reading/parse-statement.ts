import type { TablePreview } from '~/contract/bank/bank-schema';
import { type CsvMapping, csvMappingSchema } from '~/contract/bank/csv-mapping-schema';
import type { EncodingChoice, TextEncoding } from '~/contract/values/text-encodings';
import { decodeText, encodingChoices } from '~/server/platform/values/encodings';
import { readCamt } from './camt';
import { previewRowsOf, readCsvStatement, unclearEncoding } from './csv';
import {
  accountIn,
  directionWords,
  firstRows,
  guessMapping,
  readTable,
  shownByValues,
  stateWords,
} from './csv-table';
import { readMt940 } from './mt940';
import { type ReadResult, Unreadable } from './read-result';
import { textOf } from './values';

/** Values that are proposed for ambiguous fields of a table. */
export interface TableDefaults {
  account: string;
  currency: string;
  /** True if ambiguous dates are proposed with the month first. */
  isMonthFirst: boolean;
}

/** Job for the thread: reads a statement, shows a table whose columns an admin has to choose, or decodes another file. */
export type ReadingJob = { bytes: Uint8Array; mapping?: CsvMapping | undefined } & (
  | { ask: 'entries' }
  | { ask: 'text'; encoding?: TextEncoding | undefined }
  | { ask: 'table'; defaults: TableDefaults; encoding?: TextEncoding | undefined }
);

export type TableResult =
  | {
      ok: true;
      /** Columns and first rows; null for a file format that needs no mapping. */
      table:
        | (TablePreview & {
            account: string;
            /** Mapping fields that follow from the values and are therefore not stored. */
            shown: Partial<CsvMapping>;
          })
        | null;
    }
  | { ok: false; reason: string };

export type DecodedFile =
  | {
      ok: true;
      /** Text of the file; undefined if the file is not text, or if its encoding is unclear. */
      text: string | undefined;
      /** Possible encodings, the most natural one first; empty if it is clear. */
      encodings: EncodingChoice[];
    }
  | { ok: false; reason: string };

/** Performs a job. Never throws because of the file's content. */
export function answer(job: ReadingJob): ReadResult | TableResult | DecodedFile {
  if (job.ask === 'entries') return parseStatement(job);
  if (job.ask === 'table') return showTable(job);
  const encodings = encodingChoices(job.bytes);
  const text = decodeText(job.bytes, job.encoding ?? encodings[0]?.encoding);
  return { ok: true, text, encodings };
}

const startsWith = (bytes: Uint8Array, text: string) =>
  Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text;

/**
 * Detects the format from the content, because file names are unreliable.
 *
 * @throws Unreadable if the file is not a statement
 */
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
  const head = textOf(bytes, encodingChoices(bytes)[0]?.encoding).slice(0, 4_000);
  if (/^\s*</.test(head)) return 'xml';
  return /(^|[\r\n}:])\{?4?:?:?20:/.test(head) && /:(25|60[FM]|28C?):/.test(head)
    ? 'mt940'
    : 'table';
}

/** Reads a bank file. Never throws because of its content. */
export function parseStatement({ bytes, mapping }: ReadingJob): ReadResult {
  return caught(() => {
    const kind = kindOf(bytes);
    if (kind === 'xml') return { ok: true, ...readCamt(bytes) };
    if (kind === 'mt940') return { ok: true, ...readMt940(bytes) };
    if (mapping) return { ok: true, ...readCsvStatement(bytes, mapping) };
    // Throws if the file is not a table.
    readTable(bytes, { encoding: encodingChoices(bytes)[0]?.encoding });
    throw new Unreadable('Please choose which column of this table is which.', '');
  });
}

/**
 * Returns a preview of a table for an admin who chooses its columns: its rows, and the entries that they would become.
 */
export function showTable(job: Extract<ReadingJob, { ask: 'table' }>): TableResult {
  return caught((): TableResult => {
    if (kindOf(job.bytes) !== 'table') return { ok: true, table: null };
    const { mapping } = job;
    const encodings = encodingChoices(job.bytes);
    const chosen = job.encoding ?? mapping?.encoding;
    const encoding = chosen ?? encodings[0]?.encoding;
    const table = readTable(job.bytes, { ...mapping, encoding });
    const guess = { ...guessMapping(table, job.defaults), encoding: chosen };
    const asked = csvMappingSchema.safeParse(mapping ?? guess);
    let read: TablePreview['read'] = null;
    let problem: TablePreview['problem'] = null;
    try {
      // The account is chosen together with the columns, and does not affect how rows are read.
      const complete = csvMappingSchema.safeParse({ ...(mapping ?? guess), account: 'unknown' });
      if (encodings.length > 0 && !chosen) throw new Unreadable(unclearEncoding, 'encoding');
      if (complete.success) read = previewRowsOf(table, complete.data);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      problem = { field: error.mappingField ?? '', message: error.message };
    }
    return {
      ok: true,
      table: {
        columns: table.columns,
        rows: firstRows(table),
        account: accountIn(table),
        directionWords: directionWords(table, mapping ?? guess),
        stateWords: stateWords(table, mapping ?? guess),
        shown: {
          ...(asked.success && shownByValues(table, asked.data)),
          ...(encodings.length === 0 && { encoding: undefined }),
        },
        ...{ encodings, guess, read, problem },
      },
    };
  });
}

function caught<Result>(
  work: () => Result,
): Result | { ok: false; reason: string; mappingField?: string } {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return {
      ok: false,
      reason: error.message,
      ...(error.mappingField !== undefined && { mappingField: error.mappingField }),
    };
  }
}
