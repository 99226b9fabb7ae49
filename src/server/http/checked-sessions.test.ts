import { type ClientRequest, get } from 'node:http';

import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

import { startTestApp, type TestApp } from '~/testing/app';
import { signUpClient } from '~/testing/sign-in';
import { createCheckedSessions } from './checked-sessions';
import { createCookies } from './cookies';
import { streamLimits } from './open-streams';

let app: TestApp;
let site: string;
beforeAll(async () => {
  app = await startTestApp();
  site = await app.listen();
});
afterAll(() => app.close());

/** A session's cookie as its client may send it, another one each time. */
const disguises: [name: string, (cookie: string, n: number) => string][] = [
  ['as it was set', (cookie) => cookie],
  ['behind one of the other protocol', (cookie, n) => `__Host-session=f${n}; ${cookie}`],
  ['before another one', (cookie, n) => `${cookie}; session=f${n}`],
  ['with an encoded letter', (cookie, n) => encodedAt(cookie, n)],
];

function encodedAt(cookie: string, n: number): string {
  const at = cookie.indexOf('=') + 1 + (n % 20);
  const code = cookie.charCodeAt(at).toString(16);
  return `${cookie.slice(0, at)}%${n < 20 ? code : code.toUpperCase()}${cookie.slice(at + 1)}`;
}

it.each(disguises)('a session’s streams are counted together: its cookie %s', async (_, as) => {
  const cookie = await signUpClient(app);
  const other = await signUpClient(app);
  const requests: ClientRequest[] = [];
  onTestFinished(() => {
    for (const request of requests) request.destroy();
  });
  const open = (sent: string) =>
    new Promise<{ isClosed(): boolean }>((done, fail) => {
      const headers = { Accept: 'text/event-stream', Cookie: sent };
      const request = get(`${site}/api/trpc/workspace.changes?input=%7B%7D`, { headers });
      requests.push(request);
      request.on('error', fail);
      request.on('response', (response) => {
        let isClosed = false;
        response.on('error', () => {});
        response.resume().on('close', () => {
          isClosed = true;
        });
        done({ isClosed: () => isClosed });
      });
    });
  const stranger = await open(other);
  const all: Awaited<ReturnType<typeof open>>[] = [];
  for (let n = 0; n < streamLimits.perSession; n += 1) all.push(await open(as(cookie, n)));
  expect(all.filter((one) => one.isClosed())).toEqual([]);
  all.push(await open(as(cookie, streamLimits.perSession)));
  await expect.poll(() => all.map((one) => one.isClosed()).indexOf(false)).toBe(1);
  expect(stranger.isClosed()).toBe(false);
});

it('knows a session once it was found, and until it is not', async () => {
  let isThere = true;
  const found = { id: 7, token: 'abc' };
  const sessions = createCheckedSessions(createCookies({ https: false }));
  const read = sessions.remembering(async () => (isThere ? (found as never) : undefined));
  const known = () => [sessions.of('session=abc'), sessions.of('session=%61bc')];
  expect(known()).toEqual([undefined, undefined]);
  await read('abc');
  expect(known()).toEqual(['7', '7']);
  expect(sessions.of('session=abd')).toBeUndefined();
  expect(sessions.of('__Host-session=abc')).toBeUndefined();
  isThere = false;
  await read('abc');
  expect(known()).toEqual([undefined, undefined]);
});
