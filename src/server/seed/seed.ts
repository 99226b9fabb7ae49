import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

import { contentKeys } from '~/contract/content/content-types';
import type { Database } from '~/server/platform/db/client';
import { customPages, type PagePart, pageVersions } from '~/server/platform/db/schema/pages';
import { settings } from '~/server/platform/db/schema/settings';
import { seedClaims } from './claims';
import { contentSamples } from './content';
import { seedPages } from './pages';
import { seedPageTexts, seedStoredSettings } from './settings';

const sampleAuthor = 'Sample';

type Tx = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Writes the content of the sample pages. */
async function writePageVersions(tx: Tx): Promise<void> {
  const rows = await tx.select({ id: customPages.id, slug: customPages.slug }).from(customPages);
  const idBySlug = new Map(rows.map(({ id, slug }) => [slug, id]));
  await tx.insert(pageVersions).values(
    seedPages.map(({ slug, title, metaTitle, metaDescription, publishedAt, blocks }) => ({
      pageId: idBySlug.get(slug),
      version: 1,
      ...{ title, metaTitle, metaDescription, blocks },
      author: sampleAuthor,
      createdAt: new Date(publishedAt),
    })),
  );
}

/** Writes the texts of the sample agency on the built-in pages. */
async function writePageTexts(tx: Tx): Promise<void> {
  await tx.insert(pageVersions).values(
    Object.entries(seedPageTexts).map(([builtInPage, texts]) => ({
      ...{ builtInPage, texts },
      version: 1,
      parts: Object.keys(texts) as PagePart[],
      author: sampleAuthor,
    })),
  );
}

const seedLock = 7_215_482_020;

/**
 * Fills an empty database once: in demo mode with the sample agency's content, otherwise without public content.
 * Records this in a row, so that deleted content does not return at the next start.
 *
 * @returns whether samples were written
 */
export async function seed(db: Database, { samples }: { samples: boolean }): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
    const [done] = await tx
      .insert(settings)
      .values({ key: 'seeded', value: true })
      .onConflictDoNothing()
      .returning({ key: settings.key });
    if (!done || !samples) return false;
    for (const key of contentKeys) {
      const { table, rows } = contentSamples[key];
      if (rows.length > 0) await tx.insert(table as PgTable).values(rows);
    }
    await writePageVersions(tx);
    await writePageTexts(tx);
    const rows = Object.entries({ ...seedStoredSettings, claims: seedClaims, currency: 'USD' }).map(
      ([key, value]) => ({ key, value }),
    );
    await tx.insert(settings).values(rows).onConflictDoNothing();
    return true;
  });
}
