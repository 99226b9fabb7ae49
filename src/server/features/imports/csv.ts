import { Readable } from 'node:stream';

import { parse } from 'csv-parse';
import type { z } from 'zod';

import { postCategories } from '~/contract/blog/blog';
import { decimalsOf } from '~/contract/common/currencies';
import { momentOf } from '~/contract/common/dates';
import { AppError } from '~/contract/common/errors';
import { contentSchemas } from '~/contract/content/content-schemas';
import { type ImportKind, importedContent, importKinds } from '~/contract/content/content-types';
import { importRowsMax } from '~/contract/imports/imports-schema';
import { categories, categoryLabels } from '~/contract/services/categories';
import {
  chooseValue,
  decimalEvidence,
  readWritten,
  type WrittenNumber,
} from '~/contract/values/numbers';
import {
  amountCurrency,
  currenciesBeside,
  isPartOfUnit,
} from '~/server/platform/values/amount-currency';
import { readBoolean } from '~/server/platform/values/booleans';
import { dayOf, orderEvidence, readWrittenDate } from '~/server/platform/values/dates';
import { headingUnits, isCurrencyHeading } from '~/server/platform/values/headings';
import { publicReader } from './csv-states';
import type { Entry, FieldValue, FileDefaults, ReadFile } from './import-entry';

/**
 * Value of a field, or the reason why the cell is ambiguous. `shown` is the value in a form that an admin can compare
 * with the file.
 */
type Cell = { value: FieldValue; shown?: string } | { problem: string };
/** Reads a cell. `units` are the currencies that the heading and other cells of the row name. */
type Reader = (text: string, units: readonly string[]) => Cell;
/** Creates the reader of a column from all of its texts, because one text may resolve the ambiguity of another. */
type ColumnReader = (column: readonly string[], defaults: FileDefaults) => Reader;

const each =
  (read: (text: string) => FieldValue): ColumnReader =>
  () =>
  (text) => ({ value: read(text) });

const asText = each((text) => text);
/** Reads entries that are on separate lines, or separated by vertical bars. */
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

/** Creates the reader of numbers without their units. */
function numbersOf(column: readonly string[], decimals: number) {
  const { sign } = decimalEvidence(column, decimals);
  return (text: string, number: WrittenNumber): Cell => {
    const read = chooseValue(number, sign, decimals);
    if (!read || 'candidates' in read) {
      const candidates = read?.candidates.join(' or ');
      return {
        problem: `“${text}” can be ${candidates}. Please write it with two decimals or none`,
      };
    }
    const isNegative = number.isNegative && /[1-9]/.test(read.value);
    const value = `${isNegative ? '-' : ''}${read.value}`;
    return { value, shown: value };
  };
}

const asNumber =
  (decimals: number): ColumnReader =>
  (column) => {
    const read = numbersOf(column, decimals);
    return (text) => {
      const number = readWritten(text);
      const isPlain = number && !number.mark && number.units.length === 0;
      return isPlain ? read(text, number) : { problem: `“${text}” is not a number` };
    };
  };

const isAmountIn = (value: string, currency: string): boolean =>
  !/[1-9]/.test((value.split('.')[1] ?? '').slice(decimalsOf(currency)));

/** Reads prices, which must be in the site's currency. */
const asPrice: ColumnReader = (column, { currency }) => {
  const read = numbersOf(column, decimalsOf(currency));
  return (text, units) => {
    const number = readWritten(text);
    const isKnown = number?.units.every((unit) => currenciesBeside(unit).length > 0);
    if (!number || number.mark || !isKnown || isPartOfUnit(text, number.units, currency)) {
      return { problem: `“${text}” is not a number` };
    }
    const unknown = units.find((unit) => currenciesBeside(unit).length === 0);
    if (unknown) return { problem: `“${unknown}” is not a known currency` };
    if (amountCurrency([...number.units, ...units], [], currency) === currency) {
      const price = read(text, number);
      return 'value' in price && !isAmountIn(String(price.value), currency)
        ? { problem: `“${text}” has more decimals than ${currency}` }
        : price;
    }
    return {
      problem: `“${[text, ...units].join(' ')}” is not in ${currency}, the currency of this site. Please write the price in ${currency}`,
    };
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
      // Uses noon, so that the day is the same in every time zone.
      return { value: `${day.value}T12:00:00.000Z`, shown };
    }
    if (/^[A-Z]{2}/.test(offset ?? '')) {
      return { problem: `“${text}” has a time zone that is not clear. Please write it as +00:00` };
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

const count = asNumber(0);
const hours = asNumber(2);

/** Fields with a special format. `imports.test.ts` imports the sample of each kind, which contains all columns. */
const readers: Partial<Record<ImportKind, Record<string, ColumnReader>>> = {
  services: { category: asCategory, price: asPrice },
  portfolio: {
    ...{ category: asCategory, priceFrom: asPrice, priceTo: asPrice, weeks: count, people: count },
    ...{ hoursQuoted: hours, hoursTaken: hours },
  },
  posts: { category: asPostCategory, publishedAt: asTime },
};

/**
 * Fields that a cell cannot contain: nested lists, a figure with its label, drawings, a focal point, and a form of the
 * site.
 */
const notInCells = new Set(['processSteps', 'outcome', 'exhibits', 'imageFocus', 'briefFormId']);

function readerOf(kind: ImportKind, name: string, type: z.ZodType): ColumnReader {
  const own = readers[kind]?.[name];
  if (own) return own;
  if (type.safeParse(true).success) return asFlag;
  return type.safeParse([]).success ? asList : asText;
}

/** Columns of each kind, which correspond to the fields of its form. Ignored columns are listed in the result. */
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

/** Column of a file: a field with its reader, the currencies of the row's prices, or whether the row is public. */
type Column =
  | { name: string; reader: ColumnReader; unit?: string | undefined }
  | { isPublic: (text: string) => boolean }
  | 'currency'
  | undefined;

function columnOf(heading: string, kind: ImportKind, texts: readonly string[]): Column {
  const fields = Object.entries(columns[kind]);
  const named = (text: string) => fields.find(([name]) => plain(name) === plain(text));
  const field = named(heading);
  if (field) return { name: field[0], reader: field[1] };
  const hasPrices = fields.some(([, reader]) => reader === asPrice);
  if (hasPrices && isCurrencyHeading(heading)) return 'currency';
  for (const { rest, unit } of headingUnits(heading)) {
    const [name, reader] = named(rest) ?? [];
    if (name && reader === asPrice) return { name, reader, unit };
  }
  const isPublic = publicReader(heading, texts);
  return isPublic && { isPublic };
}

/** Imports a row as a draft, because the file does not clearly say that it is public. */
function hide(entry: Entry, why: string): void {
  if (entry.kind === 'posts') {
    entry.fields.publishedAt = null;
    entry.read = {};
    entry.note = [`${why}: a draft here`, entry.note].filter(Boolean).join('. ');
  } else if (entry.kind === 'services') {
    entry.fields.isActive = false;
    entry.read = { ...entry.read, isActive: 'no' };
    entry.note = [`${why}: hidden here`, entry.note].filter(Boolean).join('. ');
  } else {
    entry.problem ??= `${why}, and work that is imported here is public at once. To import it, please write “published”, or remove the column`;
  }
}

/**
 * Reads a table whose first line contains the column names: 'Client name', 'client_name' and 'clientName' are equivalent.
 * The currency of prices can be in the heading, as in 'Price (EUR)', or in a separate column.
 */
export async function readCsv(
  text: string,
  kind: ImportKind,
  defaults: FileDefaults,
): Promise<ReadFile> {
  const { named: header, rows, isCut } = await rowsOf(text);
  const textsAt = (at: number) => rows.map(({ cells }) => cells[at] ?? '');
  const found = header.map((heading, at) => columnOf(heading, kind, textsAt(at)));
  if (!found.some(isField)) {
    throw new AppError(
      'BAD_REQUEST',
      `The first line names no column that is known. Columns are: ${columnsOf(kind).join(', ')}`,
    );
  }
  const twice = found.find(
    (column, at) =>
      isField(column) &&
      found.some((one, other) => other < at && isField(one) && one.name === column.name),
  );
  if (isField(twice)) {
    throw new AppError('BAD_REQUEST', `Two columns are named ${twice.name}. Please remove one`);
  }
  const unused = header.flatMap((heading, at) => {
    const isUsed = found[at] || (heading === '' && rows.every(({ cells }) => !cells[at]));
    return isUsed ? [] : heading || `column ${at + 1}, which has no name`;
  });
  const notes = [
    ...(unused.length > 0 ? [`Unused columns: ${unused.join(', ')}`] : []),
    ...(isCut ? [`Only the first ${importRowsMax} rows are read`] : []),
  ];
  const fields = found.map((column, at) => {
    if (!isField(column)) return undefined;
    const { name, reader, unit } = column;
    return { name, read: reader(textsAt(at), defaults), units: unit ? [unit] : [] };
  });
  const entries = rows.map(({ cells, line }): Entry => {
    const entry: Entry = { place: line, kind, fields: {}, read: {} };
    const currencies = cells.filter((cell, at) => found[at] === 'currency' && cell !== '');
    // A value that contains the delimiter shifts the following cells.
    if (cells.slice(header.length).some(Boolean)) {
      entry.problem =
        'It has more cells than there are columns. Please write values with the delimiter in quotation marks';
    }
    for (const [at, cell] of cells.entries()) {
      const field = fields[at];
      if (!field || cell === '') continue;
      const { name, units } = field;
      const result = field.read(cell, [...units, ...currencies]);
      if ('problem' in result) entry.problem ??= `${name}: ${result.problem}`;
      else {
        entry.fields[name] = result.value;
        if (result.shown !== undefined) entry.read = { ...entry.read, [name]: result.shown };
      }
    }
    if (Object.values(entry.fields).some((value) => htmlTag.test(String(value)))) {
      entry.note = 'It has HTML tags, which are shown as text';
    }
    const why = found.flatMap((column, at) => {
      const cell = cells[at] ?? '';
      if (typeof column !== 'object' || isField(column) || column.isPublic(cell)) return [];
      return `${header[at]} is ${cell === '' ? 'empty' : `“${cell}”`}`;
    });
    if (why.length > 0) hide(entry, why.join(', '));
    return entry;
  });
  return { entries, notes };
}

const isField = (column: Column) => typeof column === 'object' && 'name' in column;

const htmlTag = /<\/?(?:a|b|br|div|em|h[1-6]|i|img|li|ol|p|span|strong|table|ul)(?:\s[^<>]*)?\/?>/i;

/** Matches a first line that names the delimiter for spreadsheets, such as `sep=;`. */
const delimiterLine = /^\uFEFF?"?sep=(.)"?\r?\n/i;

/**
 * Returns the delimiter that the file names, or else the one that splits the first line into the most columns. In many
 * countries, spreadsheets use semicolons.
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
