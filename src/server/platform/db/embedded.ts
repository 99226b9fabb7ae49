import { randomBytes } from 'node:crypto';
import { access, readFile, realpath, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import postgres from 'postgres';

import { createFolder } from './create-folder';
import {
  type Cluster,
  disownPostmaster,
  initialise,
  type Postmaster,
  readPostmaster,
  serves,
  start,
  stop,
  versionOf,
  versionOfPrograms,
} from './embedded-cluster';
import { takeOwnership } from './embedded-owner';
import { errorCode, processIdentity, sleep } from './embedded-process';
import { chooseUser, findBinaries, findPrograms } from './embedded-system';

export interface EmbeddedOptions {
  dataDir: string;
  log: (message: string) => void;
  /** False only in tests, for speed. */
  durable?: boolean;
  /**
   * True to connect through a Unix socket if its path is short enough, which makes queries a fifth faster than over the
   * loopback interface. Only for tests, because some mounted folders cannot contain a socket.
   */
  viaSocket?: boolean;
}

export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

const urlOf = (port: number, password: string, database: string) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;

async function ensurePassword(file: string, clusterDir: string): Promise<string> {
  const kept = (
    await readFile(file, 'utf8').catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
      return '';
    })
  ).trim();
  if (kept) return kept;
  if (await exists(clusterDir)) {
    throw new Error(
      `The password of the database in ${clusterDir} is missing: put ${file} back, or remove both to start afresh`,
    );
  }
  const password = randomBytes(24).toString('hex');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

async function ensureDatabase(port: number, password: string): Promise<void> {
  const sql = postgres(urlOf(port, password, 'postgres'), {
    max: 1,
    connect_timeout: 10,
    fetch_types: false,
    onnotice: () => {},
  });
  try {
    const found = await sql`select 1 from pg_database where datname = 'app'`;
    if (found.length === 0) await sql`create database app`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Takes over a server that is still running after our process was killed; undefined if none is running, so that a new
 * one may be started.
 */
async function adopt(
  cluster: Cluster,
  dataDir: string,
  password: string,
): Promise<Postmaster | undefined> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const running = await readPostmaster(cluster.dir);
    if (!running) return undefined;
    if (!(await serves(running.pid, cluster.dir))) {
      await disownPostmaster(cluster.dir, running.pid);
      return undefined;
    }
    let reason = 'it is still starting or stopping';
    if (running.ready && running.port) {
      try {
        await ensureDatabase(running.port, password);
        return running;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    }
    if (Date.now() > deadline) {
      throw new Error(
        `DATA_DIR ${dataDir} is in use by another PostgreSQL (process ${running.pid}), which does not answer: ${reason}`,
      );
    }
    await sleep(25);
  }
}

/** Returns an error for data of another major version, because PostgreSQL's own message is for its administrators. */
async function versionError(cluster: Cluster, dataDir: string): Promise<Error | undefined> {
  const made = await versionOf(cluster.dir);
  const ours = await versionOfPrograms(cluster);
  if (!made || !ours || made === ours) return undefined;
  return new Error(
    `DATA_DIR ${dataDir} holds a database of PostgreSQL ${made}, and this version comes with PostgreSQL ${ours}. Nothing was changed: start the version of the product that made it, save with "npm run backup -- FILE", start this version on another DATA_DIR, and load with "npm run restore -- FILE"`,
  );
}

/**
 * Returns whether the socket's path is short enough. All systems allow at least 103 bytes, except for Windows, which
 * has no such sockets.
 */
const canHoldSocket = (dir: string) =>
  process.platform !== 'win32' && Buffer.byteLength(join(dir, '.s.PGSQL.65535')) <= 103;

async function bringUp(dataDir: string, { log, durable = true, viaSocket }: EmbeddedOptions) {
  const dir = join(dataDir, 'postgres');
  const user = await chooseUser(dir);
  const [binaries, password] = await Promise.all([
    findBinaries(user),
    ensurePassword(join(dataDir, 'postgres.password'), dir),
  ]);
  const cluster: Cluster = {
    dir,
    user,
    durable,
    binaries,
    logFile: join(dataDir, 'postgres.log'),
    hasSocket: Boolean(viaSocket) && canHoldSocket(dir),
  };

  const left = await adopt(cluster, dataDir, password);
  if (left) {
    log(`PostgreSQL still runs from an earlier start (process ${left.pid}); using it`);
    return { cluster, password, running: left };
  }
  if (!(await exists(dir))) {
    log('Creating the database (first start only)');
    await initialise(cluster, password);
  }
  const running = await start(cluster).catch(async (error: unknown) => {
    throw (await versionError(cluster, dataDir)) ?? error;
  });
  try {
    await ensureDatabase(running.port ?? 0, password);
  } catch (error) {
    await stop(cluster, running.pid, await processIdentity(running.pid));
    throw error;
  }
  return { cluster, password, running };
}

const lookEveryMs = 1_000;
const longestPauseMs = 15_000;

/** Restarts PostgreSQL on the same port if it ends unexpectedly. After failures, retries with growing delays. */
async function watch(cluster: Cluster, first: Postmaster, log: EmbeddedOptions['log']) {
  let running = first;
  let identity = await processIdentity(running.pid);
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isStopping = false;
  let pauseMs = lookEveryMs;

  async function look(): Promise<void> {
    if ((await processIdentity(running.pid)) === identity || isStopping) return;
    log(`PostgreSQL (process ${running.pid}) has ended; starting it again`);
    const left = await readPostmaster(cluster.dir);
    if (left && !(await serves(left.pid, cluster.dir)))
      await disownPostmaster(cluster.dir, left.pid);
    running = await start(cluster, first.port);
    identity = await processIdentity(running.pid);
    pauseMs = lookEveryMs;
  }

  function lookLater(): void {
    timer = setTimeout(() => {
      looking = look()
        .catch((error: unknown) => {
          pauseMs = Math.min(longestPauseMs, pauseMs * 2);
          log(error instanceof Error ? error.message : String(error));
        })
        .finally(() => isStopping || lookLater());
    }, pauseMs);
    timer.unref();
  }

  lookLater();
  return {
    async stop(): Promise<void> {
      isStopping = true;
      clearTimeout(timer);
      await looking;
      await stop(cluster, running.pid, identity);
    },
  };
}

const reasons: Record<string, string> = {
  EACCES: 'belongs to another user',
  EPERM: 'belongs to another user',
  ENOSPC: 'has no space left',
  EROFS: 'is read-only',
};

/** Reasons why a folder cannot be created. */
const notCreated: Record<string, string> = {
  EEXIST: 'is a file or inside one: name a folder',
  ENOTDIR: 'is a file or inside one: name a folder',
  EACCES: 'cannot be created: the folder around it belongs to another user, or takes no folders',
  EPERM: 'cannot be created: the folder around it belongs to another user, or takes no folders',
  ENOSPC: 'cannot be created: no space is left',
  EROFS: 'cannot be created: the folder around it is read-only',
};

function explain(error: unknown, dataDir: string): unknown {
  const reason = reasons[errorCode(error) ?? ''];
  return reason ? new Error(`DATA_DIR ${dataDir} ${reason}`, { cause: error }) : error;
}

/**
 * Starts PostgreSQL in `dataDir` with an empty database named `app`, reachable over the loopback interface and, if
 * requested, through a socket.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const wanted = resolve(options.dataDir);
  // Searches for the programs first, because creating the folder would leave it behind if they are missing.
  findPrograms();
  try {
    // Lets other users enter the folder, but not list it, because PostgreSQL runs as another user if this process runs
    // as root.
    await createFolder(wanted, { mode: 0o711 }).catch((error: unknown) => {
      const reason = notCreated[errorCode(error) ?? ''];
      throw new Error(
        `DATA_DIR ${wanted} ${reason ?? `cannot be created (${(error as Error).message})`}`,
      );
    });
    const root = await realpath(wanted);
    const release = await takeOwnership(root);
    try {
      const { cluster, password, running } = await bringUp(root, options);
      const watched = await watch(cluster, running, log);
      let stopping: Promise<void> | undefined;
      return {
        url:
          urlOf(running.port ?? 0, password, 'app') +
          (cluster.hasSocket ? `?host=${encodeURIComponent(cluster.dir)}` : ''),
        stop: () => {
          stopping ??= watched.stop().finally(release);
          return stopping;
        },
      };
    } catch (error) {
      await release();
      throw error;
    }
  } catch (error) {
    throw explain(error, wanted);
  }
}

/** Returns the URL of an embedded database that another process of this software runs; undefined if there is none. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const dir = join(resolve(dataDir), 'postgres');
  const running = await readPostmaster(dir);
  if (!running?.port || !(await serves(running.pid, dir))) return undefined;
  const password = await readFile(join(resolve(dataDir), 'postgres.password'), 'utf8');
  return urlOf(running.port, password.trim(), 'app');
}
