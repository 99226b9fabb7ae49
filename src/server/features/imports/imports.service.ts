import { inArray } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';

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
import { contentTables } from '~/server/features/content/content';
import type { CrudTable } from '~/server/features/content/crud/crud-table';
import { slugOf } from '~/server/features/content/crud/slugs';
import type { Actor } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { decodeText } from '~/server/platform/values/encodings';
import { breathe, type Entry } from './import-entry';

type Row = ImportResult['rows'][number];

/** The admin's service of each content type that is imported, which takes what its own form schema lets through. */
export type ImportTargets = {
  [Key in ImportedKey]: { create(actor: Actor, fields: FieldsOf<Key>): Promise<unknown> };
};
type FieldsOf<Key extends ImportedKey> = z.output<(typeof contentSchemas)[Key]['fields']>;

const forms: { [Key in ImportedKey]: { fields: SchemaOf<FieldsOf<Key>> } } = contentSchemas;

/** What is here already is found by its slug: a content type without one does not compile as imported. */
const tables: Record<ImportedKey, CrudTable & { slug: PgColumn }> = contentTables;

/** A request stores rows for this long, well within the deadline of requests. */
export const storingMs = 5_000;

/**
 * Imports content from files of other systems, by the rules of the panel's forms. What there is already stays as it is, so that a file can
 * be imported again after its mistakes were corrected, or after an import was cut off.
 */
export function createImports(
  db: Database,
  targets: ImportTargets,
  getTimeZone: () => Promise<string>,
) {
  /** Checks a row by the rules of a form. @returns what is wrong with it, or the function that stores it */
  function check<Key extends ImportedKey>(
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
     * Reads a file, and stores what is new in it if told to.
     *
     * @param kind what the rows of a CSV file are
     * @throws BAD_REQUEST for a file that cannot be read at all
     */
    async run(
      actor: Actor,
      bytes: Uint8Array,
      { kind, isApplied }: { kind: ImportKind; isApplied: boolean },
    ): Promise<ImportResult> {
      const { entries, notes } = await readFile(bytes, kind, await getTimeZone());
      const named = withNames(entries);
      const taken = new Map<ImportKind, Set<string>>();
      for (const each of new Set(named.map((entry) => entry.kind))) {
        const slugs = named.filter((entry) => entry.kind === each).map((entry) => entry.slug);
        taken.set(each, await takenSlugs(each, slugs));
      }
      const rows: Row[] = [];
      const storesUntil = Date.now() + storingMs;
      let left = 0;
      for (const entry of named) {
        const { place, title, slug } = entry;
        const about = { place, kind: entry.kind, title, slug, read: entry.read ?? {} };
        if (taken.get(entry.kind)?.has(slug)) {
          rows.push({
            ...about,
            outcome: 'exists',
            note: 'Already exists; stays unchanged',
          });
          continue;
        }
        const checked =
          entry.problem ?? check(importedContent[entry.kind], { ...entry.fields, slug });
        let problem = typeof checked === 'string' ? checked : '';
        if (typeof checked !== 'string' && isApplied) {
          if (Date.now() > storesUntil) left += 1;
          else problem = await checked(actor).then(() => '', problemOf);
        }
        if (!problem) taken.get(entry.kind)?.add(slug);
        rows.push({
          ...about,
          outcome: problem ? 'invalid' : 'new',
          note: problem || entry.note || '',
        });
        await breathe();
      }
      return { rows, notes, isApplied, left };
    },
  };
}

async function readFile(bytes: Uint8Array, kind: ImportKind, timeZone: string) {
  const text = decodeText(bytes);
  if (text === undefined) {
    throw new AppError(
      'BAD_REQUEST',
      'This file is not a text file. Please save it as CSV, or export XML from WordPress',
    );
  }
  const isXml = /^\uFEFF?\s*<(\?xml|rss)/.test(text);
  // Imported with the first file: only an agency that moves here needs them.
  if (isXml) return (await import('./wxr')).readWxr(text);
  return (await import('./csv')).readCsv(text, kind, timeZone);
}

/** Entries with their titles and slugs. Slugs that are derived from different rows to the same words are numbered. */
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

/** Why a row was refused, such as a slug that was taken meanwhile. @throws what is no refusal */
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
