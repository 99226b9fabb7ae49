import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

import { root } from '../steps.mjs';

/** Starts a program, and waits for the line of output that contains its address. */
async function startServer(args, env) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ENV_FILE: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const url = await new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`the server ended with ${code} before it listened:\n${output}`)),
    );
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
      const match = /Site\s+(http:\S+)[\s\S]*Ready in/.exec(output);
      if (match) resolve(match[1]);
    });
  });
  return {
    url,
    pid: child.pid,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Returns the memory of a process in bytes, as reported by the operating system. */
export async function residentBytes(pid) {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) * 1024;
}

/** Starts the product as in a deployment, on a separate database. */
export function startProduct(dataDir, env) {
  return startServer(['dist/server/main.js'], {
    ...{ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    ...env,
  });
}

/**
 * Starts the server for comparison, which is only Hono and sends as many bytes as the product does
 * to this session.
 */
export function startBare(productUrl, cookie) {
  return startServer(['src/cli/bench/bare-server.mjs'], {
    PRODUCT_URL: productUrl,
    SESSION_COOKIE: cookie,
  });
}
