import type { Log } from '~/server/platform/log';
import { onServerError, type Sql } from './client';
import { databaseProblemOf, refusedWriteOf } from './problems';

const sayEveryMs = 30_000;

/** Counts by code the writes that a database refuses which answers reads, and logs why. */
export function watchRefusedWrites(sql: Sql, log: Pick<Log, 'warn'>): () => Record<string, number> {
  const counts: Record<string, number> = {};
  let since = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  onServerError(sql, (error) => {
    const code = refusedWriteOf(error);
    if (code === undefined) return;
    counts[code] = (counts[code] ?? 0) + 1;
    since += 1;
    if (performance.now() - saidAt < sayEveryMs) return;
    const problem = databaseProblemOf(error);
    log.warn(
      { code, count: since },
      `writes are refused: ${problem?.line ?? error.message}. ${problem?.action ?? ''}`,
    );
    saidAt = performance.now();
    since = 0;
  });
  return () => counts;
}
