import { createServer, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, it, onTestFinished } from 'vitest';

import { until } from '~/testing/product';
import { openRaw } from '~/testing/raw-connection';
import { listenLocally } from '~/testing/servers';
import { drain, prepareDrain } from './drain';

/** Starts a server that answers at once, except for `/later`, which the test answers. */
async function serve({ isBehindProxy }: { isBehindProxy: boolean }) {
  const waiting: ServerResponse[] = [];
  const server: Server = createServer((request, response) => {
    track(response);
    if (request.url === '/later') waiting.push(response);
    else response.end('now');
  });
  const track = prepareDrain(server, { isBehindProxy });
  const port = await listenLocally(server);
  onTestFinished(() => server.closeAllConnections());
  return { server, waiting, port };
}

/** Opens a keep-alive connection, as a proxy does. */
function keep(port: number) {
  const connection = openRaw(port);
  const ask = (path: string) => connection.socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  return { ...connection, ask };
}

it('a stopping server answers requests on idle connections of a proxy, and asks it to close them', async () => {
  const { server, port } = await serve({ isBehindProxy: true });
  const used = keep(port);
  const unused = keep(port);
  used.ask('/');
  unused.ask('/');
  await until(() => /now$/.test(used.received()) && /now$/.test(unused.received()));
  expect(used.received()).toMatch(/^Connection: keep-alive/m);

  const stopped = drain(server);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
  await delay(200);
  used.ask('/');
  await until(() => used.isClosed());
  expect(used.received().match(/200 OK/g)).toHaveLength(2);
  expect(used.received()).toMatch(/^Connection: close/m);
  expect(unused.isClosed()).toBe(false);
  await stopped;
  await until(() => unused.isClosed());
});

it('a stopping server asks to close the connection of a request in flight', async () => {
  const { server, waiting, port } = await serve({ isBehindProxy: true });
  const one = keep(port);
  one.ask('/later');
  await until(() => waiting.length === 1);
  const stopped = drain(server);
  waiting[0]?.end('later');
  await stopped;
  await until(() => one.isClosed());
  expect(one.received()).toMatch(/^Connection: close/m);
});

it('a stopping server closes idle connections of visitors at once', async () => {
  const { server, port } = await serve({ isBehindProxy: false });
  const one = keep(port);
  one.ask('/');
  await until(() => /now$/.test(one.received()));
  const startedAt = performance.now();
  await drain(server);
  expect(performance.now() - startedAt).toBeLessThan(1_500);
});
