import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const at = (...parts) => join(root, ...parts);
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
/** Returns the text of a file; empty if the file does not exist. */
const readText = (file) => readFile(file, 'utf8').catch(() => '');

/** Error with a message for users. Any other thrown error is a defect and keeps its stack. */
export class StepError extends Error {}

/** Prints one line for a slow step, and its duration at the end. */
export async function step(label, work) {
  const begun = performance.now();
  process.stdout.write(`${label} … `);
  try {
    const result = await work();
    process.stdout.write(`${((performance.now() - begun) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (error) {
    process.stdout.write('failed\n');
    throw error;
  }
}

/**
 * Runs a program until it ends. Shows its output only if it fails, unless `show` is set. Forwards a
 * signal that only this process received, so that no installation or build continues after an
 * aborted start.
 */
export function run(command, args, { env = {}, show = false, timeout } = {}) {
  return new Promise((resolve, reject) => {
    let output = '';
    let stoppedBy;
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    const limit = timeout && setTimeout(() => child.kill('SIGKILL'), timeout);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk) => {
        output += chunk;
      });
    }
    const forward = (signal) => {
      stoppedBy = signal;
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM'];
    for (const signal of signals) process.on(signal, forward);
    const settle = () => {
      clearTimeout(limit);
      for (const signal of signals) process.off(signal, forward);
    };
    child.once('error', (error) => {
      settle();
      reject(new StepError(`${command} could not be run: ${error.message}`));
    });
    child.once('close', (code, signal) => {
      settle();
      if (stoppedBy) process.exit(stoppedBy === 'SIGINT' ? 130 : 143);
      if (code === 0) resolve(output);
      else {
        const end = signal ? `was ended by ${signal}` : `ended with code ${code}`;
        reject(
          new StepError(
            [output.trim(), `${[command, ...args].join(' ')} ${end}`].join('\n').trim(),
          ),
        );
      }
    });
  });
}

/** Runs a script of an installed package, without the shell that a program in node_modules/.bin needs on Windows. */
export const runScript = (script, args, options) =>
  run(process.execPath, [at('node_modules', ...script.split('/')), ...args], options);

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes a lock whose owner has stopped updating it, because the owner hangs or has crashed. */
async function discardAbandoned(lock) {
  // The other process has released the lock in the meantime.
  const info = await stat(lock).catch(() => undefined);
  if (!info) return;
  const owner = await readText(lock);
  const dead = Number(owner) > 0 && !isAlive(Number(owner));
  if (!dead && Date.now() - info.mtimeMs < 20_000) return;
  const aside = `${lock}.${process.pid}`;
  try {
    await rename(lock, aside);
    // Another process was faster, and this is its new lock. It is restored.
    if ((await readText(aside)) !== owner) await link(aside, lock);
  } catch {
    // The lock was released, or another process already holds it again.
  }
  await rm(aside, { force: true });
}

/**
 * Runs work while holding a lock. Without it, two concurrent first starts would overwrite each
 * other's installation and build.
 */
async function alone(work) {
  await mkdir(at('.cache'), { recursive: true });
  const lock = at('.cache', 'setup.lock');
  let said = false;
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    await discardAbandoned(lock);
    const owner = await readText(lock);
    if (owner && !said) {
      console.log(`Waiting for process ${owner} to finish installing or building …`);
      said = true;
    }
    await sleep(200);
  }
  // Ignores a failure: without the lock file, another process considers the lock abandoned, but
  // this work continues.
  const heartbeat = setInterval(() => utimes(lock, new Date(), new Date()).catch(() => {}), 3_000);
  heartbeat.unref();
  const release = () => rm(lock, { force: true });
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await release();
  }
}

const installStamp = at('node_modules', '.installed');
const buildStamp = at('dist', '.built');

async function installHash() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  const patches = listFiles('patches');
  for (const file of ['package-lock.json', ...patches]) hash.update(await readFile(at(file)));
  return hash.digest('hex');
}

/**
 * Returns whether a manual installation is current. It lacks our stamp, but contains npm's own
 * record.
 */
async function isInstalledByHand() {
  try {
    const wanted = JSON.parse(await readFile(at('package-lock.json'), 'utf8')).packages;
    const present = JSON.parse(
      await readFile(at('node_modules', '.package-lock.json'), 'utf8'),
    ).packages;
    return Object.entries(wanted).every(([path, { version, optional, link }]) => {
      if (path === '' || link) return true;
      return present[path] ? present[path].version === version : optional === true;
    });
  } catch {
    // Nothing is installed.
    return false;
  }
}

export async function isInstalled(given) {
  const hash = given ?? (await installHash());
  if ((await readText(installStamp)) === hash) return true;
  if (!(await isInstalledByHand())) return false;
  await writeFile(installStamp, hash);
  return true;
}

export async function ensureInstalled() {
  const hash = await installHash();
  if (await isInstalled(hash)) return;
  await alone(async () => {
    if (await isInstalled(hash)) return;
    const first = !existsSync(at('node_modules'));
    await step(
      first ? 'Installing dependencies (first start only)' : 'Installing changed dependencies',
      async () => {
        // Includes dev dependencies: the build needs them, even if NODE_ENV is production.
        const options = [
          'ci',
          '--include=dev',
          '--include=optional',
          '--no-audit',
          '--no-fund',
          '--loglevel=error',
        ];
        const npm = process.env.npm_execpath;
        if (npm?.endsWith('.js')) await run(process.execPath, [npm, ...options]);
        else await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', options);
        await writeFile(installStamp, hash);
      },
    );
  });
}

/** Returns whether a path does not affect the build, or is created by it. */
const isOutsideBuild = (path) =>
  /\.test\.tsx?$|\.gen\.ts$|^src\/(cli|e2e|testing|torture)\//.test(path);

/**
 * Lists the files of a path. Reads synchronously, because awaiting each of a thousand files takes five times as long,
 * at every start.
 */
function listFiles(path) {
  const info = statSync(at(path), { throwIfNoEntry: false });
  if (!info) return [];
  return info.isDirectory() ? filesIn(path).sort() : [path];
}

function filesIn(folder) {
  return readdirSync(at(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return isOutsideBuild(`${path}/`) ? [] : filesIn(path);
    return entry.isFile() && !isOutsideBuild(path) ? [path] : [];
  });
}

function sourceFiles() {
  const sources = [
    'src',
    'public',
    'drizzle',
    'vite.config.ts',
    'tsconfig.json',
    'package-lock.json',
  ];
  return sources.flatMap(listFiles);
}

async function buildHash(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(await readFile(at(file)));
  return hash.digest('hex');
}

/**
 * Returns a hash that changes whenever a file is written, even if its size and date stay the same.
 */
function writesHash(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs, ctimeMs } = statSync(at(file));
    hash.update(`${file} ${size} ${mtimeMs} ${ctimeMs}\n`);
  }
  return hash.digest('hex');
}

/**
 * Returns whether the build is current. Reading all sources takes half a second, so they are only
 * read if one of them was written since the stamp.
 */
export async function isBuilt() {
  const [built, writes] = (await readText(buildStamp)).split('\n');
  if (!built) return false;
  const files = sourceFiles();
  const written = writesHash(files);
  if (written === writes) return true;
  if ((await buildHash(files)) !== built) return false;
  // In a read-only folder, the stamp cannot be written, so all sources are read each time.
  await writeFile(buildStamp, `${built}\n${written}`).catch(() => {});
  return true;
}

export async function ensureBuilt({ force = false } = {}) {
  if (!force && (await isBuilt())) return;
  await alone(async () => {
    if (!force && (await isBuilt())) return;
    const first = !existsSync(at('dist'));
    await step(first ? 'Building (first start only)' : 'Building what changed', async () => {
      // Computes the hash before the build, so that an edit during the build causes another build
      // at the next start.
      const files = sourceFiles();
      const stamp = `${await buildHash(files)}\n${writesHash(files)}`;
      await rm(at('dist'), { recursive: true, force: true });
      await runScript('vite/bin/vite.js', ['build', '--app'], { env: { NODE_ENV: 'production' } });
      await writeFile(buildStamp, stamp);
    });
  });
}
