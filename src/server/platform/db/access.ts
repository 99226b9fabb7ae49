/** Settings of the environment. */
interface Urls {
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
}

/** How the product reaches its database. */
export interface DatabaseAccess {
  /** For queries; may lead through a pooler. */
  url: string;
  /** Past the pooler, for what needs a session of its own: LISTEN, migrations, session locks. */
  directUrl: string;
  /**
   * The pooler assigns a session to each transaction (PgBouncer's transaction mode): statements are not prepared under a name, not
   * pipelined, and connections ask for no session settings.
   */
  isPooled: boolean;
}

/** Removes `pgbouncer=true`, a hint that Prisma introduced and that PostgreSQL would reject as an unknown setting. */
function withoutHint(value: string): { url: string; saysPooler: boolean } {
  const url = new URL(value);
  const hint = url.searchParams.get('pgbouncer');
  if (hint === null) return { url: value, saysPooler: false };
  url.searchParams.delete('pgbouncer');
  return { url: url.href, saysPooler: hint === 'true' };
}

/** Whether DATABASE_URL needs a DATABASE_DIRECT_URL beside it. */
export const needsDirectUrl = (env: Urls): boolean =>
  env.DATABASE_URL !== undefined &&
  withoutHint(env.DATABASE_URL).saysPooler &&
  (env.DATABASE_DIRECT_URL === undefined || env.DATABASE_DIRECT_URL === env.DATABASE_URL);

export function databaseAccess(env: Urls & { DATABASE_URL: string }): DatabaseAccess {
  const { url } = withoutHint(env.DATABASE_URL);
  const directUrl = withoutHint(env.DATABASE_DIRECT_URL ?? url).url;
  return { url, directUrl, isPooled: directUrl !== url };
}
