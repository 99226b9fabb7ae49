import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

import { describe, expect, it } from 'vitest';

import { createBodyReceiver } from './bodies';

const kib = 1024;

/** Creates a receiver for bodies whose arrival the test controls. */
function receiver(memoryMax = 1024 * kib) {
  const receive = createBodyReceiver(memoryMax);
  const events: string[] = [];
  const turn = () => new Promise((done) => setImmediate(done));
  return {
    events,
    begin(name: string, network?: string, headers: IncomingMessage['headers'] = {}) {
      const source = new Readable({ read() {} });
      const request = Object.assign(source, {
        headers: { 'transfer-encoding': 'chunked', ...headers },
      }) as unknown as IncomingMessage & { rawBody?: Buffer };
      receive(
        request,
        network,
        100 * kib,
        () => events.push(`${name} began`),
        () => events.push(`${name} was turned away`),
      );
      return {
        request,
        async send(bytes: number | Buffer) {
          source.push(typeof bytes === 'number' ? Buffer.alloc(bytes, 'x') : bytes);
          await turn();
        },
        async end() {
          source.push(null);
          await turn();
        },
        async cut() {
          source.destroy();
          await turn();
        },
      };
    },
  };
}

describe('the body receiver', () => {
  it('joins a chunked body into one buffer', async () => {
    const { begin, events } = receiver();
    const body = begin('it');
    for (const piece of ['one ', 'two ', 'three']) await body.send(Buffer.from(piece));
    expect(events).toEqual([]);
    await body.end();
    expect(body.request.rawBody?.toString()).toBe('one two three');
    expect(events).toEqual(['it began']);
  });

  it('passes a body over the limit to the app with the bytes received so far', async () => {
    const { begin, events } = receiver();
    const body = begin('it');
    await body.send(60 * kib);
    await body.send(60 * kib);
    expect(events).toEqual(['it began']);
    expect(body.request.read()).toHaveLength(120 * kib);
  });
});

describe('bodies that take too much memory', () => {
  it('are limited by dropping the oldest body of the caller with the most bytes', async () => {
    const { begin, events } = receiver(200 * kib);
    const modest = begin('modest', 'b');
    await modest.send(20 * kib);
    for (const name of ['first', 'second', 'third']) await begin(name, 'a').send(60 * kib);
    await begin('new', 'c').send(50 * kib);
    expect(events).toEqual(['first was turned away']);
    await modest.end();
    expect(events.at(-1)).toBe('modest began');
  });

  it('accept more again after a connection is cut', async () => {
    const { begin, events } = receiver(100 * kib);
    const first = begin('first', 'a');
    await first.send(60 * kib);
    await first.cut();
    const second = begin('second', 'a');
    await second.send(60 * kib);
    await second.end();
    expect(events).toEqual(['second began']);
  });

  it('count received bytes, not announced ones', async () => {
    const { begin, events } = receiver(100 * kib);
    const headers = { 'content-length': String(90 * kib) };
    for (let n = 0; n < 20; n += 1) await begin(`${n}`, 'a', headers).send(1);
    expect(events).toEqual([]);
  });
});
