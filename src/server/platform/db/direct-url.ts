import type { DatabaseAccess } from './access';
import { connect } from './client';

export const noStatementTimeout = {
  detail: 'The pooler gives connections no statement_timeout: a slow statement is never ended',
  action:
    "In PgBouncer's settings, add connect_query='set statement_timeout = 8000' to the database",
};

/**
 * Checks that both URLs lead to the same database, so that no other one is migrated.
 *
 * @returns whether the pooler's sessions have a statement timeout
 * @throws Error with a message for the operator
 */
export async function checkDirectUrl({
  url,
  directUrl,
}: DatabaseAccess): Promise<{ hasStatementTimeout: boolean }> {
  const [pooled, direct] = await Promise.all([
    readSession(url, true),
    readSession(directUrl, false).catch((error: Error) => {
      throw new Error(`DATABASE_DIRECT_URL cannot be used: ${error.message}`, { cause: error });
    }),
  ]);
  if (direct.database !== pooled.database) {
    throw new Error(
      'DATABASE_DIRECT_URL leads to another database than DATABASE_URL: both must reach the same one',
    );
  }
  return { hasStatementTimeout: pooled.timeout !== '0' };
}

async function readSession(url: string, isPooled: boolean) {
  const sql = connect(url, { max: 1, isPooled });
  try {
    const [row] = await sql<[{ database: string; timeout: string }]>`
      select oid || ' of ' || extract(epoch from pg_postmaster_start_time()) as database,
        current_setting('statement_timeout') as timeout
      from pg_database where datname = current_database()`;
    return row;
  } finally {
    await sql.end({ timeout: 0 });
  }
}
