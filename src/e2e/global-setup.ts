import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres from 'postgres';

import { inboundEnv } from '~/testing/mails';
import { keepTemporaryFilesInMemory } from '~/testing/temporary-files';

/** Variables of the developer's environment that must not affect the product under test. */
const unset = Object.fromEntries(
  ['DATABASE_URL', 'SMTP_URL', 'PUBLIC_URL', 'DEMO_MODE', 'TRUST_PROXY', 'STRIPE_SECRET_KEY'].map(
    (name) => [name, undefined],
  ),
);

/**
 * Starts the built product twice, each with its own database, and passes their URLs to the tests.
 *
 * The second one is for tests that must not affect others: changes of content, and an OAuth provider. It is still
 * starting when the first tests begin.
 *
 * @returns a function that stops both
 */
export default async function setup(): Promise<() => Promise<void>> {
  await keepTemporaryFilesInMemory();
  const dataDir = await mkdtemp(join(tmpdir(), 'kestrel-e2e-'));
  const servers: Product[] = [];
  const stop = async () => {
    // Stops the first server last, because it also hosts the database of the second one.
    for (const server of servers.reverse()) await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const first = startProduct({ DATA_DIR: dataDir, PORT: '0', ...inboundEnv });
    servers.push(first);
    process.env.E2E_URL = await first.url;
    const url = await databaseUrl(dataDir);
    process.env.E2E_DATABASE_URL = url.href;

    const database = await addDatabase(url);
    const [port, issuerPort] = [await freePort(), await freePort()];
    servers.push(
      startProduct({
        DATABASE_URL: database,
        DEMO_MODE: 'on',
        AUTH_SECRET: randomBytes(32).toString('hex'),
        DATA_DIR: join(dataDir, 'second'),
        PORT: String(port),
        OIDC_ISSUER: `http://localhost:${issuerPort}`,
        OIDC_CLIENT_ID: 'agency',
        OIDC_CLIENT_SECRET: 'a secret between the two',
        OIDC_NAME: 'Harbour ID',
      }),
    );
    process.env.E2E_SECOND_URL = `http://127.0.0.1:${port}`;
    process.env.E2E_SECOND_DATABASE_URL = database;
    process.env.E2E_ISSUER_PORT = String(issuerPort);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

interface Product {
  /** Resolves to the URL of the server once it is ready. */
  url: Promise<string>;
  stop(): Promise<void>;
}

function startProduct(env: Record<string, string>): Product {
  const server: ChildProcess = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      ...unset,
      ENV_FILE: '',
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      // The tests use many IPs, which the server reads from `X-Forwarded-For`.
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      WHATSAPP_NUMBER: '15550100142',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const reportEnd = (code: number | null, signal: string | null) => {
    process.stderr.write(`The product ended under the tests: ${signal ?? `code ${code}`}\n`);
  };
  server.once('exit', reportEnd);

  let output = '';
  let isReady = false;
  const url = new Promise<string>((resolve, reject) => {
    server.once('exit', () => reject(new Error(`The product did not start:\n${output}`)));
    server.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      // Prints warnings and errors that the server logs after it is ready.
      if (isReady) process.stderr.write(chunk);
      output += chunk;
      const [, url] = /Site\s+(http:\S+)[\s\S]*Ready in/.exec(output) ?? [];
      if (!url) return;
      isReady = true;
      resolve(url);
    });
  });
  url.catch(() => {});
  return {
    url,
    stop: async () => {
      server.stdout?.removeAllListeners('data').resume();
      server.off('exit', reportEnd);
      const runs = server.exitCode === null && server.signalCode === null;
      if (runs && server.kill('SIGTERM')) await once(server, 'exit');
    },
  };
}

async function databaseUrl(dataDir: string): Promise<URL> {
  const password = await readFile(join(dataDir, 'postgres.password'), 'utf8');
  const postmaster = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  const port = postmaster.split('\n')[3]?.trim();
  return new URL(`postgres://postgres:${password.trim()}@127.0.0.1:${port}/app`);
}

/** Creates an empty database on the same server. @returns its URL */
async function addDatabase(beside: URL): Promise<string> {
  const sql = postgres(beside.href, { max: 1, onnotice: () => {} });
  await sql`create database second`;
  await sql.end();
  const url = new URL(beside);
  url.pathname = '/second';
  return url.href;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
