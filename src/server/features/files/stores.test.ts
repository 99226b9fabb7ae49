import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { checkFiles } from '~/server/features/setup/checks/files';
import { dump } from '~/server/platform/backup/dump';
import { restore, verify } from '~/server/platform/backup/restore';
import { connect, createDatabase } from '~/server/platform/db/client';
import { chunkBytes } from '~/server/platform/files/chunk-store';
import { parseFilesUrl } from '~/server/platform/files/files-url';
import { createObjectStore, type ObjectStore } from '~/server/platform/files/object-store';
import { startTestApp, type TestApp } from '~/testing/app';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { createTestDatabase } from '~/testing/database';
import { startS3 } from '~/testing/s3';
import { uploadAs, userOf } from '~/testing/threads';
import { zipOf } from '~/testing/zips';
import { createFiles } from './files.service';

let s3: Awaited<ReturnType<typeof startS3>>;
let objects: ObjectStore;
let app: TestApp;
let client: TestClient;
let user: CurrentUser;
const content = zipOf({ 'a.bin': randomBytes(800_000).toString('latin1') });

beforeAll(async () => {
  s3 = await startS3();
  const address = parseFilesUrl(s3.filesUrl);
  if (!address) throw new Error('the address cannot be read');
  objects = createObjectStore(address);
  app = await startTestApp({ env: { TRUST_PROXY: '1', FILES_URL: s3.filesUrl } });
  client = await signUpClient(app);
  user = await userOf(app, client.id);
});
afterAll(async () => {
  await app.close();
  await s3.stop();
});

const rowOf = async (id: number) => {
  const [row] = await app.sql<{ store: string; key: string }[]>`
    select store, key from files where id = ${id}`;
  if (!row) throw new Error('there is no such file');
  return row;
};
const chunksOf = async (key: string) =>
  (await app.sql`select 1 from file_chunks where key = ${key}`).length;
const upload = async () => {
  const { id } = await uploadAs(app.services, user, content, 'all.zip');
  // Files are moved in the background, without a guaranteed time.
  await expect.poll(async () => (await rowOf(id)).store, { timeout: 10_000 }).toBe('s3');
  return id;
};
const download = async (id: number, headers = {}) => {
  const response = await app.fetch(`/api/files/${id}`, {
    headers: { ...client.headers, ...headers },
  });
  return Buffer.from(await response.arrayBuffer());
};
const pictureUrl = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#b4471a' } })
    .png()
    .toBuffer()
    .then((bytes) => app.services.media.store(bytes));

/** Creates the files service as the command does. */
const filesOf = (failures: unknown[]) => {
  const sql = connect(app.databaseUrl, { max: 2 });
  const { moves } = createFiles(createDatabase(sql), {
    objects,
    getFileSettings: async () => ({ quotaMb: 1 }),
    onFailure: (error) => failures.push(error),
  });
  return { moves, end: () => sql.end({ timeout: 5 }) };
};

describe('with an S3 store', () => {
  it('stores content there and not in the database, whole and in ranges', async () => {
    const id = await upload();
    const { key } = await rowOf(id);
    expect(await chunksOf(key)).toBe(0);
    expect((await objects.get(`files/${key}`))?.equals(content)).toBe(true);
    expect((await download(id)).equals(content)).toBe(true);
    const part = await download(id, { Range: 'bytes=5000-700000' });
    expect(part.equals(content.subarray(5000, 700_001))).toBe(true);
  });

  it('deletes content with its message', async () => {
    const id = await upload();
    const { key } = await rowOf(id);
    const request = await createRequest(client);
    const message = { id: request.id, text: '', fileIds: [id] };
    const sent = await app.services.requestThreads.send(user, message);
    await app.services.requestThreads.remove(user, sent.id);
    await app.services.files.runJob();
    expect(await objects.get(`files/${key}`)).toBeUndefined();
  });

  it('accepts an upload while the store fails, and moves it later', async () => {
    const cut = await startS3();
    await cut.stop();
    const away = await startTestApp({
      env: { TRUST_PROXY: '1', FILES_URL: cut.filesUrl },
      databaseUrl: app.databaseUrl,
    });
    const { id } = await uploadAs(away.services, user, content, 'all.zip');
    await away.close();
    expect((await download(id)).equals(content)).toBe(true);
    await app.services.files.runJob();
    expect((await rowOf(id)).store).toBe('s3');
  }, 30_000);

  it('answers 404 for a missing object, and the check of files reports it', async () => {
    const db = createDatabase(connect(app.databaseUrl, { max: 1 }));
    const check = () => checkFiles({ FILES_URL: s3.filesUrl }, db);
    const id = await upload();
    expect(await check()).toMatchObject({ state: 'ok' });
    await objects.remove(`files/${(await rowOf(id)).key}`);
    const response = await app.fetch(`/api/files/${id}`, { headers: client.headers });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      message: 'The content of this file is missing',
    });
    expect(await check()).toMatchObject({
      state: 'failed',
      detail: expect.stringMatching(/ lacks 1 of \d+ files and pictures/),
    });
    await app.sql`delete from files where id = ${id}`;
  });

  it('stores pictures there as well', async () => {
    const url = await pictureUrl();
    const hash = /\/media\/([0-9a-f]{32})/.exec(url)?.[1] ?? '';
    const [row] = await app.sql`select bytes from media where hash = ${hash}`;
    expect(row?.bytes).toBeNull();
    expect(await objects.get(`media/${hash}`)).toBeDefined();
    expect((await app.fetch(url)).status).toBe(200);
    expect((await app.fetch(`${url}?w=320`)).status).toBe(200);
  });
});

describe('moving content', () => {
  it('moves everything back and forth, and can be repeated safely', async () => {
    const id = await upload();
    const url = await pictureUrl();
    const failures: unknown[] = [];
    const { moves, end } = filesOf(failures);
    expect(await moves.moveBack()).toBeGreaterThanOrEqual(2);
    expect(await moves.moveBack()).toBe(0);
    const { key, store } = await rowOf(id);
    expect(store).toBe('database');
    expect(await chunksOf(key)).toBe(Math.ceil(content.length / chunkBytes));
    expect((await download(id)).equals(content)).toBe(true);
    expect((await app.fetch(url)).status).toBe(200);
    await moves.removeObjects();
    expect(await objects.get(`files/${key}`)).toBeUndefined();
    expect(await moves.moveAll()).toBeGreaterThanOrEqual(2);
    await moves.removeObjects();
    expect((await rowOf(id)).store).toBe('s3');
    expect((await download(id)).equals(content)).toBe(true);
    expect(failures).toEqual([]);
    await end();
  });

  it('leaves damaged content in place, and reports it', async () => {
    const id = await upload();
    const { key } = await rowOf(id);
    const damaged = Buffer.from(content);
    damaged[1000] = (damaged[1000] ?? 0) ^ 1;
    await objects.put(`files/${key}`, damaged);
    const failures: unknown[] = [];
    const { moves, end } = filesOf(failures);
    await moves.moveBack();
    expect(failures.map(String).join()).toContain(`file ${id}`);
    expect((await rowOf(id)).store).toBe('s3');
    await objects.put(`files/${key}`, content);
    await moves.moveAll();
    await end();
  });
});

describe('a file in an unreachable store', () => {
  it('answers 503, as it does without FILES_URL', async () => {
    const id = await upload();
    const url = await pictureUrl();
    const forgetful = await startTestApp({
      env: { TRUST_PROXY: '1' },
      databaseUrl: app.databaseUrl,
    });
    const get = (path: string) => forgetful.fetch(path, { headers: client.headers });
    expect((await get(`/api/files/${id}`)).status).toBe(503);
    expect((await get(url)).status).toBe(503);
    await forgetful.close();
    const lost = await startTestApp({
      env: { TRUST_PROXY: '1', FILES_URL: 's3://key:secret@127.0.0.1:1/bucket?tls=no' },
      databaseUrl: app.databaseUrl,
    });
    const response = await lost.fetch(`/api/files/${id}`, { headers: client.headers });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await lost.close();
  });
});

describe('a backup', () => {
  it('contains the content of the store, and is restored without it', async () => {
    const id = await upload();
    const url = await pictureUrl();
    const sql = connect(app.databaseUrl, { max: 1, keepOpen: true });
    const saved = (await sql.begin('isolation level repeatable read read only', async (tx) => {
      const parts: Buffer[] = [];
      for await (const part of dump(tx, objects)) parts.push(Buffer.from(part));
      return Buffer.concat(parts);
    })) as Buffer;
    await expect(
      sql.begin(async (tx) => {
        for await (const _ of dump(tx));
      }),
    ).rejects.toThrow('FILES_URL');
    await sql.end({ timeout: 5 });

    const database = await createTestDatabase();
    const empty = connect(database.url, { max: 1, keepOpen: true });
    const file = () => Readable.from([saved]);
    const backup = await verify(file());
    await empty.begin((tx) => restore(tx, file(), backup));
    await empty.end({ timeout: 5 });
    const other = await startTestApp({ env: { TRUST_PROXY: '1' }, databaseUrl: database.url });
    const response = await other.fetch(`/api/files/${id}`, { headers: client.headers });
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    expect((await other.fetch(url)).status).toBe(200);
    await other.close();
    await database.drop();
  }, 30_000);
});
