import { connect } from 'node:net';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { publicUrl, startTestApp, type TestApp } from '~/testing/app';
import { signUpClient, type TestClient } from '~/testing/client-requests';

let app: TestApp;
let url: URL;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' } });
  url = new URL(await app.listen());
  client = await signUpClient(app);
});
afterAll(() => app.close());

const statuses = (): number[] =>
  app.logLines
    .map((line) => JSON.parse(line) as { path?: string; status?: number })
    .filter(({ path }) => path === '/api/files')
    .map(({ status = 0 }) => status);

it('an upload whose connection is cut is not logged as a mistake of its sender', async () => {
  const headers = Object.entries({
    ...client.headers,
    Host: url.host,
    Origin: publicUrl,
    'Content-Type': 'multipart/form-data; boundary=x',
    'Content-Length': '1000000',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const part =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nbegun\n';
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => {});
  const begun = () => app.sql`select 1 from files`;
  socket.write(`POST /api/files HTTP/1.1\r\n${headers.join('')}\r\n${part}`);
  await expect.poll(async () => (await begun()).length).toBe(1);
  socket.destroy();
  await expect.poll(statuses).toEqual([499]);
  // Nothing of it is kept.
  await expect.poll(async () => (await begun()).length).toBe(0);
});

it('one that is refused before it has arrived is', async () => {
  app.logLines.length = 0;
  const body = new FormData();
  body.set('other', 'text');
  const response = await fetch(new URL('/api/files', url), {
    method: 'POST',
    headers: { ...client.headers, Origin: publicUrl },
    body,
  });
  expect(response.status).toBe(400);
  await expect.poll(statuses).toEqual([400]);
});
