import { resolve } from 'node:path';

import { sql } from 'drizzle-orm';

import type { CheckResult } from '~/contract/setup/checks';
import type { Database } from '~/server/platform/db/client';
import { knownMigrations } from '~/server/platform/db/migrate';
import { checkDatabaseAccess, noStatementTimeout } from '~/server/platform/db/pooler';
import { databaseProblemOf } from '~/server/platform/db/problems';
import type { Env } from '~/server/platform/env';
import { causeOf, resultsOf } from './result';

const oldestVersion = 15;

/** Whether it answers, and is new enough. */
export async function checkDatabase(db: Database): Promise<CheckResult> {
  const { ok, failed } = resultsOf('database');
  try {
    const [row] = await db.execute<{ version: number; name: string; shown: string }>(sql`
      select current_setting('server_version_num')::int / 10000 as version,
        current_setting('server_version') as shown, current_database() as name`);
    const { version = 0, shown = '', name = '' } = row ?? {};
    if (version < oldestVersion) {
      return failed(
        `PostgreSQL ${shown} is too old`,
        `Upgrade the server to PostgreSQL ${oldestVersion} or newer`,
      );
    }
    return ok(`PostgreSQL ${shown} answers, database ${name}`);
  } catch (error) {
    const problem = databaseProblemOf(error);
    if (problem?.isLasting) return failed(problem.line, 'Correct DATABASE_URL');
    return failed(
      problem?.line ?? `The database does not answer (${causeOf(error)})`,
      'Check that it runs, that DATABASE_URL is right, and that its firewall lets this machine in',
    );
  }
}

/** Whether the database has the schema of this version. */
export async function checkMigrations(db: Database, folder = 'drizzle'): Promise<CheckResult> {
  const { ok, warning, failed } = resultsOf('migrations');
  try {
    const known = new Set(await knownMigrations(folder).catch(() => []));
    if (known.size === 0) {
      return failed(
        `The migrations cannot be compared: there is no folder ${resolve(folder)}`,
        'Run this in the folder of the product, which has drizzle beside dist',
      );
    }
    const [there] = await db.execute<{ exists: boolean }>(
      sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
    );
    const rows = there?.exists
      ? await db.execute<{ at: string }>(
          sql`select created_at as at from drizzle.__drizzle_migrations`,
        )
      : [];
    const done = new Set(rows.map(({ at }) => Number(at)));
    const pending = [...known].filter((when) => !done.has(when)).length;
    const unknown = [...done].filter((when) => !known.has(when)).length;
    if (unknown > 0) {
      return warning(
        `The database has ${unknown} migrations of a newer version`,
        'Start that version; this one may run beside it during an upgrade',
      );
    }
    return pending > 0
      ? warning(
          `${pending} of ${known.size} migrations are pending`,
          'Start the product: it runs them',
        )
      : ok(`All ${known.size} migrations are done`);
  } catch (error) {
    return failed(
      `The migrations cannot be compared (${causeOf(error)})`,
      'Look at the log of the database',
    );
  }
}

/** Whether DATABASE_URL leads through a pooler, and what it keeps. */
export async function checkPooler(
  env: Pick<Env, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_PREPARE'>,
): Promise<CheckResult> {
  const { ok, unused, warning, failed } = resultsOf('pooler');
  const { DATABASE_URL } = env;
  if (!DATABASE_URL) return unused('The embedded database needs none');
  let hasTimeout = true;
  try {
    const { isPooled, prepare } = await checkDatabaseAccess({ ...env, DATABASE_URL }, () => {
      hasTimeout = false;
    });
    if (!hasTimeout) return warning(noStatementTimeout.detail, noStatementTimeout.action);
    if (!isPooled) return unused('DATABASE_URL leads to PostgreSQL itself');
    return ok(
      `DATABASE_URL leads through a pooler, with${prepare ? '' : 'out'} prepared statements; DATABASE_DIRECT_URL past it`,
    );
  } catch (error) {
    return failed(
      causeOf(error),
      'Set DATABASE_URL to the pooler and DATABASE_DIRECT_URL to the same database past it',
    );
  }
}
