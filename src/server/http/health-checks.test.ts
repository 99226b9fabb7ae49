import { connect } from 'node:net';

import { beforeAll, expect, it } from 'vitest';

import { testApp } from '~/testing/app';

const app = testApp();
let port: number;

beforeAll(async () => {
  port = Number(new URL(await app.listen()).port);
});

/** Returns everything that the server sends until it closes the connection. */
function send(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (more) => {
      answer += more;
    });
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}

it.each([
  ['/healthz', '{"status":"ok"}'],
  ['/readyz', '{"status":"ready"}'],
])('%s answers HTTP/1.0 without a Host header', async (path, body) => {
  for (const asked of [path, `${path}?x=1`]) {
    const answer = await send(`GET ${asked} HTTP/1.0\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.[01] 200 OK\r\n/);
    expect(answer.endsWith(`\r\n\r\n${body}`)).toBe(true);
  }
  const head = await send(`HEAD ${path} HTTP/1.0\r\n\r\n`);
  expect(head).toMatch(/^HTTP\/1\.[01] 200 OK\r\n/);
  expect(head.endsWith('\r\n\r\n')).toBe(true);
});

it.each([
  'GET /services HTTP/1.0\r\n\r\n',
  'GET /api/services HTTP/1.0\r\n\r\n',
  'GET /healthz/more HTTP/1.0\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n',
  'GET /healthz HTTP/1.0\r\nHost: a b\r\n\r\n',
])('a request to %j is rejected', async (request) => {
  expect(await send(request)).toMatch(/^HTTP\/1\.[01] 400 /);
});
