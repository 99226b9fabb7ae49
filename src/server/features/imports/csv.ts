import { Readable } from 'node:stream';

import { parse } from 'csv-parse';
import type { z } from 'zod';

import { postCategories } from '~/contract/blog/blog';
import { AppError } from '~/contract/common/errors';
import { contentSchemas } from '~/contract/content/content-schemas';
import { type ImportKind, importedContent, importKinds } from '~/contract/content/content-types';
import { importRowsMax } from '~/contract/imports/imports-schema';
import { categories, categoryLabels } from '~/contract/services/categories';
import type { FieldValue, ReadFile } from './import-entry';

type Reader = (text: string) => FieldValue;

const asText: Reader = (text) => text;
/** One entry a line, or divided by bars. */
const asList: Reader = (text) =>
  text
    .split(/\r?\n|\|/)
    .map((item) => item.trim())
    .filter(Boolean);
const asFlag: Reader = (text) => /^(yes|y|true|1|x|on)$/i.test(text);
/** '$1,250.00' is 1250.00. */
const asPrice: Reader = (text) => text.replaceAll(/[^\d.-]/g, '');

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const asCategory: Reader = (text) =>
  categories.find((one) =>
    [one, categoryLabels[one]].some((name) => plain(name) === plain(text)),
  ) ?? text;
const asPostCategory: Reader = (text) =>
  postCategories.find((one) => plain(one) === plain(text)) ?? text;
const asTime: Reader = (text) => {
  // A day alone is that day everywhere.
  const time = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T12:00:00Z` : text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
};

/** Fields whose text is read in a way of its own; the sample of each kind, which has all columns, is imported in `imports.test.ts`. */
const readers: Partial<Record<ImportKind, Record<string, Reader>>> = {
  services: { category: asCategory, price: asPrice },
  portfolio: { category: asCategory, priceFrom: asPrice, priceTo: asPrice },
  posts: { category: asPostCategory, publishedAt: asTime },
};

/** What a cell cannot hold: lists of several texts each, a figure with its label, drawings, a point, and a form of this site. */
const notInCells = new Set(['processSteps', 'outcome', 'exhibits', 'imageFocus', 'briefFormId']);

function readerOf(kind: ImportKind, name: string, type: z.ZodType): Reader {
  const own = readers[kind]?.[name];
  if (own) return own;
  if (type.safeParse(true).success) return asFlag;
  return type.safeParse([]).success ? asList : asText;
}

/** The columns of a kind are the fields of its form. Others are named in the result, and left out. */
const columns = Object.fromEntries(
  importKinds.map((kind) => [
    kind,
    Object.fromEntries(
      Object.entries<z.ZodType>(contentSchemas[importedContent[kind]].fields.shape)
        .filter(([name]) => !notInCells.has(name))
        .map(([name, type]) => [name, readerOf(kind, name, type)]),
    ),
  ]),
) as Record<ImportKind, Record<string, Reader>>;

export const columnsOf = (kind: ImportKind): string[] => Object.keys(columns[kind]);

/** Reads a table whose first line names the columns: 'Client name', 'client_name' and 'clientName' are the same. */
export async function readCsv(bytes: Uint8Array, kind: ImportKind): Promise<ReadFile> {
  const known = new Map(Object.keys(columns[kind]).map((name) => [plain(name), name]));
  const notes: string[] = [];
  const entries: ReadFile['entries'] = [];
  let named: (string | undefined)[] | undefined;
  const source = Buffer.from(bytes);
  const firstLine = source.subarray(0, 4000).toString('utf8').split('\n', 1)[0] ?? '';
  const parser = Readable.from(chunksOf(source)).pipe(
    parse({
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // Spreadsheets of many countries divide by semicolons.
      delimiter: firstLine.split(';').length > firstLine.split(',').length ? ';' : ',',
      max_record_size: 1_000_000,
    }),
  );
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      if (!named) {
        named = record.map((name) => known.get(plain(name)));
        const unused = record.filter((_, at) => !named?.[at]);
        if (unused.length > 0) notes.push(`Columns that are not used: ${unused.join(', ')}`);
        if (!named.some(Boolean)) {
          throw new AppError(
            'BAD_REQUEST',
            `The first line names no column that is known. Columns are: ${columnsOf(kind).join(', ')}`,
          );
        }
        continue;
      }
      if (entries.length >= importRowsMax) {
        notes.push(`Only the first ${importRowsMax} rows are read`);
        break;
      }
      const fields = record.flatMap((text, at) => {
        const name = named?.[at];
        return name && text !== '' ? [[name, columns[kind][name]?.(text)] as const] : [];
      });
      entries.push({ place: info.lines, kind, fields: Object.fromEntries(fields) });
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { lines } = error as { lines?: number };
    throw new AppError(
      'BAD_REQUEST',
      `This file cannot be read as CSV${lines ? `: look at line ${lines}` : ''}`,
    );
  }
  return { entries, notes };
}

function* chunksOf(source: Buffer) {
  for (let at = 0; at < source.length; at += 65_536) yield source.subarray(at, at + 65_536);
}
