import type { Env } from '~/server/platform/env';
import { findRunningPostgres, startEmbeddedPostgres } from './embedded';

/**
 * The database for a command-line tool: the configured one, else the embedded one, which is started unless the
 * server runs it already. Past a pooler, since a tool needs few connections, and some need a session.
 */
export async function databaseOf(env: Env): Promise<{ url: string; stop(): Promise<void> }> {
  const url =
    env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? (await findRunningPostgres(env.DATA_DIR));
  if (url) return { url, stop: async () => {} };
  return startEmbeddedPostgres({ dataDir: env.DATA_DIR, log: () => {} });
}
