import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

import { AppError } from '~/contract/common/errors';

/**
 * Maximum time for one drawing in milliseconds. Logos take a few milliseconds; a drawing that takes longer is probably
 * an attack.
 */
export const drawingMs = 2_000;
/** Maximum time in milliseconds for the drawing process to start, on a busy machine. */
const startMs = 10_000;
/** Maximum number of waiting drawings. Further ones are rejected immediately. */
export const drawingsWaitingMax = 20;
const pixelsMax = 20_000_000;
const cacheBytesMax = 4 * 1024 * 1024;
const failureMs = 10 * 60_000;

const built = join('dist', 'server', 'draw', 'draw-worker.js');
const source = join('src', 'server', 'platform', 'media', 'draw-worker.mjs');

/** Environment variables for the drawing process: only those that its libraries need to find their files and fonts. */
const inherited = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot'].concat([
  'FONTCONFIG_PATH',
  'FONTCONFIG_FILE',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_DIRS',
]);

type Answer = { png: Uint8Array } | { problem: string };

const limit = pLimit(1);
const drawn = new LRUCache<string, Buffer>({
  maxSize: cacheBytesMax,
  sizeCalculation: (png) => Math.max(1, png.length),
});
/** Recent failures, so that a repeated request fails immediately. */
const failures = new LRUCache<string, AppError>({ max: 200, ttl: failureMs });

/**
 * Starts a process for one drawing. A thread would not suffice, because it cannot be terminated while its library
 * draws.
 */
function start(): ChildProcess {
  const env = Object.fromEntries(
    inherited.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  const child = fork(existsSync(built) ? built : source, [], {
    env,
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Lets this process exit while the drawing process runs.
  child.unref();
  child.channel?.unref();
  child.on('error', () => {});
  return child;
}

async function draw(svg: string, height: number): Promise<Buffer> {
  const child = start();
  const done = new AbortController();
  const { signal } = done;
  const answerWithin = async (ms: number): Promise<unknown> =>
    Promise.race([
      once(child, 'message', { signal }).then(([answer]) => answer),
      once(child, 'exit', { signal }).then(() => ({ problem: 'its process ended' })),
      setTimeout(ms, { problem: 'it takes too long to draw' }, { signal }),
    ]);
  try {
    const isReady = (await answerWithin(startMs)) === 'ready';
    if (!isReady) throw busy();
    child.send({ svg, height, pixelsMax });
    const answer = (await answerWithin(drawingMs)) as Answer;
    if ('problem' in answer) throw unusable(answer.problem);
    return Buffer.from(answer.png);
  } finally {
    done.abort();
    child.kill('SIGKILL');
  }
}

const unusable = (problem: string) =>
  new AppError(
    'BAD_REQUEST',
    `This SVG cannot be used: ${problem.startsWith('it ') ? problem : 'it cannot be drawn'}`,
  );

const busy = () =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    'Too many pictures are being worked on right now. Please try again in a moment.',
    { retryAfterSeconds: 5 },
  );

/**
 * Draws SVGs, one at a time, in a process that is killed if a drawing takes too long.
 *
 * @returns a PNG
 * @throws AppError BAD_REQUEST if the SVG cannot be drawn, SERVICE_UNAVAILABLE if too many drawings wait
 */
export async function drawSvg(svg: string, height: number): Promise<Buffer> {
  const key = createHash('sha256').update(`${height} ${svg}`).digest('hex');
  const known = () => {
    const failure = failures.get(key);
    if (failure) throw failure;
    return drawn.get(key);
  };
  const found = known();
  if (found) return found;
  if (limit.pendingCount >= drawingsWaitingMax) throw busy();
  return limit(async () => {
    // Another request may have drawn the SVG in the meantime.
    const meanwhile = known();
    if (meanwhile) return meanwhile;
    const png = await draw(svg, height).catch((error: unknown): never => {
      if (error instanceof AppError && error.code === 'BAD_REQUEST') failures.set(key, error);
      throw error;
    });
    drawn.set(key, png);
    return png;
  });
}
