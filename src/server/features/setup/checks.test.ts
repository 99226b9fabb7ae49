import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, createServer as createBareServer } from 'node:net';
import { tmpdir } from 'node:os';

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { connect, createDatabase, type Database, type Sql } from '~/server/platform/db/client';
import { expectState } from '~/testing/check-results';
import { createTestDatabase, type TestDatabase } from '~/testing/database';
import { startSmtp } from '~/testing/smtp';
import { startTransactionPooler, type TransactionPooler } from '~/testing/transaction-pooler';
import { checkClock } from './checks/clock';
import { checkDatabase, checkMigrations, checkPooler, checkWrites } from './checks/database';
import { checkDisk } from './checks/disk';
import { checkEnvironment } from './checks/environment';
import { checkFiles } from './checks/files';
import { checkMail } from './checks/mail';
import { checkPayments, checkWebhook } from './checks/payments';
import { checkPort } from './checks/port';
import { askPublicUrl, checkProxy, checkPublicUrl, type PublicAnswer } from './checks/public-url';
import { checkSecret } from './checks/secret';
import { isProbe, probeFor, probeHeader } from './probe';
import { startWarnings } from './start-warnings';

let database: TestDatabase;
let pooler: TransactionPooler;
let sql: Sql;
let db: Database;
/** Address at which nothing listens. */
const nowhere = 'postgres://u@127.0.0.1:1/app';
const away = connect(nowhere, { max: 1 });

let peer: Server;
let peerUrl: string;
let answerPeer: (request: IncomingMessage) => {
  status?: number;
  body?: object;
  headers?: Record<string, string>;
};

beforeAll(async () => {
  database = await createTestDatabase();
  pooler = await startTransactionPooler(database.url);
  sql = connect(database.url, { max: 2 });
  db = createDatabase(sql);
  peer = createServer((request, response) => {
    const { status = 200, body = {}, headers = {} } = answerPeer(request);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  peerUrl = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await Promise.all([sql.end(), away.end()]);
  await pooler.close();
  await database.drop();
  peer.close();
});

describe('check of the environment', () => {
  const env = {
    DEMO_MODE: false,
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://agency.example',
    DATABASE_URL: 'postgres://db/app',
  };
  it.each([
    [env, 'ok', /valid/],
    [{ ...env, DEMO_MODE: true, PUBLIC_URL: undefined }, 'ok', /demo mode/],
    [{ ...env, DEMO_MODE: true }, 'warning', /everybody can sign in/],
    [{ ...env, PUBLIC_URL: undefined }, 'warning', /PUBLIC_URL is unset/],
    [{ ...env, DATABASE_URL: undefined }, 'warning', /embedded database/],
  ] as const)('%j is %s', (given, state, words) => {
    expectState(checkEnvironment(given), state, words);
  });

  it('warns of a probable misspelling', () => {
    expectState(checkEnvironment(env, ['SMPT_URL is no setting']), 'warning', /^SMPT_URL is no/);
    const both = checkEnvironment({ ...env, PUBLIC_URL: undefined }, ['SMPT_URL is no setting']);
    expectState(both, 'warning', /^PUBLIC_URL is unset.*\. SMPT_URL is no setting$/);
  });
});

describe('check of the database', () => {
  it('is ok if a server of a supported version answers', async () => {
    expectState(
      await checkDatabase(db),
      'ok',
      /^PostgreSQL 1[5-9][.\d]* .*answers, database test_/,
    );
  });

  it('fails if no server answers', async () => {
    expectState(await checkDatabase(createDatabase(away)), 'failed', /ECONNREFUSED/);
  });

  it('fails if the server is too old', async () => {
    const old = { execute: async () => [{ version: 14, shown: '14.2', name: 'app' }] };
    expectState(await checkDatabase(old as unknown as Database), 'failed', /14\.2 is too old/);
  });
});

describe('check of writes', () => {
  it('is ok if the database accepts them, and leaves nothing behind', async () => {
    expectState(await checkWrites(db), 'ok', /takes writes/);
    const left = await sql`select from pg_class where relname = 'kestrel_write_probe'`;
    expect(left).toHaveLength(0);
  });

  it('fails if it is read-only, or its disk is full', async () => {
    const name = new URL(database.url).pathname.slice(1);
    const other = connect(database.url, { max: 1 });
    await sql.unsafe(`alter database ${name} set default_transaction_read_only = on`);
    expectState(await checkWrites(createDatabase(other)), 'failed', /is read-only.*25006/);
    await sql.unsafe(`alter database ${name} reset default_transaction_read_only`);
    await other.end();
    const full = Object.assign(new Error('could not extend file'), { code: '53100' });
    const fails = { transaction: () => Promise.reject(full) } as unknown as Database;
    expectState(await checkWrites(fails), 'failed', /the disk of the database .* is full/);
  });
});

describe('check of the pooler', () => {
  it('is unused without DATABASE_URL, or without a pooler', async () => {
    expectState(await checkPooler({}), 'unused', /embedded/);
    expectState(await checkPooler({ DATABASE_URL: database.url }), 'unused', /itself/);
  });

  it('warns if the pooler sets no statement timeout, and is ok if it does', async () => {
    const both = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url };
    expectState(await checkPooler(both), 'warning', /no statement_timeout/);
    const name = new URL(database.url).pathname.slice(1);
    await sql.unsafe(`alter database ${name} set statement_timeout = '8s'`);
    const other = await startTransactionPooler(database.url);
    expectState(
      await checkPooler({ ...both, DATABASE_URL: other.url }),
      'ok',
      /through a pooler; DATABASE_DIRECT_URL past it/,
    );
    await other.close();
    await sql.unsafe(`alter database ${name} reset statement_timeout`);
  });

  it('fails if the direct URL also leads to a pooler', async () => {
    const direct = `${pooler.url}?application_name=direct`;
    const both = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct };
    expectState(await checkPooler(both), 'failed', /DATABASE_DIRECT_URL leads to a pooler/);
  });
});

describe('check of migrations', () => {
  it('is ok if all are applied', async () => {
    expectState(await checkMigrations(db), 'ok', /^All \d+ migrations/);
  });

  it('warns if some are pending, or a newer version has applied more', async () => {
    const [last] = await sql`select * from drizzle.__drizzle_migrations order by id desc limit 1`;
    await sql`delete from drizzle.__drizzle_migrations where id = ${last?.id}`;
    expectState(await checkMigrations(db), 'warning', /^1 of \d+ migrations are pending/);
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`;
    expectState(await checkMigrations(db), 'failed', /made before version 1\.0\.0/);
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${last?.hash}, ${last?.created_at})`;
    expectState(await checkMigrations(db), 'warning', /1 migrations of a newer version/);
    await sql`delete from drizzle.__drizzle_migrations where hash = 'x'`;
  });

  it('fails if they cannot be compared', async () => {
    expectState(
      await checkMigrations(db, 'no-such-folder'),
      'failed',
      /cannot be compared: there is no folder .*no-such-folder$/,
    );
  });
});

describe('check of email', () => {
  const none = { DEMO_MODE: false, SMTP_URL: undefined, MAIL_FROM: undefined };
  it('is unused without a server', async () => {
    expectState(await checkMail(none), 'unused', /SMTP_URL is unset/);
  });

  it('is ok if the server accepts the sign-in, and a test message is sent only on request', async () => {
    const smtp = await startSmtp();
    const env = { ...none, SMTP_URL: smtp.url };
    expectState(await checkMail(env), 'ok', /no message was sent/);
    expect(smtp.received).toHaveLength(0);
    const sendTo = { to: 'owner@agency.example', from: 'no-reply@agency.example' };
    expectState(await checkMail(env, sendTo), 'ok', /took a message to owner@/);
    expect(smtp.received).toMatchObject([{ to: ['owner@agency.example'] }]);
    smtp.state.refuse = 550;
    expectState(await checkMail(env, sendTo), 'failed', /refused/);
    await smtp.stop();
  });

  it('fails with the message of a server that rejects the sign-in', async () => {
    const server = createBareServer((socket) => socket.end('554 5.7.1 Not from your network\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const env = { ...none, SMTP_URL: `smtp://127.0.0.1:${port}` };
    expectState(await checkMail(env), 'failed', /It replied “554 5\.7\.1 Not from your network”/);
    server.close();
  });

  it('fails if it cannot be reached', async () => {
    const env = { ...none, SMTP_URL: 'smtp://127.0.0.1:2' };
    expectState(await checkMail(env), 'failed', /could not be reached \(.*ECONNREFUSED/);
    const plain = await startSmtp();
    const encrypted = { ...none, SMTP_URL: plain.url.replace('smtp:', 'smtps:') };
    expectState(
      await checkMail(encrypted),
      'failed',
      /could not be .*\(.*(SSL|TLS|wrong version)/i,
    );
    await plain.stop();
  });
});

describe('check of payments and webhook', () => {
  const site = 'https://agency.example';
  const env = () => ({
    DEMO_MODE: false,
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1' as string | undefined,
    STRIPE_API_BASE: peerUrl,
  });
  const url = `${site}/api/webhooks/stripe`;
  const endpoints = (...data: object[]) => ({ body: { object: 'list', data } });

  beforeEach(() => {
    answerPeer = () => ({ body: { object: 'balance' } });
  });

  it('is ok if Stripe accepts live keys', async () => {
    expectState(await checkPayments(env(), site), 'ok', /live/);
  });

  it('fails if Stripe rejects the key, or the site has no https', async () => {
    expectState(await checkPayments(env(), 'http://agency.example'), 'failed', /without https/);
    answerPeer = () => ({
      status: 401,
      body: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } },
    });
    expectState(await checkPayments(env(), site), 'failed', /does not accept the secret key/);
  });

  it('is ok for the webhook if Stripe has it with its events', async () => {
    answerPeer = () => endpoints({ url, status: 'enabled', enabled_events: ['*'] });
    expectState(await checkWebhook(env(), site), 'ok', /Stripe tells/);
  });

  it('warns of a missing secret or event of the webhook', async () => {
    const without = { ...env(), STRIPE_WEBHOOK_SECRET: undefined };
    expectState(await checkWebhook(without, site), 'warning', /every 30 seconds/);
    answerPeer = () => endpoints({ url, status: 'enabled', enabled_events: ['invoice.paid'] });
    expectState(await checkWebhook(env(), site), 'warning', /leaves out .*charge\.\*/);
    answerPeer = () => ({ status: 403, body: { error: { type: 'invalid_request_error' } } });
    expectState(await checkWebhook(env(), site), 'warning', /not allowed to read/);
  });

  it('fails for a missing or disabled webhook', async () => {
    answerPeer = () => endpoints({ url: 'https://other.example', status: 'enabled' });
    expectState(await checkWebhook(env(), site), 'failed', /no webhook for/);
    answerPeer = () => endpoints({ url, status: 'disabled', enabled_events: ['*'] });
    expectState(await checkWebhook(env(), site), 'failed', /disabled/);
  });
});

const secret = 'the secret of this site';
const answer: PublicAnswer = {
  status: 200,
  location: null,
  date: undefined,
  arrival: { hops: 1, trusted: 1 },
};

describe('check of the public URL', () => {
  const env = { DEMO_MODE: false, PUBLIC_URL: 'https://agency.example' };
  const checked = (change: Partial<PublicAnswer>, url = env.PUBLIC_URL) =>
    checkPublicUrl({ ...env, PUBLIC_URL: url }, Promise.resolve({ ...answer, ...change }));

  it('sends a probe that only this product can create', async () => {
    answerPeer = ({ headers, url }) => ({
      body: { url, arrival: isProbe(secret, String(headers['x-setup-probe'])) && answer.arrival },
    });
    expect(await askPublicUrl(peerUrl, secret)).toMatchObject({
      status: 200,
      arrival: { hops: 1 },
    });
    expect((await askPublicUrl(peerUrl, 'another')).arrival).toBeFalsy();
  });

  it('reports every state', async () => {
    expectState(await checked({}), 'ok', /leads here/);
    expectState(
      await checkPublicUrl({ ...env, PUBLIC_URL: undefined }, Promise.resolve(answer)),
      'unused',
      /unset/,
    );
    expectState(await checked({}, 'http://agency.example'), 'warning', /without encryption/);
    expectState(await checked({ status: 502 }), 'failed', /answers 502/);
    expectState(await checked({ arrival: undefined }), 'failed', /another program/);
    const moved = { status: 301, location: 'https://www.agency.example/healthz' };
    expectState(await checked(moved), 'failed', /redirects to/);
    const lost = checkPublicUrl(env, askPublicUrl('http://127.0.0.1:2', secret));
    expectState(await lost, 'failed', /ECONNREFUSED/);
  });

  it('accepts a probe for a minute', () => {
    const probe = probeFor(secret);
    expect(isProbe(secret, probe)).toBe(true);
    expect(isProbe(secret, probe, Date.now() + 61_000)).toBe(false);
    expect(isProbe(secret, `${probe}x`)).toBe(false);
    expect(isProbe(secret, undefined)).toBe(false);
  });
});

describe('check of the proxy', () => {
  it.each([
    [{ hops: 0, trusted: 0 }, 'ok', /0 proxies/],
    [{ hops: 2, trusted: 2 }, 'ok', /2 proxies/],
    [{ hops: 1, trusted: 0 }, 'failed', /all visitors look like one/],
    [{ hops: 0, trusted: 1 }, 'failed', /pretend to be any other/],
    [undefined, 'unused', /does not lead here/],
  ] as const)('%j is %s', async (arrival, state, words) => {
    const env = { PUBLIC_URL: 'https://agency.example' };
    expectState(await checkProxy(env, Promise.resolve({ ...answer, arrival })), state, words);
  });
});

describe('check of the clock', () => {
  const unasked = Promise.reject<PublicAnswer>(new Error('not asked'));
  unasked.catch(() => {});
  it.each([
    [0, 'ok', /No clock differs/],
    [-5_000, 'warning', /the database differ by 5\./],
    [60_000, 'failed', /the database differ by (59|60)\./],
  ] as const)('reports a difference of %i ms to the database as %s', async (ms, state, words) => {
    expectState(await checkClock(db, unasked, () => Date.now() + ms), state, words);
  });

  it('compares the clock with the date of the public URL', async () => {
    const late = { theirs: Date.now() - 30_000, ours: Date.now() };
    const result = await checkClock(db, Promise.resolve({ ...answer, date: late }));
    expectState(result, 'failed', /the public URL differ by 29\.5/);
  });

  it('is unused if neither the database nor the public URL reports a time', async () => {
    expectState(await checkClock(createDatabase(away), unasked), 'unused', /no other clock/);
  });
});

describe('check of the disk', () => {
  const env = { DATA_DIR: `${tmpdir()}/none/of/these`, DATABASE_URL: undefined };
  const free = (gibibytes: number) => async (path: string) => {
    expect(path).toBe(tmpdir());
    return { bavail: gibibytes * 1024, bsize: 1024 ** 2 };
  };
  it.each([
    [10, 'ok', /10\.0 GiB are free/],
    [1, 'warning', /1\.0 GiB/],
    [0.1, 'failed', /0\.1 GiB/],
  ] as const)('reports %d GiB as %s', async (gibibytes, state, words) => {
    expectState(await checkDisk(env, { read: free(gibibytes) }), state, words);
  });

  it('checks where the data is, even with a remote database', async () => {
    const read = async (path: string) => ({
      bavail: path === tmpdir() ? 100 : 10 * 1024,
      bsize: 1024 ** 2,
    });
    const elsewhere = { ...env, DATABASE_URL: 'postgres://db/app' };
    expectState(await checkDisk(elsewhere, { read }), 'failed', /^0\.1 GiB are free at /);
  });

  it('reports the size of all backups, and warns if there is no room for them', async () => {
    const read = free(10);
    const backup = { folder: tmpdir(), kept: 22, bytes: 1024 ** 3 / 4 };
    expectState(await checkDisk(env, { read, backup }), 'ok', /; 22 backups .* take 5\.5 GiB$/);
    const large = { ...backup, bytes: 5 * 1024 ** 3 };
    expectState(
      await checkDisk(env, { read, backup: large }),
      'warning',
      /22 backups .* take 110\.0 GiB, and 10\.0 GiB are free at/,
    );
    const unseen = { ...large, folder: '/nowhere/backups' };
    expectState(await checkDisk(env, { read, backup: unseen }), 'ok', /take 110\.0 GiB$/);
  });
});

const started = (secret: string) => startWarnings(db, { env: { FILES_URL: undefined }, secret });

describe('a changed AUTH_SECRET', () => {
  const [first, second] = ['the first secret', 'the second secret'];
  const changed =
    /^AUTH_SECRET is another one than before: .* of 1 admin no longer work, .*reset-second-factor/;
  const addFactors = (id: string) =>
    sql.begin(async (tx) => {
      await tx`
      insert into totp_secrets (user_id, sealed_secret, confirmed_at) values (${id}, 'x', now())`;
      await tx`insert into recovery_codes (user_id, code_hmac) values (${id}, 'x')`;
    });
  const removeFactors = async () => {
    await sql`delete from totp_secrets`;
    await sql`delete from recovery_codes`;
  };

  it('is reported until the secret is restored, or all second factors are set up again', async () => {
    await sql`insert into users (id, email, first_name, last_name) values ('a', 'ada@agency.example', 'Ada', 'Byron')`;
    expect(await started(first)).toEqual([]);
    expect(await checkSecret(db, first)).toMatchObject({ state: 'ok' });

    // Without second factors, a change of the secret has no lasting consequences.
    expect(await started(second)).toEqual([]);
    expect(await started(first)).toEqual([]);

    await addFactors('a');
    expect(await checkSecret(db, second)).toMatchObject({ state: 'failed' });
    expect(await started(second)).toEqual([expect.stringMatching(changed)]);
    expect(await started(second)).toEqual([expect.stringMatching(changed)]);
    expect(await checkSecret(db, second)).toMatchObject({
      state: 'failed',
      detail: expect.stringMatching(/^AUTH_SECRET is another one/),
      action: expect.stringMatching(/^Put the former one back/),
    });
    expect(await started(first)).toEqual([]);
    expect(await started(second)).toEqual([expect.stringMatching(changed)]);

    await removeFactors();
    await addFactors('a');
    expect(await started(second)).toEqual([]);
    expect(await checkSecret(db, second)).toMatchObject({ state: 'ok' });
  });

  it('applies to second factors that are set up after the change, even if an earlier secret is used again', async () => {
    const third = 'the third secret';
    await removeFactors();
    expect(await started(third)).toEqual([]);
    expect(await started(first)).toEqual([]);
    await addFactors('a');
    expect(await started(third)).toEqual([expect.stringMatching(changed)]);
    expect(await checkSecret(db, third)).toMatchObject({ state: 'failed' });
    expect(await started(second)).toEqual([expect.stringMatching(changed)]);
    expect(await started(third)).toEqual([expect.stringMatching(changed)]);
    expect(await started(first)).toEqual([]);
    expect(await checkSecret(db, first)).toMatchObject({ state: 'ok' });
    expect(await checkSecret(db, third)).toMatchObject({ state: 'failed' });

    // If second factors depend on two secrets, no single secret works for all of them.
    expect(await started(third)).toEqual([expect.stringMatching(changed)]);
    await sql`insert into users (id, email, first_name, last_name) values ('b', 'bob@agency.example', 'Bob', 'Byron')`;
    await addFactors('b');
    for (const secret of [third, first]) {
      expect(await started(secret)).toEqual([
        expect.stringMatching(
          /of 1 admin no longer work.*\. Others were made with this one, so keep it/,
        ),
      ]);
    }
    expect(await started(second)).toEqual([expect.stringMatching(/of 2 admins no longer work/)]);
    await removeFactors();
    expect(await started(second)).toEqual([]);
  });

  it('is not stored in the database', async () => {
    const [row] = await sql`select value::text from settings where key = 'authSecret'`;
    expect(row?.value).not.toContain(second);
  });
});

it('a forgotten FILES_URL is reported at startup and by the check', async () => {
  const secret = 'the second secret';
  expect(await checkFiles({ FILES_URL: undefined }, db)).toMatchObject({ state: 'unused' });
  await sql`insert into media (hash, width, height, bytes) values ('x', 1, 1, null)`;
  expect(await checkFiles({ FILES_URL: undefined }, db)).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('FILES_URL is unset'),
    action: expect.stringContaining('Set FILES_URL'),
  });
  expect(await started(secret)).toEqual([expect.stringMatching(/in an S3 store.* Set FILES_URL/)]);
  const env = { FILES_URL: 's3://key:secret@s3.example/bucket' };
  expect(await startWarnings(db, { env, secret })).toEqual([]);
});

describe('check of the port', () => {
  const serve = async (answers: boolean): Promise<number> => {
    const server: Server = createServer((request, response) => {
      const isAsked = isProbe(secret, String(request.headers[probeHeader]));
      response.end(JSON.stringify(answers && isAsked ? { arrival: { hops: 0, trusted: 0 } } : {}));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  };

  it('is ok if the port is free, or the product’s own', async () => {
    const free = await checkPort({ HOST: '127.0.0.1', PORT: 0 }, secret);
    expect(free).toMatchObject({ state: 'ok', detail: expect.stringContaining('is free') });
    const own = await checkPort({ HOST: '127.0.0.1', PORT: await serve(true) }, secret);
    expect(own).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/^The product listens/),
    });
  });

  it('fails for the port of another program, and for an address of another machine', async () => {
    const taken = await checkPort({ HOST: '127.0.0.1', PORT: await serve(false) }, secret);
    expect(taken).toMatchObject({ state: 'failed', action: expect.stringContaining('Set PORT') });
    const away = await checkPort({ HOST: '192.0.2.1', PORT: 0 }, secret);
    expect(away).toMatchObject({
      state: 'failed',
      detail: expect.stringMatching(/^HOST 192\.0\.2\.1 is no address of this machine/),
    });
  });
});
