import { inArray } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';

import type { PostCategory } from '~/contract/blog/blog';
import { AppError } from '~/contract/common/errors';
import type { SchemaOf } from '~/contract/common/schema';
import { contentSchemas } from '~/contract/content/content-schemas';
import {
  contentTypes,
  type ImportedKey,
  type ImportKind,
  importedContent,
} from '~/contract/content/content-types';
import type { ImportResult } from '~/contract/imports/imports-schema';
import type { TextEncoding } from '~/contract/values/text-encodings';
import type { StatementReader } from '~/server/features/bank/reading/read-statement';
import { contentTables } from '~/server/features/content/content';
import type { CrudTable } from '~/server/features/content/crud/crud-table';
import { slugOf } from '~/server/features/content/crud/slugs';
import type { Actor } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { type Copy, copyLimits, type PictureCopies } from './copy-pictures';
import {
  breathe,
  type Entry,
  type FileDefaults,
  type Picture,
  type ReadFile,
} from './import-entry';

type Row = ImportResult['rows'][number];

/** Admin services of the imported content types. They accept the same fields as the form schemas. */
export type ImportTargets = {
  [Key in ImportedKey]: { create(actor: Actor, fields: FieldsOf<Key>): Promise<unknown> };
};
type FieldsOf<Key extends ImportedKey> = z.output<(typeof contentSchemas)[Key]['fields']>;

const forms: { [Key in ImportedKey]: { fields: SchemaOf<FieldsOf<Key>> } } = contentSchemas;

/** Tables of imported content. Existing rows are found by slug, so a content type without slugs does not compile. */
const tables: Record<ImportedKey, CrudTable & { slug: PgColumn }> = contentTables;

/** Milliseconds in which a request stores rows, well below the deadline of requests. */
export const storingMs = 5_000;
/** Additional milliseconds for the pictures of the row that is being stored. */
const picturesMs = 2_500;

/**
 * Imports content from files of other systems, with the same validation as the panel's forms. Existing rows do not
 * change, so a file can be imported again after it has been corrected or an import has been interrupted.
 */
export function createImports(
  db: Database,
  targets: ImportTargets,
  getDefaults: () => Promise<FileDefaults>,
  copyPictures: PictureCopies,
  { decode }: Pick<StatementReader, 'decode'>,
) {
  /** Validates a row by the rules of its form. @returns the problem, or a function that stores the row */
  function checkRow<Key extends ImportedKey>(
    key: Key,
    fields: Entry['fields'],
  ): string | ((actor: Actor) => Promise<unknown>) {
    const parsed = z.safeParse(forms[key].fields, fields);
    return parsed.success
      ? (actor) => targets[key].create(actor, parsed.data)
      : reasonOf(parsed.error.issues);
  }

  async function takenSlugs(kind: ImportKind, slugs: string[]): Promise<Set<string>> {
    const table = tables[importedContent[kind]];
    const slug = table.slug;
    const rows = await db
      .select({ slug })
      .from(table as CrudTable)
      .where(inArray(slug, slugs));
    return new Set(rows.map((row) => String(row.slug)));
  }

  return {
    /**
     * Reads a file, and stores its new rows on request.
     *
     * @param options `kind`: content type of the rows in a CSV file; `encoding`: for a file that is not Unicode;
     * `category`: for WordPress posts whose categories the blog does not have
     * @throws BAD_REQUEST for a file that cannot be read at all
     */
    async run(
      actor: Actor,
      bytes: Uint8Array,
      {
        kind,
        encoding,
        category,
        isApplied,
      }: {
        kind: ImportKind;
        encoding?: TextEncoding | undefined;
        category?: PostCategory | undefined;
        isApplied: boolean;
      },
    ): Promise<ImportResult> {
      const decoded = await decode(bytes, encoding);
      if (!decoded.ok) throw new AppError('BAD_REQUEST', decoded.reason);
      const { encodings } = decoded;
      if (encodings.length > 0 && !encoding && isApplied) {
        throw new AppError(
          'BAD_REQUEST',
          `The encoding of this file is unclear. Please choose one of ${encodings.map((one) => one.encoding).join(', ')}`,
        );
      }
      const { entries, notes } = await readText(textOf(decoded.text), kind, {
        ...(await getDefaults()),
        category,
      });
      const named = withNames(entries);
      const taken = new Map<ImportKind, Set<string>>();
      for (const each of new Set(named.map((entry) => entry.kind))) {
        const slugs = named.filter((entry) => entry.kind === each).map((entry) => entry.slug);
        taken.set(each, await takenSlugs(each, slugs));
      }
      const rows: Row[] = [];
      const categories = new Set<string>();
      const storesUntil = Date.now() + storingMs;
      let left = 0;
      let picturesLeft = copyLimits.ofFile;
      for (const entry of named) {
        const { place, title, slug } = entry;
        const about = { place, kind: entry.kind, title, slug, read: entry.read ?? {} };
        const pictures = entry.pictures ?? [];
        const mayCopy = pictures.slice(0, Math.min(picturesLeft, copyLimits.ofEntry));
        picturesLeft -= mayCopy.length;
        if (taken.get(entry.kind)?.has(slug)) {
          rows.push({
            ...about,
            outcome: 'exists',
            note: 'Already exists; stays unchanged',
          });
          continue;
        }
        const check = (fields: Entry['fields']) =>
          checkRow(importedContent[entry.kind], { ...fields, slug });
        const checked = entry.problem ?? check(entry.fields);
        let problem = typeof checked === 'string' ? checked : '';
        let note = pictures.length > 0 ? `Pictures to copy: ${listed(pictures.map(urlOf))}` : '';
        if (!problem && isApplied) {
          const urls = mayCopy.map(urlOf);
          const copies =
            Date.now() > storesUntil
              ? undefined
              : await copyPictures(urls, storesUntil + picturesMs - Date.now());
          if (copies) {
            const moved = withCopies(entry.fields, pictures, copies);
            const store = check(moved.fields);
            note = moved.note;
            problem =
              typeof store === 'string' ? store : await store(actor).then(() => '', problemOf);
          } else left += 1;
        }
        if (!problem) taken.get(entry.kind)?.add(slug);
        for (const one of entry.unknownCategories ?? []) categories.add(one);
        rows.push({
          ...about,
          outcome: problem ? 'invalid' : 'new',
          note: problem || [entry.note, note].filter(Boolean).join('. '),
        });
        await breathe();
      }
      return { rows, notes, encodings, categories: [...categories], isApplied, left };
    },
  };
}

function textOf(text: string | undefined): string {
  if (text !== undefined) return text;
  throw new AppError(
    'BAD_REQUEST',
    'This file is not a text file, or its encoding is unclear. Please save it as CSV in UTF-8, or export XML from WordPress',
  );
}

function readText(text: string, kind: ImportKind, defaults: FileDefaults): Promise<ReadFile> {
  const isXml = /^\uFEFF?\s*<(\?xml|rss)/.test(text);
  // Imported with the first file, because only an agency that switches to this product needs it.
  if (isXml) return import('./wxr').then(({ readWxr }) => readWxr(text, defaults));
  return import('./csv').then(({ readCsv }) => readCsv(text, kind, defaults));
}

/** Returns entries with titles and slugs. If several rows result in the same slug, adds numbers. */
function withNames(entries: readonly Entry[]) {
  const times = new Map<string, number>();
  return entries.map((entry) => {
    const { kind, fields, slugWords } = entry;
    const type = contentTypes[importedContent[kind]];
    const title = String(fields[type.title] ?? '');
    if (typeof fields.slug === 'string' && fields.slug !== '') {
      return { ...entry, title, slug: fields.slug.toLowerCase() };
    }
    const derived = slugOf(slugWords || title, type.noun);
    const key = `${kind} ${derived}`;
    const count = (times.get(key) ?? 0) + 1;
    times.set(key, count);
    return { ...entry, title, slug: count === 1 ? derived : `${derived}-${count}` };
  });
}

const urlOf = ({ url }: Picture): string => url;

const listedMax = 10;
function listed(all: readonly string[]): string {
  const more = all.length - listedMax;
  return all.slice(0, listedMax).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Returns fields with the new URLs of their pictures, and a note about pictures that were not copied. */
function withCopies(
  fields: Entry['fields'],
  pictures: readonly Picture[],
  copies: readonly Copy[],
): { fields: Entry['fields']; note: string } {
  const addresses = new Map<string, string>();
  const staying: string[] = [];
  for (const [at, { written, url }] of pictures.entries()) {
    const copy = copies[at] ?? {
      problem: `an import copies ${copyLimits.ofEntry} pictures of an entry, and ${copyLimits.ofFile} of a file`,
    };
    addresses.set(written, 'address' in copy ? copy.address : url);
    if ('problem' in copy) staying.push(`${url} (${copy.problem})`);
  }
  const replaced = (text: string) => addresses.get(text) ?? withAddresses(text, addresses);
  const moved = Object.entries(fields).map(([name, value]) => {
    if (typeof value === 'string') return [name, replaced(value)];
    return [name, Array.isArray(value) ? value.map(replaced) : value];
  });
  const note = staying.length > 0 ? `Pictures that stay on the other site: ${listed(staying)}` : '';
  return { fields: Object.fromEntries(moved), note };
}

/** Replaces URLs of pictures and links in a Markdown text. */
function withAddresses(text: string, addresses: ReadonlyMap<string, string>): string {
  let moved = text;
  for (const [written, address] of addresses) {
    const destination = `](${written.replaceAll(/[<>()]/g, '\\$&')}`;
    for (const end of [')', ' "']) {
      moved = moved.replaceAll(destination + end, () => `](${address}${end}`);
    }
  }
  return moved;
}

/** Returns the reason why a row was rejected, such as a slug that was taken in the meantime. Rethrows any other error. */
function problemOf(error: unknown): string {
  if (error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE') return error.message;
  throw error;
}

function reasonOf(issues: { path: PropertyKey[]; message: string }[]): string {
  const [first] = issues;
  if (!first) return '';
  return first.path.length > 0 ? `${first.path.join('.')}: ${first.message}` : first.message;
}

export type Imports = ReturnType<typeof createImports>;
