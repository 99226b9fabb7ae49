import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { root } from '../steps.mjs';
import { bounds, measureAgainst } from './bounds.mjs';
import { median } from './http.mjs';

const checks = 3;
const limits = bounds.types;
const pollMs = 20;

/** Returns the peak memory of a process and its children, in bytes; undefined once they have ended, and outside Linux. */
async function peakBytes(pid) {
  try {
    const [status, children] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'),
    ]);
    const own = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
    const others = await Promise.all(children.split(' ').filter(Boolean).map(peakBytes));
    return Math.max(own, ...others.map((bytes) => bytes ?? 0));
  } catch {
    return undefined;
  }
}

/** Checks all types once, without the cache that `npm test` writes. */
async function checkTypes() {
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const args = [join(typescript, 'bin/tsc'), '--noEmit'];
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    peak = Math.max(peak, (await peakBytes(child.pid)) ?? 0);
    await Promise.race([ended, delay(pollMs)]);
  }
  if (child.exitCode !== 0) throw new Error('The types have errors');
  return { ms: performance.now() - begun, peak };
}

/** Measures the time and memory of a cold check of all types. */
export async function measureTypes() {
  const measured = await measureAgainst(async () => {
    const runs = [];
    for (let check = 0; check < checks; check++) runs.push(await checkTypes());
    return { ms: median(runs.map(({ ms }) => ms)), peak: median(runs.map(({ peak }) => peak)) };
  }, missesOf);
  return { results: measured.result, misses: measured.misses };
}

function missesOf({ ms, peak }) {
  const misses = [];
  if (ms > limits.ms) {
    const text = `types: ${Math.round(ms)} ms, at most ${limits.ms} ms`;
    misses.push({ bound: 'types', text, isTimed: true });
  }
  if (peak > limits.megabytes * 1e6) {
    const text = `memory of a check of types: ${Math.round(peak / 1e6)} MB, at most ${limits.megabytes} MB`;
    misses.push({ bound: 'memory of a check of types', text, isTimed: false });
  }
  return misses;
}

export function typesTable({ ms, peak }) {
  return [
    '',
    'A cold check of all types (medians)',
    '| ms | at most ms | MB | at most MB |',
    '| --- | --- | --- | --- |',
    `| ${Math.round(ms)} | ${limits.ms} | ${Math.round(peak / 1e6)} | ${limits.megabytes} |`,
    '',
  ].join('\n');
}
