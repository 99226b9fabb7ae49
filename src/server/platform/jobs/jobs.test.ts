import { afterAll, beforeAll, expect, it } from 'vitest';

import { connect, createDatabase, type Database, type Sql } from '~/server/platform/db/client';
import { createTestDatabase, type TestDatabase } from '~/testing/database';
import { until } from '~/testing/product';
import { createJobs, type Job, type Jobs } from './jobs';

let database: TestDatabase;
let client: Sql;
let db: Database;
const started: Jobs[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  client = connect(database.url);
  db = createDatabase(client);
});
afterAll(async () => {
  await Promise.all(started.map((jobs) => jobs.stop()));
  await client.end({ timeout: 5 });
  await database.drop();
});

function startJobs(jobs: Job[], failures: string[] = []): Jobs {
  const made = createJobs(db, { jobs, onFailure: (name) => failures.push(name) });
  made.start();
  started.push(made);
  return made;
}

it('a job runs once over several instances', async () => {
  let runs = 0;
  const job: Job = {
    name: 'once',
    everyMs: 60 * 60_000,
    run: async () => {
      runs += 1;
      return 'done';
    },
  };
  const all = [1, 2, 3, 4, 5].map(() => startJobs([job]));
  await until(async () => (await all[0]?.list())?.some((one) => one.result === 'done'));
  await Promise.all(all.map((jobs) => jobs.stop()));
  expect(runs).toBe(1);
});

it('a job runs again when it is due, and not before', async () => {
  const times: number[] = [];
  startJobs([
    {
      name: 'often',
      everyMs: 1500,
      run: async () => {
        times.push(Date.now());
        return '';
      },
    },
  ]);
  await until(() => times.length === 2);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1400);
});

it('a failure of a job is logged and counted until the job works, and the other jobs run', async () => {
  const failures: string[] = [];
  let isBroken = true;
  const jobs = startJobs(
    [
      {
        name: 'broken',
        everyMs: 60 * 60_000,
        run: async () => {
          if (isBroken) throw new Error('no');
          return 'mended';
        },
      },
      { name: 'after', everyMs: 60 * 60_000, run: async () => 'went on' },
    ],
    failures,
  );
  const runOf = async (name: string) => (await jobs.list()).find((one) => one.name === name);
  await until(async () => (await runOf('after'))?.result === 'went on');
  await until(async () => (await runOf('broken'))?.finishedAt instanceof Date);
  expect(failures).toEqual(['broken']);
  expect(await runOf('broken')).toMatchObject({ failed: 1, finishedAt: expect.any(Date) });
  isBroken = false;
  expect(await jobs.runNow('broken')).toBe('mended');
  expect(await runOf('broken')).toMatchObject({ failed: 0 });
});

it('a job runs again after the process that ran it has died', async () => {
  await client`insert into job_runs (name, started_at) values ('lost', now() - interval '11 minutes')`;
  await client`insert into job_runs (name, started_at) values ('running', now() - interval '9 minutes')`;
  const ran: string[] = [];
  const jobOf = (name: string): Job => ({
    name,
    everyMs: 60_000,
    run: async () => {
      ran.push(name);
      return '';
    },
  });
  startJobs([jobOf('running'), jobOf('lost'), jobOf('last')]);
  await until(() => ran.length === 2);
  expect(ran.sort()).toEqual(['last', 'lost']);
});

it('a job is due if its last start is in the future, after the clock was set back', async () => {
  await client`insert into job_runs (name, started_at, finished_at)
    values ('ahead', now() + interval '1 hour', now() + interval '1 hour')`;
  const ran = new Promise<void>((resolve) => {
    startJobs([
      {
        name: 'ahead',
        everyMs: 60_000,
        run: async () => {
          resolve();
          return '';
        },
      },
    ]);
  });
  await ran;
});

it('a job does not wait for a slow one', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let runs = 0;
  startJobs([
    { name: 'slow', everyMs: 60_000, run: () => held.then(() => '') },
    {
      name: 'quick',
      everyMs: 100,
      run: async () => {
        runs += 1;
        return '';
      },
    },
  ]);
  await until(() => runs >= 2);
  release();
});
