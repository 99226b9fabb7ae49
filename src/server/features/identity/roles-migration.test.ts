import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { migrate } from '~/server/platform/db/migrate';

const name = `test_roles_${process.pid}`;
let admin: postgres.Sql;
let sql: postgres.Sql;
let url: string;

/** The migrations up to the one before `admin_roles`. */
async function folderBefore(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp('drizzle', folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex(({ tag }) => tag === '0015_admin_roles');
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  return folder;
}

beforeAll(async () => {
  admin = postgres(inject('databaseUrl'), { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const target = new URL(inject('databaseUrl'));
  target.pathname = `/${name}`;
  url = target.href;
  sql = postgres(url, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await sql.end({ timeout: 5 });
  await admin.unsafe(`drop database if exists ${name} with (force)`);
  await admin.end({ timeout: 5 });
});

/** As the previous version adds a user. */
const insertOld = (id: string, isAdmin: boolean) => sql`
  insert into users (id, email, first_name, last_name, is_admin)
  values (${id}, ${`${id}@example.com`}, 'Ada', 'Byron', ${isAdmin})`;

it('0015 makes existing admins owners, and those whom an older instance adds afterwards', async () => {
  const before = await folderBefore();
  await migrate(url, before);
  await rm(before, { recursive: true });
  await insertOld('boss', true);
  await insertOld('client', false);
  await migrate(url);
  await insertOld('later', true);
  await insertOld('another', false);
  await sql`update users set first_name = 'Grace' where id = 'boss'`;
  expect(await sql`select id, admin_role from users order by id`).toEqual([
    { id: 'another', admin_role: null },
    { id: 'boss', admin_role: 'owner' },
    { id: 'client', admin_role: null },
    { id: 'later', admin_role: 'owner' },
  ]);
});
