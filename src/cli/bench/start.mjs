import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { root } from '../steps.mjs';
import { bounds, measureAgainst } from './bounds.mjs';
import { median } from './http.mjs';
import { residentBytes, startProduct } from './servers.mjs';

const starts = 5;
const limits = bounds.start;
/**
 * Milliseconds to wait after the first page, so that garbage from startup is collected before the
 * memory is measured.
 */
const idleMs = 15_000;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

const statusOf = (url) =>
  new Promise((resolve) => {
    get(url, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', () => resolve(undefined));
  });

/** Returns the milliseconds from the start of a program to its first response with status 200. */
async function timeToFirstPage(command, args, env) {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ENV_FILE: '', ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  try {
    while ((await statusOf(`http://127.0.0.1:${port}/`)) !== 200) {
      if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`);
      await delay(5);
    }
    return performance.now() - begun;
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

/** Returns the URL of the embedded database of a running product. */
async function embeddedUrl(dataDir) {
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim();
  const postmaster = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
  return `postgres://postgres:${password}@127.0.0.1:${postmaster.split('\n')[3]}/app`;
}

/**
 * Measures the time from `npm start` to the first page, on a checkout that is installed, built and
 * filled. Measures it with the embedded database, and with a database that is already running. A
 * bare Hono server is measured beside it, because a busy machine slows both.
 */
export async function measureStart(dataDir) {
  const npm = (env) => timeToFirstPage('npm', ['start'], { LOG_LEVEL: 'warn', ...env });
  const bare = () => timeToFirstPage(process.execPath, ['src/cli/bench/bare-start.mjs'], {});
  const measured = await measureAgainst(async () => {
    const embedded = [];
    const bareStarts = [];
    for (let start = 0; start < starts; start++) {
      embedded.push(await npm({ DATA_DIR: dataDir }));
      bareStarts.push(await bare());
    }
    const product = await startProduct(dataDir);
    const external = [];
    let idleBytes;
    try {
      const env = {
        DATABASE_URL: await embeddedUrl(dataDir),
        DATA_DIR: dataDir,
        AUTH_SECRET: randomBytes(32).toString('hex'),
        DEMO_MODE: 'true',
      };
      for (let start = 0; start < starts; start++) external.push(await npm(env));
      await statusOf(product.url);
      await delay(idleMs);
      idleBytes = await residentBytes(product.pid);
    } finally {
      await product.stop();
    }
    return {
      embeddedMs: median(embedded),
      externalMs: median(external),
      bareMs: median(bareStarts),
      idleBytes,
    };
  }, missesOf);
  return { results: measured.result, misses: measured.misses };
}

function missesOf(result) {
  const check = (bound, value, limit, unit, isTimed) =>
    value > limit
      ? [{ bound, text: `${bound}: ${Math.round(value)} ${unit}, at most ${limit}`, isTimed }]
      : [];
  return [
    ...check('start, own database', result.embeddedMs, limits.embeddedMs, 'ms', true),
    ...check('start, given database', result.externalMs, limits.externalMs, 'ms', true),
    ...check('memory of an idle server', result.idleBytes / 1e6, limits.idleMegabytes, 'MB', false),
  ];
}

export function startTable(result) {
  const bare = Math.round(result.bareMs);
  const row = (name, value, limit) =>
    `| ${name} | ${Math.round(value)} | ${bare} | ${(value / result.bareMs).toFixed(1)} | ${limit} |`;
  return [
    '',
    '`npm start` to the first 200, against a bare Hono server (medians)',
    '| database | ms | bare ms | ratio | at most ms |',
    '| --- | --- | --- | --- | --- |',
    row('its own', result.embeddedMs, limits.embeddedMs),
    row('DATABASE_URL', result.externalMs, limits.externalMs),
    '',
    `Memory of the server, idle: ${Math.round(result.idleBytes / 1e6)} MB, at most ${limits.idleMegabytes} MB`,
    ...(process.env.NODE_EXTRA_CA_CERTS
      ? [
          'NODE_EXTRA_CA_CERTS is set: Node 20 reads that file in each of the three processes of a start',
        ]
      : []),
    '',
  ].join('\n');
}
