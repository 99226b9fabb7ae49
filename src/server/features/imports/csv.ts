import { Readable } from 'node:stream';

import { parse } from 'csv-parse';
import type { z } from 'zod';

import { postCategories } from '~/contract/blog/blog';
import { momentOf } from '~/contract/common/dates';
import { AppError } from '~/contract/common/errors';
import { contentSchemas } from '~/contract/content/content-schemas';
import { type ImportKind, importedContent, importKinds } from '~/contract/content/content-types';
import { importRowsMax } from '~/contract/imports/imports-schema';
import { categories, categoryLabels } from '~/contract/services/categories';
import { chooseValue, decimalEvidence, readWritten } from '~/contract/values/numbers';
import { readBoolean } from '~/server/platform/values/booleans';
import { commonCurrencies } from '~/server/platform/values/currencies';
import { dayOf, orderEvidence, readWrittenDate } from '~/server/platform/values/dates';
import type { Entry, FieldValue, FileDefaults, ReadFile } from './import-entry';

/** Value of a field, or the reason why it is unclear. `shown` is the value in a form to compare with the file. */
type Cell = { value: FieldValue; shown?: string } | { problem: string };
type Reader = (text: string) => Cell;
/** Creates the reader of a column from all its texts, since one text may resolve another's ambiguity. */
type ColumnReader = (column: readonly string[], defaults: FileDefaults) => Reader;

const each =
  (read: (text: string) => FieldValue): ColumnReader =>
  () =>
  (text) => ({ value: read(text) });

const asText = each((text) => text);
/** One entry per line, or divided by bars. */
const asList = each((text) =>
  text
    .split(/\r?\n|\|/)
    .map((item) => item.trim())
    .filter(Boolean),
);

const asFlag: ColumnReader = () => (text) => {
  const value = readBoolean(text);
  return value === undefined
    ? { problem: `“${text}” is neither yes nor no` }
    : { value, shown: value ? 'yes' : 'no' };
};

/** Reads numbers. Only a price can have a currency, which has to be that of the site. */
const asNumber =
  (decimals: number, { isPrice }: { isPrice: boolean }): ColumnReader =>
  (column, { currency }) => {
    const { sign } = decimalEvidence(column, decimals);
    return (text) => {
      const number = readWritten(text);
      const currencies = number && commonCurrencies(number.units);
      const isKnown = currencies === undefined || (isPrice && currencies.length > 0);
      if (!number || !isKnown || number.mark) return { problem: `“${text}” is not a number` };
      if (currencies && !currencies.includes(currency)) {
        return {
          problem: `“${text}” is not in ${currency}, the currency of this site. Please write the price in ${currency}`,
        };
      }
      const read = chooseValue(number, sign, decimals);
      if (read && 'value' in read) {
        const isNegative = number.isNegative && /[1-9]/.test(read.value);
        const value = `${isNegative ? '-' : ''}${read.value}`;
        return { value, shown: value };
      }
      return { problem: `“${text}” can be ${read?.candidates.join(' or ')}` };
    };
  };

const asTime: ColumnReader = (column, { timeZone }) => {
  const { order } = orderEvidence(column);
  return (text) => {
    const written = readWrittenDate(text);
    const day = written && dayOf(written, order);
    if (!day) return { problem: `“${text}” is not a date` };
    if ('candidates' in day) {
      const [first] = day.candidates;
      return {
        problem: `“${text}” can be ${day.candidates.join(' or ')}. Please write it as ${first}`,
      };
    }
    const { time, offset } = written;
    const shown = [day.value, time].filter(Boolean).join(' ');
    if (!time) {
      // Noon, so that it is the same day in every time zone.
      return { value: `${day.value}T12:00:00.000Z`, shown };
    }
    const at = offset
      ? new Date(`${day.value}T${time}${offset}`)
      : momentOf(day.value, time.slice(0, 5), timeZone);
    return Number.isNaN(at.getTime())
      ? { problem: `“${text}” is not a time` }
      : { value: at.toISOString(), shown: [shown, offset].filter(Boolean).join(' ') };
  };
};

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const asCategory = each(
  (text) =>
    categories.find((one) =>
      [one, categoryLabels[one]].some((name) => plain(name) === plain(text)),
    ) ?? text,
);
const asPostCategory = each(
  (text) => postCategories.find((one) => plain(one) === plain(text)) ?? text,
);

const price = asNumber(2, { isPrice: true });
const count = asNumber(0, { isPrice: false });
const hours = asNumber(2, { isPrice: false });

/** Fields with a special format; the sample of each kind, which has all columns, is imported in `imports.test.ts`. */
const readers: Partial<Record<ImportKind, Record<string, ColumnReader>>> = {
  services: { category: asCategory, price },
  portfolio: {
    ...{ category: asCategory, priceFrom: price, priceTo: price, weeks: count, people: count },
    ...{ hoursQuoted: hours, hoursTaken: hours },
  },
  posts: { category: asPostCategory, publishedAt: asTime },
};

/** Fields that a cell cannot contain: nested lists, a figure with its label, drawings, a point, and a form of this site. */
const notInCells = new Set(['processSteps', 'outcome', 'exhibits', 'imageFocus', 'briefFormId']);

function readerOf(kind: ImportKind, name: string, type: z.ZodType): ColumnReader {
  const own = readers[kind]?.[name];
  if (own) return own;
  if (type.safeParse(true).success) return asFlag;
  return type.safeParse([]).success ? asList : asText;
}

/** Columns of each kind, which are the fields of its form. The result lists ignored columns. */
const columns = Object.fromEntries(
  importKinds.map((kind) => [
    kind,
    Object.fromEntries(
      Object.entries<z.ZodType>(contentSchemas[importedContent[kind]].fields.shape)
        .filter(([name]) => !notInCells.has(name))
        .map(([name, type]) => [name, readerOf(kind, name, type)]),
    ),
  ]),
) as Record<ImportKind, Record<string, ColumnReader>>;

export const columnsOf = (kind: ImportKind): string[] => Object.keys(columns[kind]);

/** Reads a table whose first line names the columns: 'Client name', 'client_name' and 'clientName' are equivalent. */
export async function readCsv(
  text: string,
  kind: ImportKind,
  defaults: FileDefaults,
): Promise<ReadFile> {
  const known = new Map(Object.keys(columns[kind]).map((name) => [plain(name), name]));
  const { named: header, rows, isCut } = await rowsOf(text);
  const named = header.map((name) => known.get(plain(name)));
  if (!named.some(Boolean)) {
    throw new AppError(
      'BAD_REQUEST',
      `The first line names no column that is known. Columns are: ${columnsOf(kind).join(', ')}`,
    );
  }
  const unused = header.filter((_, at) => !named[at]);
  const notes = [
    ...(unused.length > 0 ? [`Unused columns: ${unused.join(', ')}`] : []),
    ...(isCut ? [`Only the first ${importRowsMax} rows are read`] : []),
  ];
  const columnReaders = named.map((name, at) =>
    name
      ? columns[kind][name]?.(
          rows.map(({ cells }) => cells[at] ?? ''),
          defaults,
        )
      : undefined,
  );
  const entries = rows.map(({ cells, line }): Entry => {
    const entry: Entry = { place: line, kind, fields: {}, read: {} };
    for (const [at, cell] of cells.entries()) {
      const name = named[at];
      const result = name && cell !== '' ? columnReaders[at]?.(cell) : undefined;
      if (!name || !result) continue;
      if ('problem' in result) entry.problem ??= `${name}: ${result.problem}`;
      else {
        entry.fields[name] = result.value;
        if (result.shown !== undefined) entry.read = { ...entry.read, [name]: result.shown };
      }
    }
    return entry;
  });
  return { entries, notes };
}

/** First line that names the delimiter for spreadsheets, such as `sep=;`. */
const delimiterLine = /^\uFEFF?"?sep=(.)"?\r?\n/i;

/**
 * Returns the delimiter that the file names, or the one that divides the first line into the most columns: spreadsheets of many
 * countries use semicolons.
 */
function delimiterOf(text: string): string {
  const named = delimiterLine.exec(text)?.[1];
  if (named) return named;
  const firstLine = text.slice(0, 4000).split('\n', 1)[0] ?? '';
  const count = (sign: string) => firstLine.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

async function rowsOf(text: string) {
  const rows: { cells: string[]; line: number }[] = [];
  let named: string[] | undefined;
  const parser = Readable.from(chunksOf(text)).pipe(
    parse({
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      from_line: delimiterLine.test(text) ? 2 : 1,
      max_record_size: 1_000_000,
    }),
  );
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      if (!named) named = record;
      else if (rows.length >= importRowsMax) return { named, rows, isCut: true };
      else rows.push({ cells: record, line: info.lines });
    }
  } catch (error) {
    const { lines } = error as { lines?: number };
    throw new AppError(
      'BAD_REQUEST',
      `This file cannot be read as CSV${lines ? `: look at line ${lines}` : ''}`,
    );
  }
  return { named: named ?? [], rows, isCut: false };
}

function* chunksOf(text: string) {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536);
}
