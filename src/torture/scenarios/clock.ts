import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { scratch, type TortureCluster } from '~/torture/cluster';
import { audit, startLoad } from '~/torture/load';
import { addLoad, emptyOutcome, type Outcome } from '~/torture/report';
import { startSubject } from '~/torture/subject';

const hourMs = 60 * 60_000;
/** The most frequent job, and the maximum time until it must have run again. */
const job = { name: 'payments', withinMs: 45_000 };

/** Moves the server's clock by an hour, forward and back, while the database's clock does not change. */
async function run(cluster: TortureCluster, env: Record<string, string>): Promise<Outcome> {
  const outcome = emptyOutcome('clock jumps by an hour, both ways');
  const folder = await scratch();
  const url = await cluster.createDatabase('clock');
  // The payments sandbox has a job that runs every half minute.
  const { SMTP_URL: _, ...rest } = env;
  const subject = await startSubject({
    folder,
    env: { ...rest, DEMO_MODE: 'on', DATABASE_URL: url },
  });
  const sql = cluster.sql('clock');
  const runsSince = async (moment: Date) => {
    const [row] = await sql`
      select 1 from job_runs where name = ${job.name} and finished_at > ${moment}`;
    return row !== undefined;
  };
  try {
    const load = startLoad(subject.url, 4);
    for (const offset of [hourMs, 0, -hourMs, 0]) {
      await load.untilAcknowledged();
      await subject.setClock(offset);
      outcome.recoveries.push(await load.untilAcknowledged());
      const [now] = await sql`select now() as at`;
      const givenUpAt = performance.now() + job.withinMs;
      while (!(await runsSince(now?.at))) {
        if (performance.now() > givenUpAt) throw new Error('jobs stopped after the jump');
        await delay(500);
      }
      const [waiting] = await sql`
        select count(*)::int as n from mails where sent_at is null and created_at < now() - interval '20 s'`;
      if (waiting?.n > 0) outcome.faults.push(`${waiting?.n} mails waited longer than 20 s`);
      outcome.rounds += 1;
    }
    await load.stop();
    addLoad(outcome, load.report);
    Object.assign(outcome, await audit(sql, load.report));
  } catch (error) {
    outcome.faults.push(error instanceof Error ? error.message : String(error));
  }
  await subject.end(outcome);
  await sql.end();
  await rm(folder, { recursive: true, force: true });
  return outcome;
}

export const scenarios = (
  cluster: TortureCluster,
  env: Record<string, string>,
): [name: string, run: () => Promise<Outcome>][] => [
  ['clock jumps by an hour, both ways', () => run(cluster, env)],
];
