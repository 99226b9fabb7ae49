import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { connect, createDatabase, type Database, type Sql } from '~/server/platform/db/client';
import { createTestDatabase, type TestDatabase } from '~/testing/database';
import { checkFiles } from './checks/files';
import { checkPort } from './checks/port';
import { checkSecret } from './checks/secret';
import { isProbe, probeHeader } from './probe';
import { startWarnings } from './start-warnings';

let database: TestDatabase;
let client: Sql;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  client = connect(database.url, { max: 2 });
  db = createDatabase(client);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const started = (secret: string) => startWarnings(db, { env: { FILES_URL: undefined }, secret });

describe('a changed AUTH_SECRET', () => {
  const [first, second] = ['the first secret', 'the second secret'];
  const changed =
    /^AUTH_SECRET is another one than before: .* of 1 admin no longer work, .*reset-second-factor/;
  const addFactors = (id: string) =>
    client.begin(async (sql) => {
      await sql`
      insert into totp_secrets (user_id, sealed_secret, confirmed_at) values (${id}, 'x', now())`;
      await sql`insert into recovery_codes (user_id, code_hmac) values (${id}, 'x')`;
    });
  const removeFactors = async () => {
    await client`delete from totp_secrets`;
    await client`delete from recovery_codes`;
  };

  it('is reported until the secret is restored, or all second factors are set up again', async () => {
    await client`insert into users (id, email, first_name, last_name) values ('a', 'ada@agency.example', 'Ada', 'Byron')`;
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
    await client`insert into users (id, email, first_name, last_name) values ('b', 'bob@agency.example', 'Bob', 'Byron')`;
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
    const [row] = await client`select value::text from settings where key = 'authSecret'`;
    expect(row?.value).not.toContain(second);
  });
});

it('a forgotten FILES_URL is reported at startup and by the check', async () => {
  const secret = 'the second secret';
  expect(await checkFiles({ FILES_URL: undefined }, db)).toMatchObject({ state: 'unused' });
  await client`insert into media (hash, width, height, bytes) values ('x', 1, 1, null)`;
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
  const secret = 'the secret of this site';
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
