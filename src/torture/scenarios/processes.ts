import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { connectBeside, postmasterOf } from '~/testing/product';
import { scratch, type TortureCluster } from '~/torture/cluster';
import { audit, startLoad } from '~/torture/load';
import { addLoad, emptyOutcome, type Outcome } from '~/torture/report';
import { type Subject, signIn, startSubject } from '~/torture/subject';

const execute = promisify(execFile);

/** Returns a descendant of a process, by a part of its command line. */
async function childOf(pid: number, part: string): Promise<number> {
  const { stdout } = await execute('ps', ['-eo', 'pid=,ppid=,args=']);
  const line = stdout
    .split('\n')
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row))
    .find((row) => Number(row?.[2]) === pid && row?.[3]?.includes(part));
  return Number(line?.[1] ?? 0);
}

/** Runs `npm start` with a separate database, and kills each of its processes in turn. */
async function killEach(env: Record<string, string>, rounds: number): Promise<Outcome> {
  const outcome = emptyOutcome('kill -9 of each process');
  const folder = await scratch();
  const dataDir = join(folder, 'data');
  const port = String(20_000 + Math.floor(Math.random() * 20_000));
  const start = () =>
    startSubject({
      folder,
      program: 'src/cli/start.mjs',
      env: { ...env, PORT: port, DATA_DIR: dataDir },
    });
  let subject: Subject = await start();
  try {
    const load = startLoad(subject.url, 4);
    for (let round = 0; round < rounds; round += 1) {
      await load.untilAcknowledged();
      await delay(200);
      const victim = (['server', 'database', 'supervisor'] as const)[round % 3];
      const supervisor = subject.child.pid ?? 0;
      if (victim === 'server') {
        process.kill(await childOf(supervisor, 'dist/server/main.js'), 'SIGKILL');
      } else if (victim === 'database') {
        process.kill((await postmasterOf(dataDir))?.pid ?? 0, 'SIGKILL');
      } else {
        const server = await childOf(supervisor, 'dist/server/main.js');
        process.kill(supervisor, 'SIGKILL');
        // The server notices that its parent was killed, and stops. Then the product is started again.
        for (const givenUpAt = performance.now() + 15_000; ; await delay(50)) {
          try {
            process.kill(server, 0);
          } catch {
            break;
          }
          if (performance.now() > givenUpAt) throw new Error('the server outlived its supervisor');
        }
        subject = await start();
      }
      outcome.recoveries.push(await load.untilAcknowledged());
      outcome.rounds += 1;
      if (subject.hasExited()) throw new Error('the supervisor has ended');
    }
    await load.stop();
    addLoad(outcome, load.report);
    const sql = await connectBeside(dataDir);
    Object.assign(outcome, await audit(sql, load.report));
    await sql.end();
  } catch (error) {
    outcome.faults.push(error instanceof Error ? error.message : String(error));
  }
  await subject.end(outcome);
  if (await postmasterOf(dataDir)) outcome.faults.push('it left its database running');
  await rm(folder, { recursive: true, force: true });
  return outcome;
}

async function openStreams(url: string, count: number, env: Record<string, string>) {
  const cookie = await signIn(url, env);
  const streams = await Promise.all(
    Array.from({ length: count }, () =>
      fetch(`${url}/api/trpc/live.changes?input=%7B%22isPanel%22%3Atrue%7D`, {
        headers: { Cookie: cookie, Accept: 'text/event-stream' },
      }),
    ),
  );
  if (streams.some(({ status }) => status !== 200)) throw new Error('a stream was refused');
  const closed = Promise.all(
    streams.map(async ({ body }) => {
      for await (const _ of body ?? []) {
        // Reads until the server closes the stream.
      }
    }),
  ).then(
    () => {},
    () => {},
  );
  return { closed };
}

/** Stops the product while panels are connected and leads arrive. */
async function stopWithStreams(
  cluster: TortureCluster,
  env: Record<string, string>,
): Promise<Outcome> {
  const outcome = emptyOutcome('SIGTERM with streams open');
  const folder = await scratch();
  const url = await cluster.createDatabase('streams');
  const port = String(20_000 + Math.floor(Math.random() * 20_000));
  const start = () => startSubject({ folder, env: { ...env, PORT: port, DATABASE_URL: url } });
  let subject = await start();
  try {
    const load = startLoad(subject.url, 4);
    for (let round = 0; round < 5; round += 1) {
      await load.untilAcknowledged();
      const streams = await openStreams(subject.url, 25, env);
      const startedAt = performance.now();
      subject.child.kill('SIGTERM');
      const code = await subject.exitCode;
      if (code !== 0) outcome.faults.push(`it ended with ${code}`);
      if (performance.now() - startedAt > 11_000) outcome.faults.push('it took longer than 11 s');
      await streams.closed;
      subject = await start();
      outcome.recoveries.push(await load.untilAcknowledged());
      outcome.rounds += 1;
    }
    await load.stop();
    addLoad(outcome, load.report);
    const sql = cluster.sql('streams');
    Object.assign(outcome, await audit(sql, load.report));
    await sql.end();
  } catch (error) {
    outcome.faults.push(error instanceof Error ? error.message : String(error));
  }
  await subject.end(outcome);
  await rm(folder, { recursive: true, force: true });
  return outcome;
}

export const scenarios = (
  cluster: TortureCluster,
  env: Record<string, string>,
  rounds: number,
): [name: string, run: () => Promise<Outcome>][] => [
  ['kill -9 of each process', () => killEach(env, rounds)],
  ['SIGTERM with streams open', () => stopWithStreams(cluster, env)],
];
