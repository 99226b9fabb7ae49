import { createServer, type RequestListener } from 'node:http';

import { afterEach, expect, it } from 'vitest';

import { listenLocally } from '~/testing/servers';
import { createPictureFetch, fetchLimits } from './fetch-picture';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Starts a site on this machine. @returns its URL */
async function siteOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const port = await listenLocally(server);
  open.push(
    () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(done);
      }),
  );
  return `http://127.0.0.1:${port}`;
}

const fetchLocally = createPictureFetch(['127.0.0.1']);

it('a picture is fetched directly and through a redirect', async () => {
  const site = await siteOf((request, response) => {
    if (request.url === '/old.jpg') response.writeHead(301, { Location: '/new.jpg' }).end();
    else response.end('picture');
  });
  expect(Buffer.from(await fetchLocally(`${site}/old.jpg`)).toString()).toBe('picture');
});

it('private addresses are refused, by name, by number and after a redirect', async () => {
  let calls = 0;
  const site = await siteOf((_, response) => {
    calls += 1;
    response.end('secret');
  });
  const { port } = new URL(site);
  const fetchPicture = createPictureFetch();
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '127.1',
  ]) {
    await expect(fetchPicture(`http://${host}:${port}/a.jpg`)).rejects.toThrow(
      'its address is not public',
    );
  }
  for (const host of ['10.0.0.1', '192.168.1.1', '169.254.169.254', '[fd00::1]', '[fe80::1]']) {
    await expect(fetchPicture(`http://${host}/a.jpg`)).rejects.toThrow('its address is not public');
  }
  expect(calls).toBe(0);

  const redirecting = await siteOf((_, response) => {
    response.writeHead(302, { Location: `http://127.0.0.2:${port}/a.jpg` }).end();
  });
  await expect(fetchLocally(`${redirecting}/a.jpg`)).rejects.toThrow('its address is not public');
  await expect(fetchLocally('file:///etc/passwd')).rejects.toThrow('is not a web address');
});

it('the error says why a picture cannot be fetched', async () => {
  const site = await siteOf((request, response) => {
    if (request.url === '/gone.jpg') response.writeHead(404).end();
    else if (request.url === '/loop.jpg') response.writeHead(302, { Location: '/loop.jpg' }).end();
    else if (request.url === '/large.jpg') response.end(Buffer.alloc(fetchLimits.bytes + 1));
    else request.socket.destroy();
  });
  const reasonOf = (path: string) =>
    fetchLocally(site + path).catch(({ message }: Error) => message);
  expect(await reasonOf('/gone.jpg')).toBe('its site answers 404');
  expect(await reasonOf('/loop.jpg')).toBe('its site redirects too often');
  expect(await reasonOf('/large.jpg')).toBe('it is larger than 10 MiB');
  expect(await reasonOf('/cut.jpg')).toBe('its site cannot be reached');
});
