import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { scratch, type TortureCluster } from '~/torture/cluster';
import { audit, startLoad } from '~/torture/load';
import { addLoad, emptyOutcome, type Outcome } from '~/torture/report';
import { startSubject } from '~/torture/subject';

const execute = promisify(execFile);
const git = async (...args: string[]) => (await execute('git', args)).stdout.trim();

/** The last commit before the newest migration, checked out, installed and built; undefined without the repository's history. */
async function buildPrevious(): Promise<string | undefined> {
  const journal = 'drizzle/meta/_journal.json';
  const newest = await git('log', '-1', '--format=%H', '--', journal).catch(() => '');
  const commit = newest && (await git('rev-parse', '--verify', `${newest}~1`).catch(() => ''));
  if (!commit) return undefined;
  const folder = resolve('.cache/torture', commit.slice(0, 12));
  if (existsSync(`${folder}/dist/.built`)) return folder;
  await rm(folder, { recursive: true, force: true });
  await git('worktree', 'prune');
  await git('clone', '--quiet', '--no-checkout', '.', folder);
  await execute('git', ['checkout', '--quiet', commit], { cwd: folder });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await execute(npm, ['ci', '--no-audit', '--no-fund'], { cwd: folder });
  await execute(npm, ['run', 'build'], { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  return folder;
}

/** The version before the newest migration serves, the new one starts beside it and migrates, and both go on. */
async function run(cluster: TortureCluster, env: Record<string, string>): Promise<Outcome> {
  const outcome = emptyOutcome('two versions during a migration');
  const previous = await buildPrevious();
  if (!previous) return { ...outcome, skipped: 'needs the history of the repository' };
  const url = await cluster.createDatabase('versions');
  const folders = [await scratch(), await scratch()];
  const [oldFolder = '', newFolder = ''] = folders;
  // The version before may have less to say against a database that a demo has used.
  const shared = { ...env, DATABASE_URL: url };
  const older = await startSubject({ folder: oldFolder, env: shared, cwd: previous });
  const loads = [startLoad(older.url, 4)];
  try {
    await loads[0]?.untilAcknowledged();
    await delay(2_000);
    const newer = await startSubject({ folder: newFolder, env: shared });
    const second = startLoad(newer.url, 4);
    loads.push(second);
    outcome.recoveries.push(await second.untilAcknowledged());
    // Both versions at once on the new schema.
    await delay(5_000);
    for (const load of loads) await load.untilAcknowledged();
    const pages = ['/', '/services', '/pricing', '/api/services', '/api/subscription-plans'];
    for (const subject of [older, newer]) {
      for (const page of pages) {
        const { status } = await fetch(subject.url + page);
        if (status !== 200) outcome.faults.push(`${page} answered ${status}`);
      }
    }
    outcome.rounds = 1;
    await Promise.all(loads.map((load) => load.stop()));
    const sql = cluster.sql('versions');
    for (const { report } of loads) {
      addLoad(outcome, report);
      const { lost, duplicated } = await audit(sql, report);
      outcome.lost += lost;
      outcome.duplicated += duplicated;
    }
    await sql.end();
    if (newer.hasExited()) outcome.exits += 1;
    await newer.stop();
  } catch (error) {
    outcome.faults.push(error instanceof Error ? error.message : String(error));
    await Promise.all(loads.map((load) => load.stop()));
  }
  if (older.hasExited()) outcome.exits += 1;
  await older.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  return outcome;
}

export const scenarios = (
  cluster: TortureCluster,
  env: Record<string, string>,
): [name: string, run: () => Promise<Outcome>][] => [
  ['two versions during a migration', () => run(cluster, env)],
];
