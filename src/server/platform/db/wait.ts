import { setTimeout as delay } from 'node:timers/promises';

import { databaseProblemOf } from './problems';

const firstPauseMs = 250;
const longestPauseMs = 5_000;
const sayEveryMs = 30_000;

/**
 * Retries while the database is unreachable. The database may start later than this server, on another machine, or
 * under a name that DNS does not know yet.
 *
 * @param say receives the reason from time to time, and a line once the database responds
 * @throws an error that waiting cannot fix, such as a wrong password; or the reason of `signal`
 */
export async function untilDatabaseAnswers<T>(
  attempt: () => Promise<T>,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<T> {
  let said = '';
  let saidAt = 0;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      const result = await attempt();
      if (said) say('The database answers');
      return result;
    } catch (error) {
      signal?.throwIfAborted();
      const problem = databaseProblemOf(error);
      if (!problem) throw error;
      if (problem.isLasting) throw new Error(problem.line, { cause: error });
      if (problem.line !== said || performance.now() - saidAt > sayEveryMs) {
        say(`Waiting for the database: ${problem.line}`);
        said = problem.line;
        saidAt = performance.now();
      }
      await delay(pauseMs, undefined, { ...(signal && { signal }) });
    }
  }
}
