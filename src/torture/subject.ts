import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { type Product, startProduct } from '~/testing/product';
import type { Outcome } from './report';

const preload = pathToFileURL(resolve('src/torture/preload.mjs')).href;

/** The built product under test, in a separate process. */
export interface Subject extends Omit<Product, 'url'> {
  url: string;
  hasExited(): boolean;
  /** Returns the resident bytes after a garbage collection. */
  memory(): Promise<number>;
  /** Sets the total offset of the product's clock. */
  setClock(offsetMs: number): Promise<void>;
  stop(): Promise<number | null>;
  /** Stops the product, and adds failed requests, an unexpected exit and an unclean or slow stop to the outcome. */
  end(outcome: Outcome): Promise<void>;
}

interface SubjectOptions {
  folder: string;
  env: Record<string, string>;
  /** Program to run, such as a supervisor; by default only the server. */
  program?: string;
}

const stopMs = 12_000;

export async function startSubject({ folder, env, program }: SubjectOptions): Promise<Subject> {
  const product = startProduct(
    join(folder, 'data'),
    {
      ENV_FILE: '',
      HOME: process.env.HOME ?? '',
      TORTURE_FOLDER: folder,
      NODE_OPTIONS: `--import=${preload}`,
      HOST: '127.0.0.1',
      // glibc returns freed memory at once, so that resident memory is memory in use.
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: '60000',
      MALLOC_TRIM_THRESHOLD_: '131072',
      ...env,
    },
    '.',
    program,
  );
  const { child, said, exitCode } = product;
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  async function stop() {
    if (!hasExited()) child.kill('SIGTERM');
    return exitCode;
  }
  return {
    ...product,
    url: await product.url,
    hasExited,
    stop,
    async end(outcome) {
      if (outcome.odd.size > 0) outcome.faults.push(...failedRequests(said()));
      if (hasExited()) {
        outcome.exits += 1;
        outcome.faults.push(`it exited and said: ${said().slice(-400).trim()}`);
      }
      const startedAt = performance.now();
      if ((await stop()) !== 0) outcome.faults.push('it did not stop cleanly');
      if (performance.now() - startedAt > stopMs)
        outcome.faults.push(`it took longer than ${stopMs / 1_000} s to stop`);
    },
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
const failedRequests = (said: string): string[] =>
  said.split('\n').filter((line) => /"msg":"a (request|procedure|page) failed"/.test(line));
