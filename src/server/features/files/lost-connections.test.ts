import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { chunkBytes } from '~/server/platform/files/chunk-store';
import { testApp } from '~/testing/app';
import { signUpClient, type TestClient } from '~/testing/client-requests';
import { uploadAs, userOf } from '~/testing/threads';

const app = testApp({ env: { TRUST_PROXY: '1' } });
let client: TestClient;
let port: number;
const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);

beforeAll(async () => {
  client = await signUpClient(app);
  port = Number(new URL(await app.listen()).port);
  // An unhandled rejection would end the product's process.
  process.on('unhandledRejection', note);
});
afterAll(() => void process.off('unhandledRejection', note));

const cookie = () => `Cookie: ${client.headers.Cookie}\r\nX-Forwarded-For: lost`;

/** Sends the beginning of a request, and disconnects when the test says so. */
async function sendAndGo(head: string[], body: string, hasArrived: () => Promise<boolean>) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  await expect.poll(hasArrived, { timeout: 5_000 }).toBe(true);
  socket.resetAndDestroy();
  await once(socket, 'close');
}

const filesOf = async () => app.sql<{ id: number; received: number; chunks: number }[]>`
  select id, received, (select count(*)::int from file_chunks c where c.key = f.key) as chunks
  from files f order by id`;

describe('a lost connection', () => {
  it('during a multipart upload leaves no part of the file', async () => {
    await sendAndGo(
      [
        'POST /api/files HTTP/1.1',
        'Host: agency.test',
        cookie(),
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 5000000',
      ],
      `--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'a'.repeat(600_000)}`,
      async () => (await filesOf()).some(({ chunks }) => chunks > 0),
    );
    await expect.poll(async () => (await filesOf()).length, { timeout: 5_000 }).toBe(0);
    expect(await app.sql`select 1 from file_chunks`).toHaveLength(0);
  });

  it('during a resumable upload keeps the received bytes, to continue from there', async () => {
    const user = await userOf(app, client.id);
    const size = 1_000_000;
    const { id } = await app.services.files.uploads.begin(user, { name: 'a.txt', size });
    const received = async () => (await filesOf()).find((one) => one.id === id)?.received ?? 0;
    await sendAndGo(
      [
        `PATCH /api/files/${id} HTTP/1.1`,
        'Host: agency.test',
        cookie(),
        'Tus-Resumable: 1.0.0',
        'Upload-Offset: 0',
        'Content-Type: application/offset+octet-stream',
        `Content-Length: ${size}`,
      ],
      'a'.repeat(600_000),
      async () => (await received()) >= 4 * chunkBytes,
    );
    // The part of a chunk that was received is stored as well.
    await expect.poll(received, { timeout: 5_000 }).toBe(600_000);
    const rest = await app.fetch(`/api/files/${id}`, {
      method: 'PATCH',
      headers: {
        ...client.headers,
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '600000',
        'Content-Type': 'application/offset+octet-stream',
      },
      body: 'a'.repeat(size - 600_000),
    });
    expect(rest.status).toBe(204);
    const text = await (await client.get(`/api/files/${id}`)).text();
    expect(text.length).toBe(size);
  });

  it('during a download ends the download', async () => {
    const content = Buffer.alloc(8_000_000, 'a');
    const file = await uploadAs(app.services, await userOf(app, client.id), content, 'a.txt');
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /api/files/${file.id} HTTP/1.1\r\nHost: agency.test\r\n${cookie()}\r\n\r\n`);
    await once(socket, 'data');
    socket.resetAndDestroy();
    await once(socket, 'close');
    expect((await client.get(`/api/files/${file.id}`)).status).toBe(200);
  });

  it('leaves no unhandled error', () => {
    expect(unhandled).toEqual([]);
  });
});
