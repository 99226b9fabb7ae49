import { Agent, request, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from 'vitest';

import { listenLocally } from '~/testing/servers';
import { connectionLimits, createBoundedServer } from './connections';

const closers: (() => void)[] = [];
const servers: Server[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function start(limits: Partial<typeof connectionLimits>, counts = true): Promise<number> {
  const server = createBoundedServer(
    (incoming, response) => {
      incoming.resume();
      const whole = incoming.url === '/large' ? 'x'.repeat(20_000_000) : 'whole';
      incoming.on('end', () => response.end(whole));
    },
    {
      countsNetworks: counts,
      countsLoopback: true,
      isUpload: ({ url }) => url === '/upload',
      limits: { ...connectionLimits, ...limits },
    },
  );
  const port = await listenLocally(server);
  servers.push(server);
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return port;
}

/** Returns everything that the server sends on a raw connection until it closes the connection. */
function talk(port: number, first: string): { socket: Socket; ended: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  closers.push(() => socket.destroy());
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.on('error', () => {});
  if (first) socket.write(first);
  return { socket, ended: new Promise((resolve) => socket.on('close', () => resolve(text))) };
}

const statusOf = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

describe('an idle connection', () => {
  /** Returns whether a second request uses the same connection as the first one after a pause. */
  async function isReused(port: number, pauseMs: number): Promise<boolean> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    closers.push(() => agent.destroy());
    const ask = () =>
      new Promise<boolean>((resolve, reject) => {
        const asked = request({ port, host: '127.0.0.1', agent }, (response) => {
          response.resume().on('end', () => resolve(asked.reusedSocket));
        });
        asked.on('error', reject).end();
      });
    await ask();
    await delay(pauseMs);
    return ask();
  }
  // The timeout for headers only applies once a request has begun.
  const limits = { headersMs: 200, idleMs: 1_000, proxyIdleMs: 5_000 };

  it('stays open for a proxy, which might send a request just as it closes, and is closed for a visitor', async () => {
    const [ofProxy, ofVisitor] = [await start(limits, false), await start(limits)];
    const reused = await Promise.all([isReused(ofProxy, 1_500), isReused(ofVisitor, 1_500)]);
    expect(reused).toEqual([true, false]);
  });
});

describe('a slow connection', () => {
  const limits = { headersMs: 200, requestMs: 400 };

  it('is closed with 408 if it sends nothing, or never ends its headers or its body', async () => {
    const port = await start(limits);
    const starts = [
      '',
      'GET / HTTP/1.1\r\nHost: a\r\nX-Slow:',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n',
    ];
    const answers = await Promise.all(starts.map((first) => talk(port, first).ended));
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('has a longer timeout for the body of an upload', async () => {
    const head =
      'POST /upload HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 3\r\n\r\nab';
    const port = await start({ ...limits, uploadMs: 60_000 });
    const strict = await start({ ...limits, uploadMs: 500 });
    const { socket, ended } = talk(port, head);
    setTimeout(() => socket.write('c'), 900);
    expect(await talk(strict, head).ended).toMatch(/^HTTP\/1\.1 408 /);
    expect(await ended).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is closed with 408 if it sends a byte from time to time', async () => {
    const port = await start(limits);
    const { socket, ended } = talk(port, 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    const drip = setInterval(() => socket.write('x'), 50);
    expect(await ended).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(drip);
  });

  it('is closed if the client does not read its response', async () => {
    const port = await start({ stalledMs: 400 });
    const { socket } = talk(port, '');
    socket.pause();
    socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    const server = servers.at(-1);
    const openCount = () =>
      new Promise<number>((done) => server?.getConnections((_, count) => done(count)));
    await expect.poll(openCount).toBe(1);
    await expect.poll(openCount, { timeout: 5_000 }).toBe(0);
  });

  it('does not delay other requests', async () => {
    const port = await start({ headersMs: 2_000 });
    for (let at = 0; at < 200; at += 1) talk(port, 'GET / HTTP/1.1\r\nX-Slow:');
    expect(await statusOf(port)).toBe(200);
  });
});

describe('the number of connections', () => {
  const idle = 'GET / HTTP/1.1\r\nHost: a\r\n';

  it('is limited per network: further ones are closed until one ends', async () => {
    const port = await start({ perNetwork: 3 });
    const held = [talk(port, idle), talk(port, idle), talk(port, idle)];
    await expect(statusOf(port)).rejects.toThrow();
    held[0]?.socket.destroy();
    await expect.poll(() => statusOf(port).catch(() => 0)).toBe(200);
  });

  it('is not limited per network behind a proxy', async () => {
    const port = await start({ perNetwork: 3 }, false);
    for (let at = 0; at < 6; at += 1) talk(port, idle);
    expect(await statusOf(port)).toBe(200);
  });

  it('is limited in total', async () => {
    const port = await start({ max: 3 }, false);
    const held = [talk(port, idle), talk(port, idle), talk(port, idle)];
    await expect(statusOf(port)).rejects.toThrow();
    for (const { socket } of held) socket.destroy();
    await expect.poll(() => statusOf(port).catch(() => 0)).toBe(200);
  });
});
