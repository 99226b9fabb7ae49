import { sql } from 'drizzle-orm';

import type { CheckResult } from '~/contract/setup/checks';
import type { Database } from '~/server/platform/db/client';
import type { PublicAnswer } from './public-url';
import { resultsOf } from './result';

/**
 * Milliseconds of difference that cause a warning. Codes of authenticator apps change every 30 s, and a Date header has
 * whole seconds.
 */
const warnFromMs = 3_000;
const failFromMs = 20_000;

const setTime = 'Let the machine set its clock by NTP (systemd-timesyncd or chrony)';

/** Compares this machine's clock with the clock of the database and of the server at the public URL. */
export async function checkClock(
  db: Database,
  asked: Promise<PublicAnswer>,
  now: () => number = Date.now,
): Promise<CheckResult> {
  const { ok, unused, warning, failed } = resultsOf('clock');
  const differences: { peer: string; ms: number }[] = [];
  const begun = now();
  const rows = await db
    .execute<{ at: string }>(sql`select extract(epoch from clock_timestamp()) * 1000 as at`)
    // A separate check reports that the database is unreachable.
    .catch(() => []);
  const ended = now();
  const [row] = rows;
  if (row) differences.push({ peer: 'the database', ms: Number(row.at) - (begun + ended) / 2 });
  const date = await asked.then(
    (answer) => answer.date,
    () => undefined,
  );
  // The Date header is truncated to the whole second.
  if (date) differences.push({ peer: 'the public URL', ms: date.theirs + 500 - date.ours });
  const [worst] = differences.sort((a, b) => Math.abs(b.ms) - Math.abs(a.ms));
  if (!worst) return unused('There is no other clock to compare with');
  const seconds = (Math.abs(worst.ms) / 1000).toFixed(1);
  const said = `This clock and that of ${worst.peer} differ by ${seconds} s`;
  if (Math.abs(worst.ms) >= failFromMs) return failed(said, setTime);
  if (Math.abs(worst.ms) >= warnFromMs) return warning(said, setTime);
  return ok(
    `No clock differs by more than ${warnFromMs / 1000} s (${differences.map(({ peer }) => peer).join(', ')})`,
  );
}
