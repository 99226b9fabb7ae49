import type { Log } from '~/server/platform/log';
import { onServerError, type Sql } from './client';
import { databaseProblemOf, isPreparedElsewhere, refusedWriteOf } from './problems';

const sayEveryMs = 30_000;

/**
 * Logs statements that failed because of the database or the settings: the database accepts reads but refuses writes,
 * or DATABASE_URL leads to a pooler without the matching setting.
 *
 * @returns a function that returns the number of refused writes by code
 */
export function watchServerErrors(sql: Sql, log: Pick<Log, 'warn'>): () => Record<string, number> {
  const counts: Record<string, number> = {};
  let since = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  onServerError(sql, (error) => {
    const refused = refusedWriteOf(error);
    if (refused !== undefined) counts[refused] = (counts[refused] ?? 0) + 1;
    else if (!isPreparedElsewhere(error)) return;
    since += 1;
    if (performance.now() - saidAt < sayEveryMs) return;
    const problem = databaseProblemOf(error);
    log.warn(
      { code: error.code, count: since },
      `${refused ? 'writes' : 'queries'} are refused: ${problem?.line ?? error.message}. ${problem?.action ?? ''}`,
    );
    saidAt = performance.now();
    since = 0;
  });
  return () => counts;
}
