import { execFile, spawn } from 'node:child_process';
import {
  chmod,
  chown,
  mkdir,
  open,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { errorCode, processIdentity, sleep } from './embedded-process';
import { type Binaries, cleanEnvironment, nameFor, type SystemUser } from './embedded-system';

const execute = promisify(execFile);

const READY_WITHIN = 300_000;
const STOPPED_WITHIN = 60_000;
const LOG_SIZE = 4 * 1024 * 1024;

/** PostgreSQL data folder, with the programs and the log file. */
export interface Cluster {
  dir: string;
  logFile: string;
  user: SystemUser | undefined;
  binaries: Binaries;
  durable: boolean;
  /** True if the server also listens on a Unix socket in its folder. */
  hasSocket?: boolean;
}

export interface Postmaster {
  pid: number;
  port: number | undefined;
  ready: boolean;
}

const as = (user: SystemUser | undefined) => (user ? { uid: user.uid, gid: user.gid } : {});

async function makeFolder(folder: string, user: SystemUser | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
}

/** Returns the major version that created the data folder; undefined if there is no cluster. */
export async function versionOf(dir: string): Promise<string | undefined> {
  // Without this file, there is no cluster.
  const text = await readFile(join(dir, 'PG_VERSION'), 'utf8').catch(() => '');
  return text.trim() || undefined;
}

/** Returns the major version of the bundled binaries. */
export async function versionOfPrograms({ binaries, user }: Cluster): Promise<string | undefined> {
  const { stdout } = await execute(binaries.postgres, ['--version'], {
    ...as(user),
    env: cleanEnvironment(),
  });
  return /(\d+)(?:\.\d+|beta\d+|rc\d+)/.exec(stdout)?.[1];
}

/**
 * Creates the cluster in a temporary folder and moves it into place when it is complete, so that an interrupted start
 * leaves nothing behind.
 */
export async function initialise(
  { dir, user, binaries, durable }: Cluster,
  password: string,
): Promise<void> {
  const workshop = `${dir}.new`;
  const draft = join(workshop, 'data');
  const passwordFile = join(workshop, 'password');
  await rm(workshop, { recursive: true, force: true });
  await makeFolder(workshop, user);
  await makeFolder(draft, user);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) await chown(passwordFile, user.uid, user.gid);

  const name = await nameFor(user, draft);
  const options = [
    `--pgdata=${name}`,
    '--username=postgres',
    `--pwfile=${name}/../password`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  // Disables safety for tests, whose data is disposable. With more iterations, each of a thousand connections would
  // derive the password key in 4,096 rounds.
  if (!durable) options.push('--no-sync', '--no-data-checksums', '--set=scram_iterations=1');
  try {
    await execute(binaries.initdb, options, { ...as(user), cwd: draft, env: cleanEnvironment() });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(`PostgreSQL could not create its data folder: ${output || String(error)}`);
  }
  await rename(draft, dir);
  await rm(workshop, { recursive: true, force: true });
}

export async function readPostmaster(dir: string): Promise<Postmaster | undefined> {
  // Without this file, no server is running.
  const text = await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]) || undefined, ready: lines[7] === 'ready' };
}

/** Returns whether the process is the PostgreSQL of this folder, and not another process that reuses its pid. */
export async function serves(pid: number, dir: string): Promise<boolean> {
  if ((await processIdentity(pid)) === undefined) return false;
  if (process.platform === 'linux') {
    // The system denies reading this file of other users' processes, so `ps` is the fallback.
    const at = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    if (at !== undefined) return at === dir;
  }
  if (process.platform === 'win32') return true;
  return execute('ps', ['-o', 'comm=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.includes('postgres'),
    () => false,
  );
}

/**
 * Replaces the pid of a dead server in its pid file, because PostgreSQL refuses to start while any process has that
 * pid. The other lines stay, because PostgreSQL uses them to detect sessions that still use shared memory.
 */
export async function disownPostmaster(dir: string, pid: number): Promise<void> {
  const file = join(dir, 'postmaster.pid');
  const unusedPid = 2 ** 31 - 1;
  await writeFile(file, (await readFile(file, 'utf8')).replace(String(pid), String(unusedPid)));
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('No free port')),
      );
    });
  });
}

function settings(port: number, { durable, hasSocket }: Cluster): string[] {
  const values: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: hasSocket ? '.' : '',
    max_connections: 100,
    shared_buffers: '128MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    autovacuum: durable ? 'on' : 'off',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function openLog(logFile: string) {
  const size = await stat(logFile).then(
    (info) => info.size,
    () => 0,
  );
  if (size > LOG_SIZE) await rename(logFile, `${logFile}.1`);
  const log = await open(logFile, 'a', 0o600);
  await chmod(logFile, 0o600);
  return { log, from: (await log.stat()).size };
}

async function lastLines(logFile: string, from: number): Promise<string> {
  // The log only adds detail to an error message, so a missing file is ignored.
  const text = (await readFile(logFile).catch(() => Buffer.alloc(0)))
    .subarray(from)
    .toString('utf8');
  return text.trim().split('\n').slice(-6).join('\n');
}

async function launch(cluster: Cluster, name: string, port: number): Promise<Postmaster | string> {
  const { log, from } = await openLog(cluster.logFile);
  const options = ['-D', name, ...settings(port, cluster)];
  let ended: string | undefined;
  try {
    // Starts a separate process group. Otherwise, Ctrl+C in the terminal would end the database before the app has
    // finished.
    const child = spawn(cluster.binaries.postgres, options, {
      ...as(cluster.user),
      cwd: cluster.dir,
      env: cleanEnvironment(),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.once('error', (error) => {
      ended = `${error.message} (its programs need glibc on Linux; DATABASE_URL names another server)`;
    });
    child.once('exit', (code, signal) => {
      ended ??= `it ended with ${signal ?? `code ${code}`}`;
    });
    child.unref();
    const deadline = Date.now() + READY_WITHIN;
    while (ended === undefined && Date.now() < deadline) {
      const running = await readPostmaster(cluster.dir);
      if (running?.ready && running.pid === child.pid) return running;
      await sleep(4);
    }
    if (ended === undefined) child.kill('SIGQUIT');
  } finally {
    await log.close();
  }
  return (
    (await lastLines(cluster.logFile, from)) ||
    ended ||
    `it was not ready within ${READY_WITHIN / 1000} seconds`
  );
}

/** Starts PostgreSQL on `port`, or else on a free port. Retries temporary failures for 15 s. */
export async function start(cluster: Cluster, port?: number): Promise<Postmaster> {
  const [name, free] = await Promise.all([nameFor(cluster.user, cluster.dir), freePort()]);
  const deadline = Date.now() + 15_000;
  let onPort = port ?? free;
  for (;;) {
    const outcome = await launch(cluster, name, onPort);
    if (typeof outcome !== 'string') return outcome;
    // Temporary failures: another program has taken the port since it was found free, or sessions of a killed server
    // have not ended yet.
    const passing =
      /could not bind|shared memory block .* is still in use|lock file "postmaster.pid" (already exists|is empty)/;
    if (!passing.test(outcome) || Date.now() > deadline)
      throw new Error(`PostgreSQL did not start: ${outcome}`);
    await sleep(50);
    onPort = port ?? (await freePort());
  }
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

/** Stops a server. Checks `identity`, so that another process with the same pid does not get the signal. */
export async function stop(
  { dir, binaries }: Pick<Cluster, 'dir' | 'binaries'>,
  pid: number,
  identity: string | undefined,
): Promise<void> {
  const runs = async () => identity !== undefined && (await processIdentity(pid)) === identity;
  if (!(await runs())) return;
  if (process.platform === 'win32') {
    await execute(binaries.pgCtl, ['stop', '-D', dir, '-m', 'fast', '-w']);
    return;
  }
  signal(pid, 'SIGINT');
  const patience = Date.now() + STOPPED_WITHIN;
  while (await runs()) {
    if (Date.now() > patience + 5_000) throw new Error(`PostgreSQL (process ${pid}) does not stop`);
    if (Date.now() > patience) signal(pid, 'SIGQUIT');
    await sleep(5);
  }
}
