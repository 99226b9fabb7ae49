import { afterEach, describe, expect, it } from 'vitest';

import {
  endWatching,
  mailOf,
  startMailServer,
  subjectOf,
  subjectsIn,
  until,
  watchMailbox,
} from '~/testing/watched-mailbox';

afterEach(endWatching);

describe('a watched mailbox', () => {
  it('has each of its mails taken, in order, and moved to a folder that is made', async () => {
    const server = await startMailServer();
    for (const name of ['one', 'two', 'three']) server.deliver(mailOf(name));
    const watched = watchMailbox(server.url);
    await watched.reached();
    expect(watched.taken).toEqual(['one', 'two', 'three']);
    expect(watched.mails[0]).toEqual({
      raw: Buffer.from(mailOf('one')),
      isWhole: true,
      size: mailOf('one').length,
    });
    expect(subjectsIn(server, 'Kestrel')).toEqual(['one', 'two', 'three']);
    expect(subjectsIn(server, 'INBOX')).toEqual([]);
    expect(server.commands.filter((line) => line.startsWith('CREATE'))).toEqual(['CREATE Kestrel']);
  });

  it('has what arrives taken as soon as the server says so', async () => {
    const server = await startMailServer();
    const watched = watchMailbox(server.url);
    await until(() => expect(server.commands).toContain('IDLE'));
    server.deliver(mailOf('one'));
    await until(() => expect(watched.taken).toEqual(['one']));
    await until(() => expect(server.commands.filter((line) => line === 'IDLE')).toHaveLength(2));
    server.deliver(mailOf('two'));
    await until(() => expect(subjectsIn(server, 'Kestrel')).toEqual(['one', 'two']));
    expect(watched.taken).toEqual(['one', 'two']);
  });

  it('is looked into again and again where the server has no IDLE', async () => {
    const server = await startMailServer({ without: ['IDLE'] });
    const watched = watchMailbox(server.url, { pollMs: 20 });
    await watched.reached();
    server.deliver(mailOf('one'));
    await until(() => expect(subjectsIn(server, 'Kestrel')).toEqual(['one']));
    expect(server.commands).not.toContain('IDLE');
  });

  it('is looked into when that is asked for, and after a while of silence', async () => {
    const server = await startMailServer();
    const watched = watchMailbox(server.url, { idleRestartMs: 30 });
    await until(() => expect(watched.states.length).toBeGreaterThan(3));
    const patient = watchMailbox(server.url);
    await patient.reached();
    const before = patient.states.length;
    patient.checkSoon();
    await until(() => expect(patient.states.length).toBe(before + 1));
  });

  it('loses no mail that arrives while others are taken', async () => {
    const server = await startMailServer();
    for (const name of ['one', 'two']) server.deliver(mailOf(name));
    const watched = watchMailbox(server.url, {
      async take() {
        if (watched.taken.length < 4) server.deliver(mailOf(`late ${watched.taken.length}`));
      },
    });
    await until(() => expect(subjectsIn(server, 'Kestrel')).toHaveLength(5));
    expect(watched.taken).toEqual(['one', 'two', 'late 1', 'late 2', 'late 3']);
  });

  it.each([
    ['INBOX.', 'INBOX.Kestrel'],
    ['', 'Kestrel'],
  ])('of a server that begins names with %j has the folder %s', async (prefix, folder) => {
    const server = await startMailServer({ prefix });
    server.deliver(mailOf('one'));
    await watchMailbox(server.url).reached();
    expect(subjectsIn(server, folder)).toEqual(['one']);
  });

  it('has the header alone taken of a mail that is too long', async () => {
    const server = await startMailServer();
    server.deliver(mailOf('long', 'x'.repeat(5_000)));
    server.deliver(mailOf('short'));
    const watched = watchMailbox(server.url);
    await watched.reached();
    const header = Buffer.from('From: a@client.example\r\nSubject: long\r\n\r\n');
    expect(watched.mails[0]).toEqual({ raw: header, isWhole: false, size: header.length + 5_000 });
    expect(watched.taken).toEqual(['long', 'short']);
    expect(subjectsIn(server, 'Kestrel')).toEqual(['long', 'short']);
  });

  it('has every byte of a mail taken, and a mail without any', async () => {
    const server = await startMailServer();
    const bytes = Buffer.from(Array.from({ length: 512 }, (_, at) => at % 256));
    const raw = Buffer.concat([Buffer.from('Subject: {9}\r\n\r\n'), bytes, Buffer.from(')\r\n')]);
    server.deliver(raw);
    server.deliver('');
    const watched = watchMailbox(server.url);
    await watched.reached();
    expect(watched.mails.map((mail) => mail.raw)).toEqual([raw, Buffer.alloc(0)]);
  });

  it.each(['UID FETCH 2 (UID RFC822.SIZE', 'UID FETCH 2 (UID BODY', 'UID MOVE 2'])(
    'goes on when a person deletes a mail before %s',
    async (command) => {
      const server = await startMailServer();
      for (const name of ['one', 'two', 'three']) server.deliver(mailOf(name));
      server.before(command, () => server.remove(2));
      const watched = watchMailbox(server.url);
      await watched.reached();
      const isTaken = command.startsWith('UID MOVE');
      expect(watched.taken).toEqual(isTaken ? ['one', 'two', 'three'] : ['one', 'three']);
      expect(subjectsIn(server, 'Kestrel')).toEqual(['one', 'three']);
      expect(watched.reasons()).toEqual([]);
    },
  );

  it('makes the folder again when a person has deleted it', async () => {
    const server = await startMailServer();
    const watched = watchMailbox(server.url);
    await until(() => expect(server.commands).toContain('IDLE'));
    server.drop('Kestrel');
    server.deliver(mailOf('one'));
    await until(() => expect(subjectsIn(server, 'Kestrel')).toEqual(['one']));
    expect(watched.taken).toEqual(['one']);
  });
});

describe('nothing else is deleted', () => {
  it('without MOVE: this mail alone is expunged', async () => {
    const server = await startMailServer({ without: ['MOVE'] });
    server.deliver(mailOf('one'));
    let other = 0;
    const watched = watchMailbox(server.url, {
      async take({ raw }) {
        if (subjectOf(raw.toString()) !== 'one') throw new Error('not this one');
        other = server.deliver(mailOf('other'), 'INBOX', ['\\Deleted']);
      },
    });
    await watched.failed(/could not be stored/);
    expect(subjectsIn(server, 'Kestrel')).toEqual(['one']);
    expect(server.mailbox('INBOX')?.map(({ uid }) => uid)).toEqual([other]);
    expect(server.commands).toContain('UID EXPUNGE 1');
    expect(server.commands.filter((line) => /^(EXPUNGE|CLOSE)/.test(line))).toEqual([]);
  });

  it.each([
    [true, '$KestrelTaken'],
    [false, '\\Seen'],
  ])(
    'without MOVE and UIDPLUS, own flags allowed %s: it is copied and marked %s',
    async (keywords, flag) => {
      const server = await startMailServer({ without: ['MOVE', 'UIDPLUS'], keywords });
      server.deliver(mailOf('one'));
      server.deliver(mailOf('two'));
      const watched = watchMailbox(server.url);
      await watched.reached();
      watched.checkSoon();
      await until(() => expect(watched.states).toHaveLength(2));
      expect(watched.taken).toEqual(['one', 'two']);
      expect(subjectsIn(server, 'Kestrel')).toEqual(['one', 'two']);
      expect(server.mailbox('INBOX')?.map(({ flags }) => [...flags])).toEqual([[flag], [flag]]);
      await watched.stop();
      const another = watchMailbox(server.url);
      await another.reached();
      expect(another.taken).toEqual([]);
    },
  );
});

describe('a mail that cannot be stored', () => {
  it('stays where it is and keeps no other from being taken', async () => {
    const server = await startMailServer();
    for (const name of ['one', 'bad', 'three']) server.deliver(mailOf(name));
    let isMended = false;
    const watched = watchMailbox(server.url, {
      async take({ raw }) {
        if (!isMended && subjectOf(raw.toString()) === 'bad') throw new Error('no');
      },
    });
    await watched.failed(/A mail could not be stored/);
    await until(() => expect(subjectsIn(server, 'Kestrel')).toEqual(['one', 'three']));
    server.deliver(mailOf('four'));
    await until(() => expect(subjectsIn(server, 'Kestrel')).toEqual(['one', 'three', 'four']));
    expect(subjectsIn(server, 'INBOX')).toEqual(['bad']);
    isMended = true;
    await watched.reached();
    expect(subjectsIn(server, 'Kestrel')).toEqual(['one', 'three', 'four', 'bad']);
  });

  it('is not downloaded again and again with hundreds like it, nor keeps the rest waiting', async () => {
    const server = await startMailServer();
    for (let count = 1; count <= 30; count += 1)
      server.deliver(mailOf(count > 25 ? 'good' : 'bad'));
    const watched = watchMailbox(server.url, {
      async take({ raw }) {
        if (subjectOf(raw.toString()) === 'bad') throw new Error('no');
      },
    });
    await watched.failed(/A mail could not be stored/);
    expect(watched.taken).toHaveLength(10);
    await until(() => expect(subjectsIn(server, 'Kestrel')).toEqual(Array(5).fill('good')));
  });

  it('is one that the server cannot hand out, too', async () => {
    const server = await startMailServer();
    for (const name of ['one', 'two']) server.deliver(mailOf(name));
    server.fail('UID FETCH 1 (UID BODY', 'refused', Number.POSITIVE_INFINITY);
    const watched = watchMailbox(server.url);
    await until(() => expect(subjectsIn(server, 'Kestrel')).toEqual(['two']));
    await watched.failed(/could not be read/);
    server.mend();
    await watched.reached();
    expect(watched.taken).toEqual(['two', 'one']);
  });
});
