import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

import { describe, expect, it } from 'vitest';

import { createBodyReceiver } from './request-body';

const kib = 1024;

/** Bodies that arrive as the test says. */
function receiver(limits: Parameters<typeof createBodyReceiver>[0]) {
  const receive = createBodyReceiver(limits);
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
        { network, session: undefined },
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

const plenty = { max: 1024 * kib, perNetwork: 1024 * kib };

describe('a body', () => {
  it('in pieces is one buffer', async () => {
    const { begin, events } = receiver(plenty);
    const body = begin('it');
    for (const piece of ['one ', 'two ', 'three']) await body.send(Buffer.from(piece));
    expect(events).toEqual([]);
    await body.end();
    expect(body.request.rawBody?.toString()).toBe('one two three');
    expect(events).toEqual(['it began']);
  });

  it('over the bound goes on at once, with all that has come', async () => {
    const { begin, events } = receiver(plenty);
    const body = begin('it');
    await body.send(60 * kib);
    await body.send(60 * kib);
    expect(events).toEqual(['it began']);
    expect(body.request.read()).toHaveLength(120 * kib);
  });
});

describe('all bodies together', () => {
  it('take of one network so much: its oldest is turned away', async () => {
    const { begin, events } = receiver({ max: 1024 * kib, perNetwork: 100 * kib });
    const other = begin('other', 'b');
    await other.send(60 * kib);
    await begin('first', 'a').send(60 * kib);
    const second = begin('second', 'a');
    await second.send(60 * kib);
    expect(events).toEqual(['first was turned away']);
    await second.end();
    await other.end();
    expect(events.slice(1)).toEqual(['second began', 'other began']);
  });

  it('take so much: the oldest of the network that holds the most is turned away', async () => {
    const { begin, events } = receiver({ max: 200 * kib, perNetwork: 1024 * kib });
    const modest = begin('modest', 'b');
    await modest.send(20 * kib);
    for (const name of ['first', 'second', 'third']) await begin(name, 'a').send(60 * kib);
    await begin('new', 'c').send(50 * kib);
    expect(events).toEqual(['first was turned away']);
    await modest.end();
    expect(events.at(-1)).toBe('modest began');
  });

  it('have room again once one was cut', async () => {
    const { begin, events } = receiver({ max: 100 * kib, perNetwork: 100 * kib });
    const first = begin('first', 'a');
    await first.send(60 * kib);
    await first.cut();
    const second = begin('second', 'a');
    await second.send(60 * kib);
    await second.end();
    expect(events).toEqual(['second began']);
  });

  it('hold what has come, not what was announced', async () => {
    const { begin, events } = receiver({ max: 100 * kib, perNetwork: 100 * kib });
    const headers = { 'content-length': String(90 * kib) };
    for (let n = 0; n < 20; n += 1) await begin(`${n}`, 'a', headers).send(1);
    expect(events).toEqual([]);
  });
});
