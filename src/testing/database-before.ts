import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres from 'postgres';
import { onTestFinished } from 'vitest';

import { migrate } from '~/server/platform/db/migrate';
import { createEmptyDatabase } from './database';

/** The migrations up to the one under test, in a folder of their own. */
async function folderBefore(tag: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp('drizzle', folder, { recursive: true });
  const journal = join(folder, 'meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8')) as {
    entries: { tag: string }[];
  };
  const at = entries.findIndex((entry) => entry.tag === tag);
  if (at < 1) throw new Error(`there is no migration ${tag}`);
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, at) }));
  return folder;
}

/** For a test of a migration: a database as it was before, dropped when the test ends. */
export async function databaseBefore(tag: string): Promise<{ url: string; sql: postgres.Sql }> {
  const { url, drop } = await createEmptyDatabase();
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  onTestFinished(async () => {
    await sql.end({ timeout: 5 });
    await drop();
  });
  const folder = await folderBefore(tag);
  await migrate(url, folder);
  await rm(folder, { recursive: true });
  return { url, sql };
}
