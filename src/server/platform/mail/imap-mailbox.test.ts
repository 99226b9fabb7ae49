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

describe('createImapMailbox', () => {
  it('stores each email in order and moves it to a folder that it creates', async () => {
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

  it('stores new emails as soon as the server announces them', async () => {
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

  it('polls a server without IDLE', async () => {
    const server = await startMailServer({ without: ['IDLE'] });
    const watched = watchMailbox(server.url, { pollMs: 20 });
    await watched.reached();
    server.deliver(mailOf('one'));
    await until(() => expect(subjectsIn(server, 'Kestrel')).toEqual(['one']));
    expect(server.commands).not.toContain('IDLE');
  });

  it('checks the mailbox on request, and after a period of silence', async () => {
    const server = await startMailServer();
    const watched = watchMailbox(server.url, { idleRestartMs: 30 });
    await until(() => expect(watched.states.length).toBeGreaterThan(3));
    const patient = watchMailbox(server.url);
    await patient.reached();
    const before = patient.states.length;
    patient.checkSoon();
    await until(() => expect(patient.states.length).toBe(before + 1));
  });

  it('loses no email that arrives while others are stored', async () => {
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
  ])('with the name prefix %j, uses folder %s', async (prefix, folder) => {
    const server = await startMailServer({ prefix });
    server.deliver(mailOf('one'));
    await watchMailbox(server.url).reached();
    expect(subjectsIn(server, folder)).toEqual(['one']);
  });

  it('stores only the headers of an email that is too large', async () => {
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

  it('stores every byte of an email, and an empty email', async () => {
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
    'continues when a person deletes an email before %s',
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

  it('creates the folder again when a person has deleted it', async () => {
    const server = await startMailServer();
    const watched = watchMailbox(server.url);
    await until(() => expect(server.commands).toContain('IDLE'));
    server.drop('Kestrel');
    server.deliver(mailOf('one'));
    await until(() => expect(subjectsIn(server, 'Kestrel')).toEqual(['one']));
    expect(watched.taken).toEqual(['one']);
  });
});

describe('moving an email deletes no other email', () => {
  it('expunges only this email without MOVE', async () => {
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
    'without MOVE and UIDPLUS copies the email (custom flags allowed: %s) and marks it %s',
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

describe('an email that cannot be stored', () => {
  it('stays in the mailbox and does not block others', async () => {
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

  it('is not downloaded repeatedly, even among hundreds, and does not delay the rest', async () => {
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

  it('is stored later if only the server failed to return it', async () => {
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
