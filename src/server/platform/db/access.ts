import { parseDatabaseUrl } from './connection-options';

/** Environment variables with URLs. */
interface Urls {
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
}

/** Settings for connecting to the database. */
export interface DatabaseAccess {
  /** URL for queries. It may lead to a pooler. */
  url: string;
  /** Direct URL that bypasses the pooler, for tasks that need a session: LISTEN, migrations, session locks. */
  directUrl: string;
  /**
   * True if the pooler assigns a session to each transaction, as in PgBouncer's transaction mode. Statements are then
   * neither prepared under a name nor pipelined, and connections set no session settings.
   */
  isPooled: boolean;
  /** Maximum number of connections for queries. */
  max?: number;
}

/** Returns whether DATABASE_URL requires that DATABASE_DIRECT_URL is set as well. */
export const needsDirectUrl = (env: Urls): boolean =>
  env.DATABASE_URL !== undefined &&
  parseDatabaseUrl(env.DATABASE_URL).saysPooler &&
  (env.DATABASE_DIRECT_URL === undefined || env.DATABASE_DIRECT_URL === env.DATABASE_URL);

export function databaseAccess(env: Urls & { DATABASE_URL: string }): DatabaseAccess {
  const url = env.DATABASE_URL;
  const directUrl = env.DATABASE_DIRECT_URL ?? url;
  return { url, directUrl, isPooled: directUrl !== url };
}
