import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it, onTestFinished } from 'vitest';

import { Admission, admissionLimits } from './http/admission';
import { createBusy } from './http/cached-responses';
import { pipelinedMax } from './http/one-at-a-time';
import { streamLimits } from './http/open-streams';
import { drain, type Handler, listen } from './listen';
import { ResponseCache } from './platform/cache/response-cache';
import { createLog } from './platform/log';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const streamPath = '/api/trpc/changes';

/** A server whose app answers `/now` and bodies at once, streams for ever, and everything else when the test says so. */
async function serve(limits: Partial<typeof admissionLimits> = {}) {
  const admission = new Admission({ ...admissionLimits, ...limits });
  const begun: string[] = [];
  const answers: (() => void)[] = [];
  const app: Handler['app'] = {
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      begun.push(pathname + search);
      if (pathname === streamPath) return new Response(new ReadableStream());
      if (request.method === 'POST') return new Response(await request.text());
      if (pathname === '/now') return new Response('now');
      return new Promise((done) => answers.push(() => done(new Response('x'.repeat(1_000)))));
    },
    busy: createBusy({}),
    streams: new Set([streamPath]),
  };
  const { server, port } = await listen(
    () => ({
      app,
      cache: new ResponseCache(),
      files: new Map(),
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
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let received = '';
  let isClosed = false;
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  socket.write(text);
  return { socket, received: () => received, isClosed: () => isClosed };
}

const statusOf = async (port: number, path = '/now', init: RequestInit = {}) =>
  (await fetch(`http://127.0.0.1:${port}${path}`, init)).status;

describe('requests one behind the other on one connection', () => {
  it('begin one at a time, and leave no place taken when it is reset', async () => {
    const { port, begun, load } = await serve({ inFlight: 4 });
    const { socket } = send(port, get('/slow').repeat(12));
    await expect.poll(() => begun).toEqual(['/slow']);
    expect(load()).toMatchObject({ inFlight: 1, waiting: 0 });
    socket.resetAndDestroy();
    await expect.poll(() => load().inFlight).toBe(0);
    expect(await statusOf(port)).toBe(200);
    expect(begun).toEqual(['/slow', '/now']);
  });

  it('are all answered, in their order', async () => {
    const { port, begun, answers } = await serve();
    const { received } = send(port, get('/a') + get('/b') + get('/now'));
    for (const path of ['/a', '/b']) {
      await expect.poll(() => begun.at(-1)).toBe(path);
      answers.shift()?.();
    }
    await expect.poll(received).toMatch(/^(?:HTTP\/1\.1 200 .*?){3}now$/s);
  });

  it('close it where they are too many', async () => {
    const { port, begun } = await serve();
    const { isClosed } = send(port, get('/slow').repeat(pipelinedMax + 2));
    await expect.poll(isClosed).toBe(true);
    expect(begun).toEqual(['/slow']);
  });
});

describe('a body', () => {
  const post = (length: number, sent: string) =>
    `POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${sent}`;

  it('that is not there yet takes no place', async () => {
    const { port, begun, load } = await serve({ inFlight: 2 });
    const slow = Array.from({ length: 20 }, () => send(port, post(2, 'a')));
    await delay(50);
    expect(begun).toEqual([]);
    expect(load().inFlight).toBe(0);
    expect(await statusOf(port)).toBe(200);
    for (const { socket } of slow) socket.write('b');
    for (const { received } of slow) await expect.poll(received).toMatch(/\r\n\r\nab$/);
  });

  it('in chunks arrives whole', async () => {
    const { port } = await serve();
    const head = 'POST /now HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
    const { socket, received } = send(port, `${head}3\r\nabc\r\n`);
    await delay(20);
    socket.write('2\r\nde\r\n0\r\n\r\n');
    await expect.poll(received).toMatch(/abcde/);
  });

  it('of a size that is refused goes on at once', async () => {
    const { port, begun } = await serve();
    send(port, post(200_000, 'a'));
    await expect.poll(() => begun).toEqual(['/now']);
  });
});

describe('streams', () => {
  const cookie = (session: string) => ({ Cookie: `session=${session}` });
  const from = (network: string) => ({ 'X-Forwarded-For': network });
  const openStream = (port: number, headers: Record<string, string>) =>
    send(
      port,
      get(
        streamPath,
        Object.entries(headers)
          .map((pair) => `${pair.join(': ')}\r\n`)
          .join(''),
      ),
    );

  it('hold no place', async () => {
    const { port, begun, load } = await serve({ inFlight: 2 });
    for (let n = 0; n < 5; n += 1) openStream(port, {});
    await expect.poll(() => begun).toHaveLength(5);
    expect(load().inFlight).toBe(0);
    expect(await statusOf(port)).toBe(200);
  });

  it.each([
    ['session', streamLimits.perSession, cookie('a'), cookie('b')],
    ['network', streamLimits.perNetwork, from('10.0.0.1'), from('10.0.0.2')],
  ])('of one %s are bounded: the oldest ends', async (_, max, its, others) => {
    const { port, begun } = await serve();
    const other = openStream(port, others);
    await expect.poll(() => begun).toHaveLength(1);
    const open: ReturnType<typeof send>[] = [];
    for (let n = 0; n < max; n += 1) open.push(openStream(port, its));
    await expect.poll(() => begun, { timeout: 5_000 }).toHaveLength(max + 1);
    expect(open.filter(({ isClosed }) => isClosed())).toEqual([]);
    const newest = openStream(port, its);
    await expect.poll(() => open.filter(({ isClosed }) => isClosed()).length).toBe(1);
    expect([other.isClosed(), newest.isClosed()]).toEqual([false, false]);
  });
});
