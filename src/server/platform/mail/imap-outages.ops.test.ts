import { EventEmitter, once } from 'node:events';

import { afterEach, describe, expect, it } from 'vitest';

import type { ImapFault } from '~/testing/imap';
import {
  endWatching,
  type MailboxOptions,
  mailOf,
  startMailServer,
  subjectsIn,
  until,
  watchMailbox,
} from '~/testing/watched-mailbox';

afterEach(endWatching);

describe('a mailbox whose connection breaks', () => {
  /**
   * Points at which the connection is cut. If the move of an email is lost after the email was stored, it is stored again.
   */
  const cuts: [string, ImapFault, 'again'?][] = [
    ['ID', 'cut'],
    ['LIST', 'cut'],
    ['SELECT', 'half answered'],
    ['CREATE', 'unanswered'],
    ['UID SEARCH', 'cut'],
    ['UID SEARCH', 'answered'],
    ['UID FETCH 2 (UID RFC822.SIZE', 'unanswered'],
    ['UID FETCH 2 (UID BODY', 'cut'],
    ['UID FETCH 2 (UID BODY', 'half answered'],
    ['UID FETCH 2 (UID BODY', 'answered', 'again'],
    ['UID MOVE 2', 'cut', 'again'],
    ['UID MOVE 2', 'unanswered'],
    ['UID MOVE 2', 'half answered'],
    ['UID MOVE 2', 'answered'],
    ['UID COPY 2', 'unanswered', 'again'],
    ['UID STORE 2', 'unanswered', 'again'],
    ['UID EXPUNGE 2', 'cut', 'again'],
    ['UID EXPUNGE 2', 'unanswered'],
    ['IDLE', 'cut'],
    ['IDLE', 'answered'],
    ['DONE', 'unanswered'],
  ];

  it.each(cuts)(
    'loses no email when the connection breaks at %s, %s',
    async (command, fault, times) => {
      const hasMove = !/COPY|STORE|EXPUNGE/.test(command);
      const server = await startMailServer({ without: hasMove ? [] : ['MOVE'] });
      for (const name of ['one', 'two', 'three']) server.deliver(mailOf(name));
      server.fail(command, fault);
      const watched = watchMailbox(server.url);
      await until(() => expect(subjectsIn(server, 'INBOX')).toEqual([]));
      await until(() => expect(server.commands).toContain('IDLE'));
      server.deliver(mailOf('four'));
      await until(() => expect(subjectsIn(server, 'INBOX')).toEqual([]));
      await watched.reached();
      const repeated = watched.taken.filter((name, at) => watched.taken.indexOf(name) !== at);
      expect(repeated).toEqual(times === 'again' ? ['two'] : []);
      expect(new Set(watched.taken)).toEqual(new Set(['one', 'two', 'three', 'four']));
      expect(new Set(subjectsIn(server, 'Kestrel'))).toEqual(new Set(watched.taken));
    },
  );

  it('loses no email over a long outage, and notifies the owner', async () => {
    const server = await startMailServer();
    const watched = watchMailbox(server.url);
    await watched.reached();
    await server.away();
    for (const name of ['one', 'two', 'three']) server.deliver(mailOf(name));
    await until(() => expect(watched.reasons().length).toBeGreaterThan(10));
    expect(new Set(watched.reasons())).toEqual(new Set(['The mail server could not be reached.']));
    await server.back();
    await watched.reached();
    expect(watched.taken).toEqual(['one', 'two', 'three']);
    expect(subjectsIn(server, 'Kestrel')).toEqual(['one', 'two', 'three']);
  });

  it.each([
    'CAPABILITY',
    'SELECT',
    'UID SEARCH',
    'UID FETCH 1 (UID BODY',
    'UID MOVE 1',
    'IDLE',
    'DONE',
  ])('notices that the server answers nothing from %s on', async (command) => {
    const server = await startMailServer();
    server.deliver(mailOf('one'));
    server.fail(command === 'CAPABILITY' ? 'ID' : command, 'hangs');
    const watched = watchMailbox(server.url, { quietMs: 100, idleRestartMs: 60 });
    await until(() =>
      expect(watched.reasons()).toContain('The mail server did not answer in time.'),
    );
    await watched.reached();
    expect(new Set(watched.taken)).toEqual(new Set(['one']));
    expect(subjectsIn(server, 'Kestrel')).toEqual(['one']);
  });

  it.each(['is away', 'ends each connection after a check'])(
    'retries with growing delays when the server %s',
    async (what) => {
      const server = await startMailServer();
      if (what === 'is away') await server.away();
      else server.fail('IDLE', 'cut', Number.POSITIVE_INFINITY);
      const at: number[] = [];
      watchMailbox(server.url, {
        firstRetryMs: 10,
        longestRetryMs: 200,
        onState: () => at.push(performance.now()),
      });
      await until(() => expect(at.length).toBeGreaterThan(7));
      // Each delay is up to a quarter shorter, so that clients whose connections were cut at the same time do not return at
      // the same time.
      const shortest = [10, 20, 40, 80, 160, 200, 200].map((ms) => 0.75 * ms);
      const gaps = shortest.map((_, index) => (at[index + 1] ?? 0) - (at[index] ?? 0));
      for (const [index, ms] of shortest.entries()) expect(gaps[index]).toBeGreaterThan(ms - 2);
    },
  );

  it('stays connected while storing an email takes long', async () => {
    const server = await startMailServer();
    server.deliver(mailOf('one'));
    const watched = watchMailbox(server.url, {
      quietMs: 50,
      async take() {
        const asked = () => server.commands.filter((line) => line === 'NOOP').length;
        const before = asked();
        await until(() => expect(asked()).toBeGreaterThan(before + 2));
      },
    });
    await watched.reached();
    expect(watched.taken).toEqual(['one']);
    expect(watched.reasons()).toEqual([]);
  });
});

describe('several instances', () => {
  it('connect one at a time: another takes over when the first ends', async () => {
    const server = await startMailServer();
    let holder = 'first';
    const first = watchMailbox(server.url, {
      leaseMs: 10,
      mayWatch: async () => holder === 'first',
    });
    const second = watchMailbox(server.url, {
      leaseMs: 10,
      mayWatch: async () => holder === 'second',
    });
    await first.reached();
    server.deliver(mailOf('one'));
    await until(() => expect(subjectsIn(server, 'Kestrel')).toEqual(['one']));
    expect(server.sockets.size).toBe(1);
    holder = 'none';
    await until(() => expect(server.sockets.size).toBe(0));
    expect(server.commands.at(-1)).toBe('LOGOUT');
    server.deliver(mailOf('two'));
    holder = 'second';
    await second.reached();
    expect([first.taken, second.taken]).toEqual([['one'], ['two']]);
    expect([first, second].flatMap(({ reasons }) => reasons())).toEqual([]);
  });

  it('do not watch while they cannot find out whether another instance watches', async () => {
    const server = await startMailServer();
    let isAway = true;
    let asked = 0;
    const watched = watchMailbox(server.url, {
      leaseMs: 10,
      async mayWatch() {
        asked += 1;
        if (asked === 2) return await new Promise<never>(() => {});
        if (isAway) throw new Error('the database is away');
        return true;
      },
    });
    await until(() => expect(asked).toBeGreaterThan(3));
    expect([server.commands, watched.states]).toEqual([[], []]);
    isAway = false;
    await watched.reached();
  });
});

describe('stop of the mailbox watcher', () => {
  const limitMs = 2_000;

  it.each<[string, ImapFault, Partial<MailboxOptions>]>([
    ['UID FETCH 1 (UID BODY', 'hangs', {}],
    ['UID MOVE', 'hangs', {}],
    ['SELECT', 'hangs', {}],
    ['IDLE', 'hangs', {}],
    ['DONE', 'hangs', {}],
    ['nothing', 'hangs', { take: () => new Promise(() => {}) }],
  ])('ends in time while %s %s', async (command, fault, options) => {
    const server = await startMailServer();
    server.deliver(mailOf('one'));
    server.fail(command, fault);
    const watched = watchMailbox(server.url, options);
    const awaited = command === 'DONE' ? 'IDLE' : command;
    await until(() => {
      if (command === 'nothing') expect(watched.taken).toEqual(['one']);
      else expect(server.commands.some((line) => line.startsWith(awaited))).toBe(true);
    });
    const begunAt = performance.now();
    await watched.stop();
    expect(performance.now() - begunAt).toBeLessThan(limitMs);
    expect(watched.reasons()).toEqual([]);
  });

  it('lets a move in progress finish, and signs out', async () => {
    const server = await startMailServer();
    server.deliver(mailOf('one'));
    const storing = new EventEmitter();
    const watched = watchMailbox(server.url, {
      async take() {
        await once(storing, 'done');
      },
    });
    await until(() => expect(watched.taken).toEqual(['one']));
    const stopped = watched.stop();
    storing.emit('done');
    await stopped;
    expect(subjectsIn(server, 'Kestrel')).toEqual(['one']);
    expect(server.commands.at(-1)).toBe('LOGOUT');
    await until(() => expect(server.sockets.size).toBe(0));
  });

  it('ends at once while it waits for the next attempt', async () => {
    const server = await startMailServer();
    await server.away();
    const watched = watchMailbox(server.url, { firstRetryMs: 60_000, longestRetryMs: 60_000 });
    await watched.failed(/could not be reached/);
    const begunAt = performance.now();
    await watched.stop();
    expect(performance.now() - begunAt).toBeLessThan(500);
  });
});
