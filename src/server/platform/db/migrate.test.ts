import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';

import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { createEmptyDatabase, createTestDatabase } from '~/testing/database';
import { connect } from './client';
import { isMigrated, migrate, migrationLock } from './migrate';

describe('migrate', () => {
  const name = `test_${randomBytes(8).toString('hex')}`;
  let admin: postgres.Sql;
  let url: string;

  beforeAll(async () => {
    admin = postgres(inject('databaseUrl'), { max: 1, onnotice: () => {} });
    await admin.unsafe(`create database ${name}`);
    const target = new URL(inject('databaseUrl'));
    target.pathname = `/${name}`;
    url = target.href;
  });
  afterAll(async () => {
    await admin.unsafe(`drop database if exists ${name} with (force)`);
    await admin.end({ timeout: 5 });
  });

  it('applies each migration once to an empty database, even from several instances at once', async () => {
    await Promise.all([migrate(url), migrate(url), migrate(url)]);
    await migrate(url);
    const steps = (await readdir('drizzle')).filter((file) => file.endsWith('.sql'));
    const sql = postgres(url, { max: 1 });
    const done = await sql`select hash from drizzle.__drizzle_migrations`;
    const locks = await sql`select 1 from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
    await sql.end({ timeout: 5 });
    expect(done).toHaveLength(steps.length);
    expect(new Set(done.map(({ hash }) => hash)).size).toBe(steps.length);
    expect(locks).toHaveLength(0);
  });

  it('does nothing if the newest migration and functions, or newer ones, are applied', async () => {
    const empty = await createEmptyDatabase();
    const sql = connect(empty.url, { max: 1 });
    expect(await isMigrated(sql)).toBe(false);
    await migrate(empty.url);
    expect(await isMigrated(sql)).toBe(true);
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`;
    expect(await isMigrated(sql)).toBe(true);
    await sql`update drizzle.functions set hash = 'other'`;
    expect(await isMigrated(sql)).toBe(false);
    await sql`update drizzle.functions set migration = 9999999999999`;
    expect(await isMigrated(sql)).toBe(true);
    await sql`delete from drizzle.__drizzle_migrations`;
    expect(await isMigrated(sql)).toBe(false);
    await sql.end({ timeout: 1 });
    expect(await isMigrated(sql)).toBe(false);
    await empty.drop();
  });

  it('refuses a database made before the baseline, and changes nothing in it', async () => {
    const { url: older, drop } = await createEmptyDatabase();
    const sql = connect(older, { max: 1 });
    await sql`create schema drizzle`;
    await sql`create table drizzle.__drizzle_migrations (id serial, hash text, created_at bigint)`;
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values ('first', 1700000000000), ('newest', 9999999999999)`;
    expect(await isMigrated(sql)).toBe(false);
    await expect(migrate(older)).rejects.toThrow(/^The database was made before version 1\.0\.0/);
    expect(await sql`select hash from drizzle.__drizzle_migrations order by id`).toEqual([
      { hash: 'first' },
      { hash: 'newest' },
    ]);
    const tables =
      await sql`select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r' and nspname in ('public', 'drizzle')`;
    expect(tables).toEqual([{ relname: '__drizzle_migrations' }]);
    await sql.end();
    await drop();
  });

  it('fails without leaving a lock behind', async () => {
    await expect(migrate(url, { folder: 'no-such-folder' })).rejects.toThrow();
    await migrate(url);
  });

  // This test and the next one run at once, because each waits for a report after three seconds.
  it.concurrent('reports the connection that it waits for, and continues when that connection ends', async () => {
    const holder = postgres(url, { max: 1 });
    const [row] = await holder<[{ pid: number }]>`
      select pg_backend_pid() as pid, pg_advisory_lock(${migrationLock})`;
    // Locks in other databases of the server are ignored.
    await admin`select pg_advisory_lock(${migrationLock})`;
    const lines: string[] = [];
    const migrated = migrate(url, { say: (line) => lines.push(line) });
    await expect.poll(() => lines, { timeout: 10_000 }).toHaveLength(1);
    expect(lines[0]).toContain(`process id ${row.pid})`);
    await admin`select pg_advisory_unlock(${migrationLock})`;
    await holder.end();
    await migrated;
    expect(lines).toHaveLength(1);
  });

  it.concurrent('reports whose lock a migration waits for, and continues when it is released', async () => {
    const { url: locked, drop } = await createTestDatabase();
    const holder = postgres(locked, { max: 1, connection: { application_name: 'psql' } });
    await holder`begin`;
    const [row] = await holder<[{ pid: number }]>`select pg_backend_pid() as pid`;
    await holder`lock table drizzle.__drizzle_migrations in access exclusive mode`;
    const lines: string[] = [];
    const migrated = migrate(locked, { say: (line) => lines.push(line) });
    await expect.poll(() => lines, { timeout: 10_000 }).toHaveLength(1);
    expect(lines[0]).toContain(`process ${row.pid} (psql, idle in transaction)`);
    await holder`rollback`;
    await migrated;
    await holder.end();
    await drop();
    expect(lines).toHaveLength(1);
  });
});

describe.each(['services', 'portfolio_items'])('a slug in %s', (table) => {
  let sql: postgres.Sql;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await createTestDatabase();
    drop = database.drop;
    sql = postgres(database.url, { max: 2, onnotice: () => {} });
  });
  afterAll(async () => {
    await sql.end({ timeout: 5 });
    await drop();
  });

  const insert = (slug: string) =>
    table === 'services'
      ? sql`insert into services (slug, name, description, price_cents) values (${slug}, 'n', 'd', 0)`
      : sql`insert into portfolio_items (slug, title, description, client_name) values (${slug}, 't', 'd', 'c')`;

  it('is rejected if that URL has another meaning', async () => {
    for (const slug of ['1', '007', '99999999999', 'featured', 'category']) {
      await expect(insert(slug)).rejects.toMatchObject({
        code: '23514',
        constraint_name: `${table}_slug_free`,
      });
    }
    for (const slug of ['a1', '1a', 'featured-work', '2024-in-review']) await insert(slug);
  });

  it('is unique among rows that are not in the trash', async () => {
    await insert('mine');
    await expect(insert('mine')).rejects.toMatchObject({ code: '23505' });
    await sql`update ${sql(table)} set deleted_at = now() where slug = 'mine'`;
    await insert('mine');
    await expect(
      sql`update ${sql(table)} set deleted_at = null where slug = 'mine'`,
    ).rejects.toMatchObject({ code: '23505' });
  });
});

describe('constraints of the schema', () => {
  it('reject a negative price, and allow deleting a service that quotes refer to', async () => {
    const database = await createTestDatabase();
    const sql = postgres(database.url, { max: 1, onnotice: () => {} });
    try {
      const add = (cents: number) =>
        sql`insert into services (slug, name, description, price_cents) values ('s', 'n', 'd', ${cents}) returning id`;
      await expect(add(-1)).rejects.toMatchObject({ code: '23514' });
      const [service] = await add(0);
      await sql`insert into quotes (name, email, phone, phone_digits, service_id, budget, timeline, project_details)
        values ('n', 'e', 'p', '1', ${service?.id}, 'b', 't', 'd')`;
      await sql`delete from services`;
      expect(await sql`select name, service_id from quotes`).toEqual([
        { name: 'n', service_id: null },
      ]);
    } finally {
      await sql.end({ timeout: 5 });
      await database.drop();
    }
  });
});
