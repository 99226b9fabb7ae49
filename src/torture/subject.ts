import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const preload = pathToFileURL(resolve('src/torture/preload.mjs')).href;

/** The built product under test, in a separate process. */
export interface Subject {
  url: string;
  child: ChildProcess;
  /** Returns what the product has printed so far. */
  said(): string;
  hasExited(): boolean;
  /** Resolves to the exit code; null if a signal ended the process. */
  exit: Promise<number | null>;
  /** Returns the resident bytes after a garbage collection. */
  memory(): Promise<number>;
  /** Sets the total offset of the product's clock. */
  setClock(offsetMs: number): Promise<void>;
  stop(): Promise<number | null>;
}

interface SubjectOptions {
  folder: string;
  env: Record<string, string>;
  /** Command to run, such as a supervisor; by default only the server. */
  args?: string[];
  cwd?: string;
}

export async function startSubject(options: SubjectOptions): Promise<Subject> {
  const { folder, env, args = ['dist/server/main.js'], cwd = process.cwd() } = options;
  const child = spawn(process.execPath, args, {
    cwd,
    env: {
      ENV_FILE: '',
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TORTURE_FOLDER: folder,
      NODE_OPTIONS: `--import=${preload}`,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'error',
      // glibc returns freed memory at once, so that resident memory is memory in use.
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: '60000',
      MALLOC_TRIM_THRESHOLD_: '131072',
      TRUST_PROXY: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const exit = new Promise<number | null>((done) => child.once('exit', done));
  const url = await new Promise<string>((done, fail) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-200_000);
        const site = /Site\s+(\S+)[\s\S]*Ready in/.exec(said)?.[1];
        if (site) done(site);
      });
    }
    void exit.then((code) => fail(new Error(`the product ended with ${code} and said: ${said}`)));
  });
  return {
    url,
    child,
    said: () => said,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    exit,
    async memory() {
      const [asked, answer] = [join(folder, 'memory-asked'), join(folder, 'memory')];
      await rm(answer, { force: true });
      await writeFile(asked, String(child.pid));
      for (;;) {
        const text = await readFile(answer, 'utf8').catch(() => undefined);
        if (text) {
          await rm(asked, { force: true });
          return (JSON.parse(text) as { rss: number }).rss;
        }
        if (child.exitCode !== null) return Number.NaN;
        await delay(50);
      }
    },
    async setClock(offsetMs) {
      await writeFile(join(folder, 'clock'), String(offsetMs));
      child.kill('SIGUSR2');
      await delay(100);
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      return exit;
    },
  };
}

/** Returns the session of the first admin as a `Cookie` header. */
export async function signIn(url: string, env: Record<string, string>): Promise<string> {
  const login = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: env.ADMIN_USERNAME, password: env.ADMIN_PASSWORD }),
  });
  return login.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

/** Returns log lines about requests that were answered with 500. */
export const failedRequests = (said: string): string[] =>
  said.split('\n').filter((line) => /"msg":"a (request|procedure|page) failed"/.test(line));
