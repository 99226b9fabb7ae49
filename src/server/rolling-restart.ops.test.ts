import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { connect } from '~/server/platform/db/client';
import { startCutProxy } from '~/testing/cut-proxy';
import { createTestDatabase, type TestDatabase } from '~/testing/database';
import { isBuilt, type Product, startProduct, until } from '~/testing/product';
import { quoteRequest } from '~/testing/requests';
import { freePort, listenLocally } from '~/testing/servers';

const caddy = ['/usr/bin/caddy', '/usr/local/bin/caddy'].find((path) => existsSync(path));
const pgbouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));
const haproxy = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find((path) => existsSync(path));

let folder: string;
let database: TestDatabase;
let poolerUrl: string | undefined;
const products: Product[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kestrel-rolling-'));
  database = await createTestDatabase();
  poolerUrl = undefined;
});
afterEach(async () => {
  for (const { child, exitCode } of products.splice(0)) {
    child.kill('SIGKILL');
    await exitCode;
  }
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function start(port: number, databaseUrl = database.url): Product {
  const product = startProduct(folder, {
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: databaseUrl === poolerUrl ? database.url : '',
    AUTH_SECRET: 'a secret of the tests alone, long enough',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PORT: String(port),
    // The visitors of this test set their own networks.
    TRUST_PROXY: '2',
  });
  products.push(product);
  return product;
}

/** Starts HAProxy with `deploy/haproxy.cfg` and other addresses. */
async function startBalancer(instances: number[]): Promise<string> {
  const port = await freePort();
  const server = /^ +server (?:one|two|three) .*\n/gm;
  const lines = instances.map((one, at) => `    server n${at} 127.0.0.1:${one}\n`).join('');
  const config = (await readFile('deploy/haproxy.cfg', 'utf8'))
    .replace(/^ +bind :443.*\n/m, '')
    .replace(/^ +http-request redirect scheme https.*\n/m, '')
    // During tests, the limit on open files is lower.
    .replace('maxconn 10000', 'maxconn 500')
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace(/(?: +server (?:one|two|three) .*\n)+/g, lines);
  expect(config).not.toMatch(server);
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, config);
  const child: ChildProcess = spawn(haproxy ?? '', ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (text) => {
    said += text;
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await until(() => {
    if (child.exitCode !== null) throw new Error(said);
    return fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return url;
}

/** Starts PgBouncer with `deploy/pgbouncer.ini` and other addresses. */
async function startPgBouncer(): Promise<string> {
  const port = await freePort();
  const direct = new URL(database.url);
  const { pathname, username, password } = direct;
  const users = join(folder, 'userlist.txt');
  await writeFile(users, `"${username}" "${password}"\n`);
  const config = (await readFile('deploy/pgbouncer.ini', 'utf8'))
    .replace(
      'kestrel = host=10.0.0.20 port=5432 dbname=kestrel',
      // Connects over the loopback interface, because the socket's folder belongs to another user.
      `${pathname.slice(1)} = host=127.0.0.1 port=${direct.port}`,
    )
    .replace('listen_addr = 0.0.0.0', 'listen_addr = 127.0.0.1\nunix_socket_dir =')
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('auth_type = scram-sha-256', 'auth_type = plain')
    .replace('/etc/pgbouncer/userlist.txt', users);
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, config);
  // PgBouncer refuses to run as root.
  await chmod(folder, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(pgbouncer ?? '', ['-q', ...user, file], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const pooled = new URL(direct);
  pooled.search = '';
  pooled.host = `127.0.0.1:${port}`;
  const sql = connect(pooled.href, { max: 1, isPooled: true });
  await until(() => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
    return sql`select 1`.catch(() => false);
  });
  await sql.end();
  return pooled.href;
}

/** Starts Caddy with the real `deploy/Caddyfile`. */
async function startCaddy(instance: number): Promise<string> {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    SITE: `http://127.0.0.1:${port}`,
    UPSTREAMS: `127.0.0.1:${instance}`,
  };
  const file = join(folder, 'Caddyfile');
  // Another Caddy may use the default port for commands.
  await writeFile(file, `{\n\tadmin off\n}\n${await readFile('deploy/Caddyfile', 'utf8')}`);
  const child = spawn(caddy ?? '', ['run', '--adapter', 'caddyfile', '--config', file], {
    env,
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return url;
}

/**
 * Restarts under load: four readers and a writer, whose writes have no idempotency key, so that only refused connections
 * can be retried.
 */
async function restartUnderLoad(site: string, running: Product[], ports: number[]) {
  const failures: string[] = [];
  const counts = { reads: 0, writes: 0 };
  let isOver = false;
  const loop = async (what: keyof typeof counts, send: () => Promise<Response>) => {
    while (!isOver) {
      const answer = await send().then(
        async (response) => ({ status: response.status, text: await response.text() }),
        (error: Error) => ({ status: 0, text: String(error.cause ?? error) }),
      );
      counts[what] += 1;
      if (answer.status !== 200) failures.push(`${what}: ${answer.status} ${answer.text}`);
      await delay(5);
    }
  };
  let n = 0;
  const write = () => {
    n += 1;
    return fetch(`${site}/api/quotes`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `198.51.100.${n % 250}` },
      body: JSON.stringify(quoteRequest({ email: `lead${n}@client.example` })),
    });
  };
  const paths = ['/', '/services', '/api/services', '/readyz'];
  const loops = [
    ...paths.map((path) => loop('reads', () => fetch(site + path))),
    loop('writes', write),
  ];
  for (const [at, product] of running.entries()) {
    await delay(500);
    product.child.kill('SIGTERM');
    expect(await product.exitCode).toBe(0);
    await start(ports[at] ?? 0, poolerUrl).url;
  }
  await delay(1_000);
  isOver = true;
  await Promise.all(loops);
  expect(failures).toEqual([]);
  expect(counts.reads).toBeGreaterThan(100);
  expect(counts.writes).toBeGreaterThan(10);
}

describe.runIf(isBuilt)('behind a proxy', () => {
  it('a starting server refuses connections until it is ready, so that the proxy uses another one', async () => {
    const line = await startCutProxy(database.url);
    onTestFinished(() => line.close());
    await line.cut();
    const port = await freePort();
    const product = start(port, line.url);
    await until(() => /Waiting for the database/.test(product.said()));
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
    await line.mend();
    await product.url;
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  });

  it('a server whose port is in use fails immediately', async () => {
    const other = createServer();
    const port = await listenLocally(other);
    onTestFinished(() => void other.close());
    const product = start(port, 'postgres://u@127.0.0.1:1/app');
    expect(await product.exitCode).toBe(78);
    expect(product.said()).toMatch(new RegExp(`^Cannot start: port ${port} .* is taken`, 'm'));
  });
});

describe.runIf(isBuilt && haproxy)('two instances behind HAProxy', () => {
  it('are restarted one after the other, without effect on visitors', async () => {
    const ports = [await freePort(), await freePort()];
    if (pgbouncer) poolerUrl = await startPgBouncer();
    const running = ports.map((port) => start(port, poolerUrl));
    await Promise.all(running.map(({ url }) => url));
    const site = await startBalancer(ports);

    await restartUnderLoad(site, running, ports);
  }, 60_000);
});

describe.runIf(isBuilt && caddy)('one instance behind Caddy', () => {
  it('is restarted, and holds requests in the meantime', async () => {
    const port = await freePort();
    const product = start(port);
    await product.url;
    const site = await startCaddy(port);
    product.child.kill('SIGTERM');
    expect(await product.exitCode).toBe(0);
    const read = (path: string) => fetch(site + path);
    const asked = [read('/'), read('/api/services')];
    const again = start(port);
    await until(() => again.said() !== '');
    const answers = await Promise.all([...asked, read('/services')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});
