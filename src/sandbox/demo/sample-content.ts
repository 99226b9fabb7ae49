import { and, eq, getTableColumns, not, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

import { type ContentKey, contentTypes, ofEachContentType } from '~/contract/content/content-types';
import type { Database } from '~/server/platform/db/client';
import { settings } from '~/server/platform/db/schema/settings';
import { seedClaims } from '~/server/seed/claims';
import { contentSamples } from '~/server/seed/content';
import { seedSettings } from '~/server/seed/settings';

type Reader = Pick<Database, 'select'>;
type Writer = Pick<Database, 'delete'>;

/** A row as it was seeded: one that was edited is the agency's by now. */
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

export const sampleTexts: Sample[] = Object.entries({ ...seedSettings, claims: seedClaims }).map(
  ([key, value]) => ({
    what: `sample text of the setting “${key}”`,
    isUntouched: and(
      eq(settings.key, key),
      sql`${settings.value} = ${JSON.stringify(value)}::jsonb`,
    ),
  }),
);

/** Of a content type without samples no row is one. */
const anyOf = (samples: readonly Sample[]) =>
  or(...samples.map(({ isUntouched }) => isUntouched)) ?? sql`false`;

async function idsOf(db: Reader, key: ContentKey): Promise<number[]> {
  const { table } = contentSamples[key];
  const rows = await db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(anyOf(sampleContent[key]));
  return rows.map(({ id }) => Number(id));
}

/** Sample content that is left. */
export async function findSampleContent(db: Reader) {
  const reading = ofEachContentType((key) => idsOf(db, key));
  const texts = await db.select({ key: settings.key }).from(settings).where(anyOf(sampleTexts));
  const ids = await Promise.all(
    Object.entries(reading).map(async ([key, read]) => [key, await read] as const),
  );
  return {
    ids: Object.fromEntries(ids) as Record<ContentKey, number[]>,
    settingKeys: texts.map(({ key }) => key),
  };
}

/** @returns what was removed of each sample that was left */
export async function removeSampleContent(
  tx: Writer,
  key: ContentKey,
): Promise<[what: string, rows: unknown[]][]> {
  const { table } = contentSamples[key];
  const removed: [string, unknown[]][] = [];
  for (const { what, isUntouched } of sampleContent[key]) {
    const gone = tx.delete(table as PgTable).where(isUntouched);
    removed.push([what, await gone.returning({ id: table.id })]);
  }
  return removed;
}
