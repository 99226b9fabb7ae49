import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import postgres from 'postgres';

const bundle = 'dist/server/main.js';

export const isBuilt = existsSync(bundle);

/** The built product, which runs in a separate process. */
export interface Product {
  child: ChildProcess;
  /** Resolves to the product's URL once it is ready. */
  url: Promise<string>;
  /** Returns what the product has printed so far. */
  said(): string;
  /** Resolves to the exit code; null if a signal ended the process. */
  exitCode: Promise<number | null>;
}

/**
 * Starts the built product.
 *
 * @param env added to the environment of every product under test
 * @param folder working directory: of a bundle, or without a build, in which case the build of the current folder is used
 * @param program program to run in its place, such as a supervisor
 */
export function startProduct(
  dataDir: string,
  env: Record<string, string> = {},
  folder = '.',
  program = existsSync(join(folder, bundle)) ? bundle : resolve(bundle),
): Product {
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      TRUST_PROXY: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const exitCode = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const site = /Site\s+(\S+)[\s\S]*Ready in/.exec(said)?.[1];
        if (site) resolve(site);
      });
    }
    void exitCode.then((code) => reject(new Error(`it ended with ${code} and said: ${said}`)));
  });
  url.catch(() => {});
  return { child, url, said: () => said, exitCode };
}

/** Returns PID and port from PostgreSQL's PID file; undefined if no server is running in this folder. */
export async function postmasterOf(
  dataDir: string,
): Promise<{ pid: number; port: number } | undefined> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  return Number(lines[0]) > 0 ? { pid: Number(lines[0]), port: Number(lines[3]) } : undefined;
}

/** Opens a separate connection to the running product's database. */
export async function connectBeside(dataDir: string): Promise<postgres.Sql> {
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim();
  const postmaster = await postmasterOf(dataDir);
  return postgres(`postgres://postgres:${password}@127.0.0.1:${postmaster?.port}/app`, {
    max: 2,
    onnotice: () => {},
  });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export async function until(condition: () => Promise<unknown> | unknown): Promise<void> {
  while (!(await condition())) await delay(10);
}
