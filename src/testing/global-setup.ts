import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres from 'postgres';
import type { TestProject } from 'vitest/node';

import { startEmbeddedPostgres } from '~/server/platform/db/embedded';
import { migrate } from '~/server/platform/db/migrate';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the test server, with permission to create databases. */
    databaseUrl: string;
  }
}

const PREFIX = 'kestrel-test-';
const quiet = { log: () => {}, durable: false };

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Removes servers that killed test runs have left running. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(/^kestrel-test-(\d+)-/.exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    const dataDir = join(tmpdir(), name);
    try {
      const left = await startEmbeddedPostgres({ dataDir, ...quiet });
      await left.stop();
      await rm(dataDir, { recursive: true, force: true });
    } catch {
      // Another user's, or another run is removing it.
    }
  }
}

async function ownServer() {
  await sweep();
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const server = await startEmbeddedPostgres({ dataDir, viaSocket: true, ...quiet });
  return {
    url: server.url,
    close: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Jobs that run every ten minutes or less often. Each product under test would run them at its start, on as many connections,
 * while the test's own first requests are answered; their tests call them directly.
 */
const slowJobs = [
  'sweep',
  'retention',
  'pictures',
  'proposals',
  'invoices',
  'response times',
  'files',
];

/** Creates the migrated databases that every test database is copied from. */
async function makeTemplates(adminUrl: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  const urlOf = (database: string) => {
    const url = new URL(adminUrl);
    url.pathname = `/${database}`;
    return url.href;
  };
  try {
    const names = ['template_app', 'template_rested'];
    await sql`update pg_database set datallowconn = true where datname in ${sql(names)}`;
    for (const name of names) await sql`drop database if exists ${sql(name)} with (force)`;
    await sql`create database template_app`;
    await migrate(urlOf('template_app'));
    await sql`create database template_rested template template_app`;
    const rested = postgres(urlOf('template_rested'), { max: 1 });
    await rested`
      insert into job_runs (name, started_at, finished_at)
      select name, now(), now() from unnest(${slowJobs}::text[]) name`;
    await rested.end();
    // A database with open sessions cannot be copied.
    for (const name of names) await sql`alter database ${sql(name)} with allow_connections false`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A developer's own .env must not affect the product under test; processes that tests start inherit this.
  process.env.ENV_FILE = '';
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, close: async () => {} } : await ownServer();
  try {
    await makeTemplates(server.url);
  } catch (error) {
    await server.close();
    throw error;
  }
  project.provide('databaseUrl', server.url);
  return server.close;
}
