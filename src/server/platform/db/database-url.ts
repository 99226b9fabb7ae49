import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Env } from '~/server/platform/env';
import { databaseAccess } from './access';
import { findRunningPostgres, startEmbeddedPostgres } from './embedded';

export interface ToolDatabase {
  url: string;
  stop(): Promise<void>;
}

/**
 * Opens the database for a command-line tool: the configured one, or else the embedded one, which is started unless the
 * server already runs it. Bypasses the pooler, because a tool needs few connections and some tools need a session.
 *
 * @param options `creates` is true for tools that fill a new database. Otherwise, an embedded database must exist,
 * because a tool would work on an empty one and report success if DATABASE_URL was forgotten.
 */
export async function databaseOf(
  env: Pick<Env, 'DATABASE_DIRECT_URL' | 'DATABASE_URL' | 'DATA_DIR'>,
  { creates = false }: { creates?: boolean } = {},
): Promise<ToolDatabase> {
  const { DATABASE_URL } = env;
  const url = DATABASE_URL
    ? databaseAccess({ ...env, DATABASE_URL }).directUrl
    : await findRunningPostgres(env.DATA_DIR);
  if (url) return { url, stop: async () => {} };
  if (!creates && !existsSync(join(env.DATA_DIR, 'postgres'))) {
    throw new Error(
      `There is no database: DATABASE_URL is unset, and DATA_DIR ${env.DATA_DIR} holds none. Set one of them, or ENV_FILE to the file that does`,
    );
  }
  return startEmbeddedPostgres({ dataDir: env.DATA_DIR, log: () => {} });
}
