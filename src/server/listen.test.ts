import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it, onTestFinished } from 'vitest';

import { openRaw } from '~/testing/raw-connection';
import { Admission, admissionLimits } from './http/admission/admission';
import { connectionLimits } from './http/admission/connections';
import { createBusy } from './http/cached-responses';
import { drain } from './http/drain';
import { type Handler, listen } from './listen';
import { ResponseCache } from './platform/cache/response-cache';
import { createLog } from './platform/log';

/**
 * Starts a server whose app answers `/now` and bodies immediately, streams forever, and answers everything else when the
 * test says so.
 */
async function serve(
  limits: Partial<typeof admissionLimits> = {},
  files: Handler['files'] = new Map(),
) {
  const admission = new Admission({ ...admissionLimits, ...limits });
  const begun: string[] = [];
  const answers: (() => void)[] = [];
  const app: Handler['app'] = {
    fetch: async (request, env) => {
      const { pathname, search } = new URL(request.url);
      begun.push(pathname + search);
      if (pathname === '/stream') return new Response(new ReadableStream());
      if (pathname === '/api/files' && request.headers.has('x-known')) env?.leave?.();
      if (request.method === 'POST') return new Response(await request.text());
      if (pathname === '/now') return new Response('now');
      return new Promise((done) => answers.push(() => done(new Response('x'.repeat(1_000)))));
    },
    busy: createBusy({}),
  };
  const { server, port } = await listen(
    () => ({
      app,
      cache: new ResponseCache(),
      files,
      log: createLog('silent'),
      traffic: { count: () => {} },
    }),
    { port: 0, host: '127.0.0.1', trustedProxies: 1, admission },
  );
  onTestFinished(async () => {
    for (const answer of answers.splice(0)) answer();
    server.closeAllConnections();
    await drain(server);
  });
  return { port, begun, answers, load: () => admission.load() };
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;

function send(port: number, text: string) {
  const connection = openRaw(port);
  connection.socket.write(text);
  return connection;
}

const statusOf = async (port: number, path = '/now', init: RequestInit = {}) =>
  (await fetch(`http://127.0.0.1:${port}${path}`, init)).status;

describe('pipelined requests on one connection', () => {
  it('start one at a time, and release their slot when the connection is reset', async () => {
    const { port, begun, load } = await serve({ inFlight: 4 });
    const { socket } = send(port, get('/slow').repeat(12));
    await expect.poll(() => begun).toEqual(['/slow']);
    expect(load()).toMatchObject({ inFlight: 1, waiting: 0 });
    socket.resetAndDestroy();
    await expect.poll(() => load().inFlight).toBe(0);
    expect(await statusOf(port)).toBe(200);
    expect(begun).toEqual(['/slow', '/now']);
  });

  it('are all answered, in order', async () => {
    const { port, begun, answers } = await serve();
    const { received } = send(port, get('/a') + get('/b') + get('/now'));
    for (const path of ['/a', '/b']) {
      await expect.poll(() => begun.at(-1)).toBe(path);
      answers.shift()?.();
    }
    await expect.poll(received).toMatch(/^(?:HTTP\/1\.1 200 .*?){3}now$/s);
  });

  it('close the connection if there are too many', async () => {
    const { port, begun } = await serve();
    const { isClosed } = send(port, get('/slow').repeat(connectionLimits.pipelined + 2));
    await expect.poll(isClosed).toBe(true);
    expect(begun).toEqual(['/slow']);
  });
});

describe('a body', () => {
  const post = (length: number, sent: string) =>
    `POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${sent}`;

  it('holds no slot until it has arrived', async () => {
    const { port, begun, load } = await serve({ inFlight: 2 });
    const slow = Array.from({ length: 20 }, () => send(port, post(2, 'a')));
    await delay(50);
    expect(begun).toEqual([]);
    expect(load().inFlight).toBe(0);
    expect(await statusOf(port)).toBe(200);
    for (const { socket } of slow) socket.write('b');
    for (const { received } of slow) await expect.poll(received).toMatch(/\r\n\r\nab$/);
  });

  const chunked = 'POST /now HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

  it('arrives complete in many pieces', async () => {
    const { port } = await serve();
    const piece = `28\r\n${'x'.repeat(40)}\r\n`;
    const { received } = send(port, `${chunked}${piece.repeat(2_000)}0\r\n\r\n`);
    await expect.poll(() => received().split('\r\n\r\n')[1]?.length).toBe(80_000);
  });

  it.each([
    ['a form', '/now'],
    ['an upload', '/api/files'],
    ['a Stripe event', '/api/webhooks/stripe'],
  ])(
    'in one-byte pieces closes its connection early, and leaves nothing behind: %s',
    async (_, path) => {
      const { port, load } = await serve();
      const pieces = '1\r\nx\r\n'.repeat(50_000);
      const before = process.memoryUsage();
      const attack = Array.from({ length: 30 }, () =>
        send(port, chunked.replace('/now', path) + pieces),
      );
      for (const { isClosed } of attack) await expect.poll(isClosed).toBe(true);
      const { heapUsed, external } = process.memoryUsage();
      expect(heapUsed + external - before.heapUsed - before.external).toBeLessThan(100 * 2 ** 20);
      await expect.poll(() => load().inFlight).toBe(0);
      expect(await statusOf(port)).toBe(200);
    },
  );

  it('is not received if its size is refused', async () => {
    const { port, begun } = await serve();
    send(port, post(200_000, 'a'));
    await expect.poll(() => begun).toEqual(['/now']);
  });
});

describe('a file', () => {
  const head = (more = '') =>
    `POST /api/files HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n${more}\r\na`;

  it('holds a slot until its sender is known', async () => {
    const { port, begun, load } = await serve({ inFlight: 1 });
    const stranger = send(port, head());
    await expect.poll(() => load()).toMatchObject({ inFlight: 1, waiting: 0 });
    const known = send(port, head('X-Known: 1\r\n'));
    await expect.poll(() => load()).toMatchObject({ inFlight: 1, waiting: 1 });
    stranger.socket.destroy();
    await expect.poll(() => load()).toMatchObject({ inFlight: 0, waiting: 0 });
    expect(begun).toHaveLength(2);
    expect(await statusOf(port)).toBe(200);
    known.socket.write('b');
    await expect.poll(known.received).toMatch(/\r\n\r\nab$/);
  });
});

it('an open stream holds no slot', async () => {
  const { port, begun, load } = await serve({ inFlight: 2 });
  for (let n = 0; n < 5; n += 1) send(port, get('/stream'));
  await expect.poll(() => begun).toHaveLength(5);
  expect(load().inFlight).toBe(0);
  expect(await statusOf(port)).toBe(200);
});
