import {
  and,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

import { type ContentKey, contentTypes, ofEachContentType } from '~/contract/content/content-types';
import type { Database } from '~/server/platform/db/client';
import { pageVersions } from '~/server/platform/db/schema/pages';
import { settings } from '~/server/platform/db/schema/settings';
import { seedClaims } from '~/server/seed/claims';
import { type ContentSamples, contentSamples } from '~/server/seed/content';
import { seedPageTexts, seedStoredSettings } from '~/server/seed/settings';

type Reader = Pick<Database, 'select' | 'selectDistinctOn'>;
type Writer = Pick<Database, 'delete' | 'update'>;

/** A sample row with its seeded values. A row that was edited since belongs to the agency. */
interface Sample {
  what: string;
  isUntouched: SQL | undefined;
}

const sampleContent = ofEachContentType((key): Sample[] => {
  const { table, rows, compared, keptIf } = contentSamples[key];
  const columns = getTableColumns(table as PgTable);
  const isAsMade = (name: string, value: unknown) => {
    const column = columns[name];
    if (!column) throw new Error(`${contentTypes[key].table} has no column ${name}`);
    return eq(column, value);
  };
  return rows.map((row) => ({
    what: `sample ${contentTypes[key].noun} “${row[contentTypes[key].title]}”`,
    isUntouched: and(...compared.map((name) => isAsMade(name, row[name])), keptIf && not(keptIf)),
  }));
});

const sampleSettings: Sample[] = Object.entries({
  ...seedStoredSettings,
  claims: seedClaims,
}).map(([key, value]) => ({
  what: nameOfText(key),
  isUntouched: and(eq(settings.key, key), sql`${settings.value} = ${JSON.stringify(value)}::jsonb`),
}));

const samplePageTexts = Object.entries(seedPageTexts).flatMap(([page, texts]) =>
  Object.entries(texts).map(([key, value]) => ({ page, key, value: JSON.stringify(value) })),
);

/** Returns texts of pages whose newest version is still the seeded one. */
async function findPageTexts(db: Reader): Promise<typeof samplePageTexts> {
  const newest = await db
    .selectDistinctOn([pageVersions.builtInPage], { id: pageVersions.id })
    .from(pageVersions)
    .where(isNotNull(pageVersions.builtInPage))
    .orderBy(pageVersions.builtInPage, desc(pageVersions.version));
  const ids = newest.map(({ id }) => id);
  const found: typeof samplePageTexts = [];
  for (const sample of samplePageTexts) {
    const rows = await db
      .select({ id: pageVersions.id })
      .from(pageVersions)
      .where(and(inArray(pageVersions.id, ids), hasText(sample)));
    if (rows.length > 0) found.push(sample);
  }
  return found;
}

const hasText = ({ page, key, value }: (typeof samplePageTexts)[number]) =>
  and(eq(pageVersions.builtInPage, page), sql`${pageVersions.texts} -> ${key} = ${value}::jsonb`);

function nameOfText(key: string): string {
  return `sample text of the setting “${key}”`;
}

/** Removes sample texts that were not edited. @returns a line for each removed sample */
export async function removeSampleTexts(
  tx: Writer & Reader,
): Promise<[what: string, rows: unknown[]][]> {
  const removed: [string, unknown[]][] = [];
  for (const { what, isUntouched } of sampleSettings) {
    removed.push([
      what,
      await tx.delete(settings).where(isUntouched).returning({ key: settings.key }),
    ]);
  }
  for (const sample of await findPageTexts(tx)) {
    // Deletes all versions of the text, because an earlier version would otherwise become current
    // again.
    const rows = await tx
      .update(pageVersions)
      .set({ texts: sql`${pageVersions.texts} - ${sample.key}::text` })
      .where(hasText(sample))
      .returning({ id: pageVersions.id });
    removed.push([nameOfText(sample.key), rows]);
  }
  await tx
    .delete(pageVersions)
    .where(
      and(
        inArray(pageVersions.builtInPage, Object.keys(seedPageTexts)),
        sql`${pageVersions.texts} = '{}' and ${pageVersions.hidden} = '[]' and ${pageVersions.blocks} = '[]'`,
      ),
    );
  return removed;
}

/** Matches sample rows. Matches no row if the content type has no samples. */
const anyOf = (samples: readonly Sample[]) =>
  or(...samples.map(({ isUntouched }) => isUntouched)) ?? sql`false`;

/** Matches rows that are not in the trash. */
const isLive = ({ deletedAt }: ContentSamples['table']) => isNull(deletedAt);

async function idsOf(db: Reader, key: ContentKey): Promise<number[]> {
  const { table } = contentSamples[key];
  const rows = await db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(and(anyOf(sampleContent[key]), isLive(table)));
  return rows.map(({ id }) => Number(id));
}

/** Returns the remaining sample content. */
export async function findSampleContent(db: Reader) {
  const reading = ofEachContentType((key) => idsOf(db, key));
  const [texts, pageTexts] = await Promise.all([
    db.select({ key: settings.key }).from(settings).where(anyOf(sampleSettings)),
    findPageTexts(db),
  ]);
  const ids = await Promise.all(
    Object.entries(reading).map(async ([key, read]) => [key, await read] as const),
  );
  return {
    ids: Object.fromEntries(ids) as Record<ContentKey, number[]>,
    settingKeys: [...texts, ...pageTexts].map(({ key }) => key),
  };
}

/**
 * Removes sample content that was not edited.
 *
 * @param isForGood false to move it to the trash, from which it can be restored
 * @returns a line for each removed sample
 */
export async function removeSampleContent(
  tx: Writer,
  key: ContentKey,
  { isForGood }: { isForGood: boolean },
): Promise<[what: string, rows: unknown[]][]> {
  const { table } = contentSamples[key];
  const removed: [string, unknown[]][] = [];
  for (const { what, isUntouched } of sampleContent[key]) {
    const rows = isForGood
      ? await tx
          .delete(table as PgTable)
          .where(isUntouched)
          .returning({ id: table.id })
      : await tx
          .update(table as PgTable)
          .set({ deletedAt: new Date() })
          .where(and(isUntouched, isLive(table)))
          .returning({ id: table.id });
    removed.push([what, rows]);
  }
  return removed;
}
