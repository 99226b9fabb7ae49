import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';

import { drain } from '~/server/http/drain';
import { listen } from '~/server/listen';
import { sharedCacheControl } from '~/server/platform/cache/cached-response';
import { ResponseCache } from '~/server/platform/cache/response-cache';
import { createLog } from '~/server/platform/log';
import { appRouter } from '~/testing/callers';
import { Admission, admissionLimits } from './admission';
import { createBusy } from './cached-responses';
import { streamPathsOf } from './rest';

const turn = () => new Promise((done) => setImmediate(done));

/** Turns of the event loop take only the time that the test says: a busy machine would make any of them long. */
function holdClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Sends requests to a server that answers a request only when the test says so. */
function serve(limits: Partial<typeof admissionLimits>) {
  const admission = new Admission({ ...admissionLimits, ...limits });
  const events: string[] = [];
  return {
    events,
    send(name: string, { method = 'GET', url = '/a', network = '', session = '' } = {}) {
      const socket = Object.assign(new EventEmitter(), { destroyed: false });
      const request = { method, url, headers: {}, socket } as unknown as IncomingMessage;
      const emitter = Object.assign(new EventEmitter(), { destroyed: false });
      const response = emitter as unknown as ServerResponse;
      admission.admit(
        request,
        response,
        { network: network || undefined, session: session || undefined },
        () => events.push(`${name} began`),
        () => events.push(`${name} was turned away`),
      );
      return {
        end() {
          emitter.destroyed = true;
          emitter.emit('close');
        },
        /** Its answer is known, and being sent. */
        answer: () => admission.leave(response),
        /** The connection is cut; the response is not told where it waits behind another one. */
        cut() {
          socket.destroyed = true;
          socket.emit('close');
        },
      };
    },
  };
}

it('begins at once while there is room', () => {
  const { send, events } = serve({ inFlight: 2 });
  send('first');
  send('second');
  expect(events).toEqual(['first began', 'second began']);
});

it('begins the next when one has ended, writes before reads', async () => {
  const { send, events } = serve({ inFlight: 1 });
  const first = send('first');
  send('read');
  send('write', { method: 'POST' });
  await turn();
  expect(events).toEqual(['first began']);
  first.end();
  await turn();
  expect(events).toEqual(['first began', 'write began']);
});

it('turns away what has waited too long, though nothing ends', async () => {
  const { send, events } = serve({ inFlight: 1, waitMs: 40 });
  send('first');
  send('second');
  await delay(150);
  expect(events).toEqual(['first began', 'second was turned away']);
});

it('turns away at once what would wait behind too many', () => {
  const { send, events } = serve({ inFlight: 1, waiting: 1 });
  for (const name of ['first', 'second', 'third']) send(name);
  expect(events).toEqual(['first began', 'third was turned away']);
});

it('does not begin a request whose client has gone', async () => {
  const { send, events } = serve({ inFlight: 1 });
  const first = send('first');
  const second = send('second');
  send('third');
  second.end();
  first.end();
  await turn();
  expect(events).toEqual(['first began', 'third began']);
});

it('gives a place back when the answer is known, though its connection takes nothing', async () => {
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

it('gives a place back when the connection is cut, of which the response is not told', async () => {
  const { send, events } = serve({ inFlight: 1 });
  const first = send('first');
  const second = send('second');
  send('third');
  second.cut();
  first.cut();
  await turn();
  expect(events).toEqual(['first began', 'third began']);
});

it.each([
  ['network', 4],
  ['session', 2],
])('leaves room for others beside one %s, in flight', async (kind, share) => {
  const { send, events } = serve({ inFlight: 8 });
  for (let n = 0; n < 10; n += 1) send(`${n}`, { [kind]: 'greedy' });
  await turn();
  expect(events).toHaveLength(share);
  send('another', { [kind]: 'modest' });
  await turn();
  expect(events.at(-1)).toBe('another began');
});

it('leaves room for others beside one network, among those that wait', () => {
  const { send, events } = serve({ inFlight: 0, waiting: 4 });
  for (let n = 0; n < 3; n += 1) send(`${n}`, { network: 'greedy' });
  expect(events).toEqual(['2 was turned away']);
  send('another', { network: 'modest' });
  expect(events).toHaveLength(1);
});

it.each([1, 2, 3, 10])('leaves room for others beside %i networks, in flight', async (greedy) => {
  holdClock();
  const { send, events } = serve({ inFlight: 64 });
  for (let n = 0; n < 64; n += 1) {
    for (let network = 0; network < greedy; network += 1) send('greedy', { network: `${network}` });
  }
  await turn();
  for (let n = 0; n < 3; n += 1) send(`modest ${n}`, { network: 'modest' });
  for (let n = 0; n < 10; n += 1) await turn();
  expect(events.filter((event) => event.startsWith('modest'))).toHaveLength(3);
});

it('leaves room for others beside three networks, among those that wait', () => {
  const { send, events } = serve({ inFlight: 0, waiting: 500 });
  for (let n = 0; n < 600; n += 1) send('greedy', { network: `${n % 3}` });
  const before = events.length;
  for (let n = 0; n < 50; n += 1) send('modest', { network: 'modest' });
  expect(events).toHaveLength(before);
});

it('gives the next place to the network that holds the fewest, in turns', async () => {
  const { send, events } = serve({ inFlight: 3 });
  const first = ['a', 'b', 'c'].map((network) => send(`first of ${network}`, { network }));
  for (const network of ['a', 'a', 'a', 'b', 'c', 'd']) send(`next of ${network}`, { network });
  const began = async () => {
    const before = events.length;
    await turn();
    return events.slice(before);
  };
  first[2]?.end();
  expect(await began()).toEqual(['next of d began']);
  first[0]?.end();
  expect(await began()).toEqual(['next of a began']);
  first[1]?.end();
  expect(await began()).toEqual(['next of b began']);
});

it('lets all visitors through a program on this machine take every place', async () => {
  const { send, events } = serve({ inFlight: 8 });
  for (let n = 0; n < 10; n += 1) send('it');
  await turn();
  expect(events).toHaveLength(8);
});

it('has room again while what is in flight hangs', async () => {
  holdClock();
  const { send, events } = serve({ inFlight: 32, waitMs: 1_000 });
  for (let n = 0; n < 8; n += 1) {
    send('expensive');
    vi.advanceTimersByTime(12);
    await turn();
  }
  expect(events).toHaveLength(8);
  send('waiting');
  await turn();
  expect(events).not.toContain('waiting began');
  await delay(250);
  expect(events).toContain('waiting began');
});

it.each([
  ['a health check', { url: '/healthz' }],
  ['an event of Stripe', { url: '/api/webhooks/stripe', method: 'POST' }],
  ['a look at the figures', { url: '/metrics' }],
])('never holds back %s', (_, request) => {
  const { send, events } = serve({ inFlight: 1, waiting: 0 });
  send('first');
  send('it', request);
  expect(events).toContain('it began');
});

it('begins fewer in a turn of the event loop after turns that took long, and more again later', async () => {
  holdClock();
  const { send, events } = serve({ startsPerTurn: 8 });
  const begunInTurn = async () => {
    const before = events.length;
    const sent = Array.from({ length: 8 }, (_, n) => send(`${n}`));
    const begun = events.length - before;
    while (events.length < before + 8) await turn();
    for (const one of sent) one.end();
    return begun;
  };
  expect(await begunInTurn()).toBe(8);
  for (let n = 0; n < 4; n += 1) {
    const { end } = send('expensive');
    vi.advanceTimersByTime(12);
    await turn();
    end();
  }
  expect(await begunInTurn()).toBeLessThan(4);
  for (let n = 0; n < 300; n += 1) {
    send('cheap').end();
    await turn();
  }
  expect(await begunInTurn()).toBe(8);
});

it('keeps fewer in flight after turns that took long', async () => {
  holdClock();
  const { send, events } = serve({ inFlight: 100 });
  const all = Array.from({ length: 40 }, (_, n) => send(`${n}`));
  while (events.length < 40) await turn();
  for (let n = 0; n < 4; n += 1) {
    const { end } = send('expensive');
    vi.advanceTimersByTime(12);
    await turn();
    end();
  }
  send('waiting');
  for (const one of all.splice(0, 30)) one.end();
  await turn();
  expect(events).not.toContain('waiting began');
  for (const one of all) one.end();
  await turn();
  expect(events).toContain('waiting began');
});

it('knows every stream of the product', () => {
  expect([...streamPathsOf(appRouter, '/api/trpc')].sort()).toEqual([
    '/api/trpc/admin.live.changes',
    '/api/trpc/admin.workspace.changes',
    '/api/trpc/workspace.changes',
  ]);
});

describe('a server without room', () => {
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
      streams: new Set(['/api/trpc/changes']),
      sessionOf: () => undefined,
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

  it('answers the API with 503, when to come back, and the headers of every response', async () => {
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

  it('answers a tRPC call in the shape its client reads', async () => {
    const response = await fetch(`${site}/api/trpc/quotes.submit?batch=1`, { method: 'POST' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '3']);
    const message = 'We are very busy right now. Please try again in a few seconds.';
    expect(await response.json()).toMatchObject({
      error: { message, data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503 } },
    });
  });

  it('turns streams away as well, whose opening costs as much as any request', async () => {
    const headers = { Accept: 'text/event-stream' };
    const stream = await fetch(`${site}/api/trpc/changes?input={}`, { headers });
    expect([stream.status, stream.headers.get('retry-after')]).toEqual([503, '3']);
  });

  it('shows a visitor the last known page, and a user one that says to come back', async () => {
    expect(await (await fetch(`${site}/services`)).text()).toBe('as it was');
    const forUser = await fetch(`${site}/services`, { headers: { Cookie: 'session=anything' } });
    expect([forUser.status, forUser.headers.get('retry-after')]).toEqual([503, '3']);
    expect(await forUser.text()).toContain('We are very busy right now');
    // A page was seen by the first alone.
    expect(counted).toEqual(['/services']);
  });

  it('logs how many it turned away, not each of them', async () => {
    for (let n = 0; n < 5; n += 1) await fetch(`${site}/api/quotes`);
    expect(lines.filter((line) => line.includes('turned some away'))).toHaveLength(1);
  });
});
