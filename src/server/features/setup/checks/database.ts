import { resolve } from 'node:path';

import { sql, TransactionRollbackError } from 'drizzle-orm';

import type { CheckResult } from '~/contract/setup/checks';
import { databaseAccess } from '~/server/platform/db/access';
import type { Database } from '~/server/platform/db/client';
import { checkDirectUrl, noStatementTimeout } from '~/server/platform/db/direct-url';
import { beforeBaseline, encodingProblem, knownMigrations } from '~/server/platform/db/migrate';
import { databaseProblemOf } from '~/server/platform/db/problems';
import type { Env } from '~/server/platform/env';
import { causeOf, resultsOf } from './result';

const oldestVersion = 15;

/** Checks whether the database responds, and whether its version is recent enough. */
export async function checkDatabase(db: Database): Promise<CheckResult> {
  const { ok, failed } = resultsOf('database');
  try {
    const [row] = await db.execute<{
      version: number;
      name: string;
      shown: string;
      encoding: string;
    }>(sql`
      select current_setting('server_version_num')::int / 10000 as version,
        current_setting('server_version') as shown, current_database() as name,
        current_setting('server_encoding') as encoding`);
    const { version = 0, shown = '', name = '', encoding = '' } = row ?? {};
    if (version < oldestVersion) {
      return failed(
        `PostgreSQL ${shown} is too old`,
        `Upgrade the server to PostgreSQL ${oldestVersion} or newer`,
      );
    }
    const problem = encodingProblem(encoding);
    if (problem) return failed(problem, 'Dump this one, and restore it there');
    return ok(`PostgreSQL ${shown} answers, database ${name}`);
  } catch (error) {
    const problem = databaseProblemOf(error);
    return failed(
      problem?.line ?? `The database does not answer (${causeOf(error)})`,
      problem?.action ?? 'Look at the log of the database',
    );
  }
}

/**
 * Size and number of rows. Each row is too short to be compressed. Together, they exceed the free space of a new table,
 * so that a full disk causes an error.
 */
const probe = { bytes: 1_900, rows: 128 };

/**
 * Checks whether the database accepts writes, because a database that can be read may be read-only or full. Rolls back
 * its own writes.
 */
export async function checkWrites(db: Database): Promise<CheckResult> {
  const { ok, failed } = resultsOf('writes');
  try {
    await db
      .transaction(async (tx) => {
        await tx.execute(sql`create table kestrel_write_probe (filler text)`);
        await tx.execute(sql`
          insert into kestrel_write_probe
          select repeat('x', ${probe.bytes}::int) from generate_series(1, ${probe.rows}::int)`);
        tx.rollback();
      })
      .catch((error: unknown) => {
        if (!(error instanceof TransactionRollbackError)) throw error;
      });
    return ok('The database takes writes');
  } catch (error) {
    const problem = databaseProblemOf(error);
    return failed(
      problem?.line ?? `The database takes no writes (${causeOf(error)})`,
      problem?.action ?? 'Look at the log of the database',
    );
  }
}

/** Checks whether the database has the schema of this version. */
export async function checkMigrations(db: Database, folder = 'drizzle'): Promise<CheckResult> {
  const { ok, warning, failed } = resultsOf('migrations');
  try {
    // A missing folder is reported below.
    const migrations = await knownMigrations(folder).catch(() => []);
    const known = new Set(migrations);
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
    const [baseline] = migrations;
    if (baseline !== undefined && done.size > 0 && !done.has(baseline)) {
      return failed(beforeBaseline, 'Set DATABASE_URL to a new, empty database');
    }
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

/** Checks whether DATABASE_URL uses a pooler, and whether DATABASE_DIRECT_URL leads to the same database without a pooler. */
export async function checkPooler(
  env: Pick<Env, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>,
): Promise<CheckResult> {
  const { ok, unused, warning, failed } = resultsOf('pooler');
  const { DATABASE_URL } = env;
  if (!DATABASE_URL) return unused('The embedded database needs none');
  const access = databaseAccess({ ...env, DATABASE_URL });
  if (!access.isPooled) return unused('DATABASE_URL leads to PostgreSQL itself');
  try {
    const { hasStatementTimeout } = await checkDirectUrl(access);
    return hasStatementTimeout
      ? ok('DATABASE_URL leads through a pooler; DATABASE_DIRECT_URL past it')
      : warning(noStatementTimeout.detail, noStatementTimeout.action);
  } catch (error) {
    const problem = databaseProblemOf(error);
    return failed(
      problem?.line ?? causeOf(error),
      problem?.action ??
        'Set DATABASE_URL to the pooler and DATABASE_DIRECT_URL to the same database past it',
    );
  }
}
