import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the developer's own environment must not decide for the product under test. */
const unset = Object.fromEntries(
  ['DATABASE_URL', 'SMTP_URL', 'PUBLIC_URL', 'DEMO_MODE', 'TRUST_PROXY', 'STRIPE_SECRET_KEY'].map(
    (name) => [name, undefined],
  ),
);

/**
 * Starts the built product on a database of its own, and tells the tests where both are.
 *
 * @returns what stops them again
 */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kestrel-e2e-'));
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      ...unset,
      ENV_FILE: '',
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      // The tests visit from many addresses.
      TRUST_PROXY: '1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      WHATSAPP_NUMBER: '15550100142',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const tellOfEnd = (code: number | null, signal: string | null) => {
    process.stderr.write(`The product ended under the tests: ${signal ?? `code ${code}`}\n`);
  };
  server.once('exit', tellOfEnd);
  const stop = async () => {
    server.stdout.removeAllListeners('data').resume();
    server.off('exit', tellOfEnd);
    const runs = server.exitCode === null && server.signalCode === null;
    if (runs && server.kill('SIGTERM')) await once(server, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  };

  let output = '';
  const ready = new Promise<string>((resolve, reject) => {
    server.once('exit', () => reject(new Error(`The product did not start:\n${output}`)));
    server.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      // What it logs once it serves, warnings and worse, is for whoever runs the tests.
      if (process.env.E2E_URL) process.stderr.write(chunk);
      output += chunk;
      const [, url] = /Site\s+(http:\S+)[\s\S]*Ready in/.exec(output) ?? [];
      if (url) resolve(url);
    });
  });
  try {
    process.env.E2E_URL = await ready;
    process.env.E2E_DATABASE_URL = await databaseUrl(dataDir);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function databaseUrl(dataDir: string): Promise<string> {
  const password = await readFile(join(dataDir, 'postgres.password'), 'utf8');
  const postmaster = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  const port = postmaster.split('\n')[3]?.trim();
  return `postgres://postgres:${password.trim()}@127.0.0.1:${port}/app`;
}
