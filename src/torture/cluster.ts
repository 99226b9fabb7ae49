import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import postgres from 'postgres';

import {
  type Cluster,
  disownPostmaster,
  initialise,
  type Postmaster,
  readPostmaster,
  serves,
  start,
} from '~/server/platform/db/embedded-cluster';
import { chooseUser, findBinaries } from '~/server/platform/db/embedded-system';

const execute = promisify(execFile);
const diskMegabytes = 700;

/** PostgreSQL of the suite, which can be stopped in every way. It is on a small disk if the machine allows one. */
export interface TortureCluster {
  urlOf(database: string): string;
  createDatabase(name: string): Promise<string>;
  sql(database: string): postgres.Sql;
  /** Stops PostgreSQL. `SIGQUIT`: at once, as in a crash; `SIGINT`: ends connections and writes data. */
  stop(signal: 'SIGQUIT' | 'SIGINT' | 'SIGKILL'): Promise<void>;
  start(): Promise<void>;
  /** The small disk; undefined if it could not be mounted, which requires root on Linux. */
  disk: { fill(): Promise<void>; free(): Promise<void> } | undefined;
  remove(): Promise<void>;
}

async function mountDisk(folder: string): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return execute('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${diskMegabytes}m,mode=0711`,
    'tmpfs',
    folder,
  ]).then(
    () => true,
    () => false,
  );
}

export async function createCluster(): Promise<TortureCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'kestrel-torture-db-'));
  const hasDisk = await mountDisk(folder);
  await chmod(folder, 0o711);
  const dir = join(folder, 'postgres');
  const user = await chooseUser(dir);
  const cluster: Cluster = {
    dir,
    user,
    durable: true,
    binaries: await findBinaries(user),
    // The log file is not on the small disk, because the server must be able to log that the disk is full.
    logFile: join(tmpdir(), `kestrel-torture-postgres-${process.pid}.log`),
  };
  const password = randomBytes(12).toString('hex');
  await initialise(cluster, password);
  let running: Postmaster = await start(cluster);
  const { port } = running;
  const urlOf = (database: string) =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  const sql = (database: string) => postgres(urlOf(database), { max: 2, onnotice: () => {} });

  const admin = sql('postgres');
  await admin.unsafe(`alter system set max_wal_size = '96MB'`);
  await admin.unsafe(`alter system set min_wal_size = '32MB'`);
  await admin`select pg_reload_conf()`;
  await admin.end();

  const isRunning = () => serves(running.pid, dir);
  const filler = join(folder, 'filler');

  async function startAgain(): Promise<void> {
    if (await isRunning()) return;
    const left = await readPostmaster(dir);
    if (left) await disownPostmaster(dir, left.pid);
    running = await start(cluster, port);
  }

  async function stop(signal: 'SIGQUIT' | 'SIGINT' | 'SIGKILL'): Promise<void> {
    process.kill(running.pid, signal);
    while (await isRunning()) await delay(10);
  }

  return {
    urlOf,
    sql,
    async createDatabase(name) {
      const maker = sql('postgres');
      await maker.unsafe(`create database "${name}"`);
      await maker.end();
      return urlOf(name);
    },
    stop,
    start: startAgain,
    disk: hasDisk
      ? {
          async fill() {
            // Fills the disk completely, the last bytes one by one.
            for (const size of ['8M', '64K', '4K']) {
              const args = [
                'if=/dev/zero',
                `of=${filler}`,
                `bs=${size}`,
                'oflag=append',
                'conv=notrunc',
              ];
              await execute('dd', args).catch(() => {});
            }
          },
          async free() {
            await rm(filler, { force: true });
            // PostgreSQL exits if it cannot even write its write-ahead log.
            await delay(200);
            await startAgain();
          },
        }
      : undefined,
    async remove() {
      if (await isRunning()) await stop('SIGINT');
      if (hasDisk) await execute('umount', [folder]).catch(() => execute('umount', ['-l', folder]));
      await rm(folder, { recursive: true, force: true });
      await rm(cluster.logFile, { force: true });
    },
  };
}

/** Creates a folder for one scenario's files. */
export async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kestrel-torture-'));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'clock'), '0');
  return folder;
}
