import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createBusy } from '~/server/http/cached-responses';
import { drain } from '~/server/http/drain';
import { streamPathsOf } from '~/server/http/rest';
import { listen } from '~/server/listen';
import { sharedCacheControl } from '~/server/platform/cache/cached-response';
import { ResponseCache } from '~/server/platform/cache/response-cache';
import { createLog } from '~/server/platform/log';
import { appRouter } from '~/testing/callers';
import { Admission, admissionLimits, callerOf } from './admission';

const turn = () => new Promise((done) => setImmediate(done));

/** Starts a server whose requests the test answers. */
function serve(limits: Partial<typeof admissionLimits>) {
  const admission = new Admission({ ...admissionLimits, ...limits });
  const events: string[] = [];
  return {
    events,
    send(name: string, { method = 'GET', url = '/a', caller = '' } = {}) {
      const socket = Object.assign(new EventEmitter(), { destroyed: false });
      const request = { method, url, headers: {}, socket } as unknown as IncomingMessage;
      const emitter = Object.assign(new EventEmitter(), { destroyed: false });
      const response = emitter as unknown as ServerResponse;
      admission.admit(
        request,
        response,
        caller || undefined,
        () => events.push(`${name} began`),
        () => events.push(`${name} was turned away`),
      );
      return {
        end() {
          emitter.destroyed = true;
          emitter.emit('close');
        },
        /** Completes the response while it is being sent. */
        answer: () => admission.leave(response),
        /** Cuts the connection. A response that waits behind another one gets no event. */
        cut() {
          socket.destroyed = true;
          socket.emit('close');
        },
      };
    },
  };
}

it('a request starts immediately while there is capacity', () => {
  const { send, events } = serve({ inFlight: 2 });
  send('first');
  send('second');
  expect(events).toEqual(['first began', 'second began']);
});

it('the oldest waiting request starts when another ends', async () => {
  const { send, events } = serve({ inFlight: 1 });
  const first = send('first');
  send('second');
  send('third');
  first.end();
  await turn();
  expect(events).toEqual(['first began', 'second began']);
});

it('a request that has waited too long is rejected, even if none ends', async () => {
  const { send, events } = serve({ inFlight: 1, waitMs: 40 });
  send('first');
  send('second');
  await delay(150);
  expect(events).toEqual(['first began', 'second was turned away']);
});

it('a request is rejected immediately if too many wait', () => {
  const { send, events } = serve({ inFlight: 1, waiting: 1 });
  for (const name of ['first', 'second', 'third']) send(name);
  expect(events).toEqual(['first began', 'third was turned away']);
});

it('a request whose client has disconnected does not start', async () => {
  const { send, events } = serve({ inFlight: 1 });
  const first = send('first');
  const second = send('second');
  send('third');
  second.end();
  first.end();
  await turn();
  expect(events).toEqual(['first began', 'third began']);
});

it('a slot is released when the response is complete, even if its client reads nothing', async () => {
  const { send, events } = serve({ inFlight: 1 });
  const first = send('first');
  send('second');
  first.answer();
  first.end();
  await turn();
  expect(events).toEqual(['first began', 'second began']);
  send('third');
  await turn();
  expect(events).not.toContain('third began');
});

it('a slot is released when the connection is cut, although the response gets no event', async () => {
  const { send, events } = serve({ inFlight: 1 });
  const first = send('first');
  const second = send('second');
  send('third');
  second.cut();
  first.cut();
  await turn();
  expect(events).toEqual(['first began', 'third began']);
});

it.each([1, 2, 3, 10])(
  'other callers get slots while %i callers have requests in flight',
  async (greedy) => {
    const { send, events } = serve({ inFlight: 64, startsPerTurn: 100 });
    for (let n = 0; n < 64; n += 1) {
      for (let caller = 0; caller < greedy; caller += 1) send('greedy', { caller: `${caller}` });
    }
    await turn();
    for (let n = 0; n < 3; n += 1) send(`modest ${n}`, { caller: 'modest' });
    await turn();
    expect(events.filter((event) => event.startsWith('modest'))).toHaveLength(3);
  },
);

it('other callers get slots while three callers have waiting requests', () => {
  const { send, events } = serve({ inFlight: 0, waiting: 500 });
  for (let n = 0; n < 600; n += 1) send('greedy', { caller: `${n % 3}` });
  const before = events.length;
  for (let n = 0; n < 50; n += 1) send('modest', { caller: 'modest' });
  expect(events).toHaveLength(before);
});

it('the next request is that of the caller with the fewest in flight', async () => {
  const { send, events } = serve({ inFlight: 3 });
  const first = ['a', 'b', 'c'].map((caller) => send(`first of ${caller}`, { caller }));
  for (const caller of ['a', 'a', 'a', 'b', 'c', 'd']) send(`next of ${caller}`, { caller });
  await turn();
  first[2]?.end();
  first[0]?.end();
  await turn();
  expect(events.slice(3)).toEqual(['next of c began', 'next of a began']);
});

it('callers behind a program on this machine can use every slot', async () => {
  const { send, events } = serve({ inFlight: 8, startsPerTurn: 10 });
  for (let n = 0; n < 10; n += 1) send('it');
  expect(events).toHaveLength(8);
});

it('only a few requests start in one turn of the event loop', async () => {
  const { send, events } = serve({ startsPerTurn: 2 });
  for (let n = 0; n < 5; n += 1) send(`${n}`);
  const started = [events.length];
  while (events.length < 5) {
    await turn();
    started.push(events.length);
  }
  expect(started).toEqual([2, 4, 5]);
});

it.each([
  ['its network', '198.51.100.7', {}, '198.51.100.7'],
  ['its session on this machine', '127.0.0.1', { cookie: 'session=a' }, 'session=a'],
  ['nothing on this machine without a session', '::1', {}, undefined],
])('a request is counted by %s', (_, remoteAddress, headers, caller) => {
  const request = { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
  expect(callerOf(request, 0)).toBe(caller);
});

it.each([
  ['a health check', { url: '/healthz' }],
  ['a Stripe event', { url: '/api/webhooks/stripe', method: 'POST' }],
  ['a request for metrics', { url: '/metrics' }],
])('%s is never delayed', (_, request) => {
  const { send, events } = serve({ inFlight: 1, waiting: 0 });
  send('first');
  send('it', request);
  expect(events).toContain('it began');
});

it('every event stream of the product is recognized', () => {
  expect([...streamPathsOf(appRouter, '/api/trpc')].sort()).toEqual(['/api/trpc/live.changes']);
});

describe('an overloaded server', () => {
  const cache = new ResponseCache();
  let server: Awaited<ReturnType<typeof listen>>['server'];
  let site: string;
  const lines: string[] = [];
  const counted: string[] = [];

  beforeAll(async () => {
    const rendered = {
      status: 200,
      headers: { 'Content-Type': 'text/html', 'Cache-Control': sharedCacheControl },
      body: 'as it was',
      cacheTags: ['services'] as const,
    };
    await cache.through('/services', async () => rendered);
    cache.invalidate('services');
    const app = {
      fetch: () => new Response('the app'),
      busy: createBusy({ 'X-Ours': 'yes' }),
    };
    const log = createLog('warn', { write: (line) => lines.push(line) });
    const admission = new Admission({ ...admissionLimits, inFlight: 0, waiting: 0 });
    const started = await listen(
      () => ({
        app,
        cache,
        files: new Map(),
        log,
        traffic: { count: ({ target }) => counted.push(target) },
      }),
      {
        port: 0,
        host: '127.0.0.1',
        admission,
      },
    );
    server = started.server;
    site = `http://127.0.0.1:${started.port}`;
  });
  afterAll(() => drain(server));

  it('answers the API with 503, Retry-After and the common headers', async () => {
    const response = await fetch(`${site}/api/quotes`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(503);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'retry-after': '3',
      'cache-control': 'no-store',
      'x-ours': 'yes',
    });
    expect(await response.json()).toEqual({
      code: 'SERVICE_UNAVAILABLE',
      message: 'We are very busy right now. Please try again in a few seconds.',
    });
  });

  it('answers a tRPC call in the shape that its client reads', async () => {
    const response = await fetch(`${site}/api/trpc/quotes.submit?batch=1`, { method: 'POST' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '3']);
    const message = 'We are very busy right now. Please try again in a few seconds.';
    expect(await response.json()).toMatchObject({
      error: { message, data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503 } },
    });
  });

  it('shows a visitor the last known page, and a signed-in user a page that asks to try again', async () => {
    expect(await (await fetch(`${site}/services`)).text()).toBe('as it was');
    const forUser = await fetch(`${site}/services`, { headers: { Cookie: 'session=anything' } });
    expect([forUser.status, forUser.headers.get('retry-after')]).toEqual([503, '3']);
    expect(await forUser.text()).toContain('We are very busy right now');
    // Only the visitor's page view counts.
    expect(counted).toEqual(['/services']);
  });

  it('logs the number of rejected requests, not each of them', async () => {
    for (let n = 0; n < 5; n += 1) await fetch(`${site}/api/quotes`);
    expect(
      lines.filter((line) => line.includes('rejected requests because of overload')),
    ).toHaveLength(1);
  });
});
