import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { readVersion } from '~/server/platform/backup/tables';
import { migrateTo, versionOfBackup } from '~/server/platform/backup/versions';
import { startTestApp } from '~/testing/app';
import { createEmptyDatabase, createTestDatabase } from '~/testing/database';
import { connect } from './client';
import { isMigrated, type Journal, migrate } from './migrate';
import { functionFiles } from './sql-functions';

const file = './functions/announce-content.sql';

/** Simulates a later version by adding a migration and changing a function. */
async function laterVersion() {
  const folder = await mkdtemp(join(tmpdir(), 'kestrel-upgrade-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp('drizzle', folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8')) as Journal;
  const when = Math.max(...journal.entries.map((entry) => entry.when)) + 1;
  const entries = [...journal.entries, { tag: '0001_later', when, breakpoints: true }];
  await writeFile(path, JSON.stringify({ ...journal, entries }));
  await writeFile(
    join(folder, '0001_later.sql'),
    `alter table services add column color text not null default 'blue';--> statement-breakpoint
create table colors (name text primary key);`,
  );
  const changed = functionFiles[file]?.replace("'content_changed'", "'content_changed_later'");
  return { folder, functions: { ...functionFiles, [file]: changed ?? '' } };
}

/** From 1.0.0 on, this test starts from the database of the last tag. */
it('an upgrade keeps all rows, adds new tables, and replaces changed functions', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const { sql, databaseUrl: url } = app;
  const rowsOf = async () => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('job_runs', 'colors')`;
    const rows = tables.map(async ({ name }) => {
      const values = await sql`select to_jsonb(t) - 'color' as row from ${sql(name)} t order by 1`;
      return [name, values.map(({ row }) => row)] as const;
    });
    return Object.fromEntries(await Promise.all(rows));
  };
  const announcer = async () => {
    const [row] = await sql<[{ source: string }]>`
      select prosrc as source from pg_proc where proname = 'notify_content_changed'`;
    return row.source;
  };
  const before = await rowsOf();
  expect(before.services?.length).toBeGreaterThan(0);

  const later = await laterVersion();
  await migrate(url, later);
  expect(await rowsOf()).toEqual(before);
  expect(await sql`select distinct color from services`).toEqual([{ color: 'blue' }]);
  expect(await sql`select from colors`).toHaveLength(0);
  expect(await announcer()).toContain('content_changed_later');

  // An instance of this version that starts after the later version changes nothing.
  expect(await isMigrated(sql)).toBe(true);
  await migrate(url);
  expect(await announcer()).toContain('content_changed_later');
  expect((await app.fetch('/api/services')).status).toBe(200);
});

it('a later version restores a backup of this version into its old tables, then migrates them', async () => {
  const { folder, functions } = await laterVersion();
  const source = await createTestDatabase();
  const target = await createEmptyDatabase();
  const from = connect(source.url, { max: 1 });
  const to = connect(target.url, { max: 1 });
  onTestFinished(async () => {
    await Promise.all([from.end(), to.end()]);
    await Promise.all([source.drop(), target.drop()]);
  });
  const version = await from.begin(readVersion);
  const place = await versionOfBackup({ version }, folder);
  await migrateTo(place, target.url, folder);
  expect(await to`select from pg_attribute where attname = 'color'`).toHaveLength(0);
  expect(await to`select from pg_proc where proname = 'notify_content_changed'`).toHaveLength(0);
  await migrate(target.url, { folder, functions });
  expect(await to`select from pg_attribute where attname = 'color'`).toHaveLength(1);
  expect(await to`select from pg_proc where proname = 'notify_content_changed'`).toHaveLength(1);
});
