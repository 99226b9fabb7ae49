import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readMigrationFiles } from 'drizzle-orm/migrator';

import { migrate, readJournal } from '~/server/platform/db/migrate';
import type { Header } from './dump';
import { BackupError } from './tables';

/**
 * Finds the migration that was the newest one when a backup was made.
 *
 * @returns its position in the journal
 * @throws BackupError if this version of the software does not contain the migration
 */
export async function versionOfBackup(
  { version, migration }: Pick<Header, 'version'> & Partial<Header>,
  migrationsFolder = 'drizzle',
): Promise<number> {
  const known = readMigrationFiles({ migrationsFolder });
  const place = known.findIndex(({ hash }) => hash === version);
  if (place >= 0) return place;
  const { entries } = await readJournal(migrationsFolder);
  throw new BackupError(
    `This backup was made by another version of the product, whose newest migration is ${migration ?? `not named (its checksum is ${version.slice(0, 12)})`}; that of this version is ${entries.at(-1)?.tag}. Nothing was changed: restore it with that version or a newer one`,
  );
}

/** Migrates an empty database to the version with which a backup was made, so that it has the backup's tables. */
export async function migrateTo(
  place: number,
  url: string,
  migrationsFolder = 'drizzle',
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kestrel-migrations-'));
  try {
    const journal = await readJournal(migrationsFolder);
    const entries = journal.entries.slice(0, place + 1);
    await mkdir(join(folder, 'meta'));
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) {
      await cp(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
    }
    // Skips the functions of this version, which may need newer tables. They are created with the remaining migrations.
    await migrate(url, { folder, functions: undefined });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
