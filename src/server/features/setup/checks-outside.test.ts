import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connect, createDatabase, type Database, type Sql } from '~/server/platform/db/client';
import { expectState } from '~/testing/check-results';
import { createTestDatabase, type TestDatabase } from '~/testing/database';
import { checkClock } from './checks/clock';
import { checkDisk } from './checks/disk';
import { askPublicUrl, checkProxy, checkPublicUrl, type PublicAnswer } from './checks/public-url';
import { isProbe, probeFor } from './probe';

let database: TestDatabase;
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
  await database.drop();
  peer.close();
});

const secret = 'the secret of this site';
const answer: PublicAnswer = {
  status: 200,
  location: null,
  date: undefined,
  arrival: { hops: 1, trusted: 1 },
};

describe('public url', () => {
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
