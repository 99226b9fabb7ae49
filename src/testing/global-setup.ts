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

/** Removes servers that are still running because their test run was killed. */
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
      // The folder belongs to another user, or another run is removing it.
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

/** Creates the migrated database of which every test database is a copy. */
async function makeTemplate(adminUrl: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  const url = new URL(adminUrl);
  url.pathname = '/template_app';
  try {
    await sql`update pg_database set datallowconn = true where datname = 'template_app'`;
    await sql`drop database if exists template_app with (force)`;
    await sql`create database template_app`;
    await migrate(url.href);
    // A database with open sessions cannot be copied.
    await sql`alter database template_app with allow_connections false`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A developer's own .env must not affect the product under test. Processes that tests start inherit this setting.
  process.env.ENV_FILE = '';
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, close: async () => {} } : await ownServer();
  try {
    await makeTemplate(server.url);
  } catch (error) {
    await server.close();
    throw error;
  }
  project.provide('databaseUrl', server.url);
  return server.close;
}
