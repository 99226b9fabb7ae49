import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { type CutProxy, startCutProxy } from '~/testing/cut-proxy';
import { scratch, type TortureCluster } from '~/torture/cluster';
import { audit, startLoad } from '~/torture/load';
import { addLoad, emptyOutcome, type Outcome } from '~/torture/report';
import { startSubject } from '~/torture/subject';

/** A kind of outage, with functions to start and end it. */
interface Fault {
  name: string;
  begin(cluster: TortureCluster, line: CutProxy, database: string): Promise<void>;
  end(cluster: TortureCluster, line: CutProxy): Promise<void>;
  /** Returns the duration of the outage in milliseconds. */
  lasts(round: number): number;
  isPossible?(cluster: TortureCluster): boolean;
}

const faults: Fault[] = [
  {
    name: 'database stopped hard',
    begin: (cluster) => cluster.stop('SIGQUIT'),
    end: (cluster) => cluster.start(),
    lasts: (round) => (round % 4) * 300,
  },
  {
    name: 'database stopped gently',
    begin: (cluster) => cluster.stop('SIGINT'),
    end: (cluster) => cluster.start(),
    lasts: (round) => (round % 4) * 300,
  },
  {
    name: 'connections terminated',
    async begin(cluster, _, database) {
      const sql = cluster.sql('postgres');
      for (let n = 0; n < 5; n += 1) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database}`;
        await delay(40);
      }
      await sql.end();
    },
    end: async () => {},
    lasts: () => 0,
  },
  {
    name: 'disk full',
    begin: async (cluster) => cluster.disk?.fill(),
    end: async (cluster) => cluster.disk?.free(),
    lasts: (round) => 500 + (round % 3) * 700,
    isPossible: (cluster) => cluster.disk !== undefined,
  },
  {
    name: 'database answers slowly',
    begin: async (_, line) => line.slow(1_500),
    end: async (_, line) => line.slow(0),
    lasts: () => 1_500,
  },
];

export const names = faults.map(({ name }) => name);

export async function run(
  name: string,
  cluster: TortureCluster,
  rounds: number,
  env: Record<string, string>,
): Promise<Outcome> {
  const fault = faults.find((one) => one.name === name);
  const outcome = emptyOutcome(name);
  if (!fault || fault.isPossible?.(cluster) === false) {
    return { ...outcome, skipped: 'a disk of its own needs root on Linux' };
  }
  const database = name.replaceAll(' ', '_');
  const line = await startCutProxy(await cluster.createDatabase(database));
  const folder = await scratch();
  const subject = await startSubject({ folder, env: { ...env, DATABASE_URL: line.url } });
  try {
    // Warms the product up: afterwards the heap has the size that such a load needs, and the code is compiled.
    const warmUp = startLoad(subject.url);
    await delay(8_000);
    await warmUp.stop();
    const before = await subject.memory();

    const load = startLoad(subject.url);
    for (let round = 0; round < rounds; round += 1) {
      await load.untilAcknowledged();
      await delay(150 + (round % 5) * 60);
      await fault.begin(cluster, line, database);
      await delay(fault.lasts(round));
      await fault.end(cluster, line);
      outcome.recoveries.push(await load.untilAcknowledged());
      outcome.rounds += 1;
      if (subject.hasExited()) throw new Error('the product has ended');
    }
    await delay(500);
    await load.stop();
    addLoad(outcome, load.report);
    const sql = cluster.sql(database);
    for (const report of [warmUp.report, load.report]) {
      const { lost, duplicated } = await audit(sql, report);
      outcome.lost += lost;
      outcome.duplicated += duplicated;
    }
    await sql.end();
    await delay(2_000);
    outcome.memory = { before, after: await subject.memory() };
  } catch (error) {
    outcome.faults.push(error instanceof Error ? error.message : String(error));
  }
  await subject.end(outcome);
  await line.close();
  await rm(folder, { recursive: true, force: true });
  return outcome;
}
