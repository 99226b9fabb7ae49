import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import postgres from 'postgres';

import { startEmbeddedPostgres } from '~/server/platform/db/embedded';
import { startProduct } from '~/testing/product';

const execute = promisify(execFile);
const timeoutMs = 60_000;

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

async function expectType(response: Response, type: string): Promise<Response> {
  const given = response.headers.get('content-type') ?? '';
  const body = await response.clone().text();
  if (!response.ok || !given.startsWith(type))
    throw new Error(
      `${response.url} responded with ${response.status} ${given}: ${body.slice(0, 300)}`,
    );
  return response;
}

/** Sends requests that load further libraries. */
async function openAll(fetch: Fetch, sql: postgres.Sql): Promise<void> {
  await expectType(await fetch('/'), 'text/html');
  await expectType(await fetch('/share/site.png'), 'image/png');
  // A rate-limited request loads the rate limiter's library.
  await expectType(
    await fetch('/api/auth/send-otp', json({ email: 'someone@client.example', type: 'signup' })),
    'application/json',
  );
  const login = await expectType(
    await fetch('/api/admin/login', json({ username: 'admin', password: 'admin-demo' })),
    'application/json',
  );
  const Cookie = login.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const [invoice] = await sql`select id from invoices where number is not null limit 1`;
  const pdf = `/api/admin/invoices/${invoice?.id}/pdf`;
  await expectType(await fetch(pdf, { headers: { Cookie } }), 'application/pdf');
  await expectType(await fetch('/admin', { headers: { Cookie } }), 'text/html');
}

const rejected = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the server was not ready in time')));
  });

/**
 * Starts a bundle on a temporary database, and sends requests that load the libraries of the
 * bundle.
 *
 * @throws Error with the bundle's output if anything is missing
 */
export async function checkBundle(folder: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kestrel-bundle-'));
  const database = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false });
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const env = {
    DATABASE_URL: database.url,
    DEMO_MODE: 'on',
    AUTH_SECRET: randomBytes(32).toString('hex'),
    ENV_FILE: '',
  };
  const product = startProduct(join(dataDir, 'files'), env, folder);
  try {
    const late = AbortSignal.timeout(timeoutMs);
    const site = await Promise.race([product.url, rejected(late)]);
    await openAll((path, init) => fetch(site + path, { ...init, signal: late }), sql);
    await execute(process.execPath, ['dist/server/admin.js', 'list'], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
    });
  } catch (error) {
    throw new Error(
      `The bundle does not work: ${error instanceof Error ? error.message : error}\n${product.said()}`,
    );
  } finally {
    product.child.kill('SIGTERM');
    await product.exitCode;
    await sql.end({ timeout: 5 });
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
