import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

import { type Answer, createImapSession, type ImapAccount } from './imap-session';
import { createMailStore } from './imap-store';

/** What goes wrong with a command. */
export type ImapFault =
  /** The connection is cut before it is done. */
  | 'cut'
  /** It is done, and the connection cut before its answer. */
  | 'unanswered'
  /** The connection is cut in the middle of its answer. */
  | 'half answered'
  /** The connection is cut after its answer. */
  | 'answered'
  /** It is never answered; the connection stays. */
  | 'hangs'
  /** It is answered with NO. */
  | 'refused';

interface ImapServerOptions {
  without?: ImapAccount['without'];
  delimiter?: string;
  prefix?: string;
  keywords?: boolean;
  /** Encrypted from the first byte, or after STARTTLS. */
  tls?: { key: string; cert: string; isImplicit: boolean };
}

/** An IMAP server for one user; its answers have the shapes of Dovecot's (imap.test.ts). */
export async function startImap(options: ImapServerOptions = {}) {
  const { tls } = options;
  const store = createMailStore();
  const state: { refusal: string | undefined; isSilent: boolean } = {
    refusal: undefined,
    isSilent: false,
  };
  const faults: { command: string; fault: ImapFault; times: number }[] = [];
  const hooks: { command: string; act: () => void }[] = [];
  /** Commands as they came, without their tags and what secrets they have. */
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const account: ImapAccount = {
    user: 'hello',
    password: 'secret',
    store,
    delimiter: options.delimiter ?? '.',
    prefix: options.prefix ?? '',
    without: options.without ?? [],
    keywords: options.keywords ?? true,
    refusal: () => state.refusal,
    offersTls: tls !== undefined,
  };
  let server: Server | undefined;
  let port = 0;

  function faultOf(command: string): ImapFault | undefined {
    const found = faults.find((one) => one.times > 0 && command.startsWith(one.command));
    if (found) found.times -= 1;
    return found?.fault;
  }

  function serve(plain: Socket) {
    sockets.add(plain);
    plain.on('error', () => {}).on('close', () => sockets.delete(plain));
    const session = createImapSession(account);
    let socket: Socket = plain;
    let unread = Buffer.alloc(0);
    let mode: { is: 'commands' } | { is: 'idle' | 'signing in'; tag: string } | { is: 'hanging' } =
      {
        is: 'commands',
      };

    const tellNews = () => {
      if (mode.is !== 'idle') return;
      const news = session.news();
      if (news.length > 0) socket.write(news);
    };
    store.listeners.add(tellNews);
    plain.on('close', () => store.listeners.delete(tellNews));

    function encrypt() {
      if (!tls) return;
      plain.removeAllListeners('data');
      const encrypted = new TLSSocket(plain, { isServer: true, key: tls.key, cert: tls.cert });
      // A client that does not trust the certificate goes away.
      encrypted.on('error', () => plain.destroy());
      socket = encrypted;
      session.secure();
      encrypted.on('data', read);
    }

    function read(bytes: Buffer) {
      unread = Buffer.concat([unread, bytes]);
      for (;;) {
        const command = nextCommand();
        if (command === undefined || mode.is === 'hanging') return;
        unread = unread.subarray(command.length + 2);
        obey(command);
      }
    }

    /** A whole line, with the literals that it goes on after; latin1, so that its length is its bytes'. */
    function nextCommand(): string | undefined {
      const text = unread.toString('latin1');
      let from = 0;
      for (;;) {
        const end = text.indexOf('\r\n', from);
        if (end < 0) return undefined;
        const [, length, plus] = /\{(\d+)(\+?)\}$/.exec(text.slice(from, end)) ?? [];
        if (length === undefined) return text.slice(0, end);
        from = end + 2 + Number(length);
        if (text.length < from) {
          if (!plus && text.length === end + 2) socket.write('+ OK\r\n');
          return undefined;
        }
      }
    }

    function obey(line: string) {
      if (mode.is === 'idle') {
        const { tag } = mode;
        mode = { is: 'commands' };
        commands.push('DONE');
        return send({ text: Buffer.from(`${tag} OK Idle completed.\r\n`) }, faultOf('DONE'));
      }
      if (mode.is === 'signing in') {
        const { tag } = mode;
        mode = { is: 'commands' };
        return send(session.signIn(tag, line), faultOf('AUTHENTICATE'));
      }
      const [, tag = '', command = ''] = /^(\S+) ([\s\S]*)$/.exec(line) ?? [];
      commands.push(command.replace(/^((LOGIN|AUTHENTICATE \S+) ).*/is, '$1…'));
      const hook = hooks.findIndex((one) => command.startsWith(one.command));
      if (hook >= 0) for (const { act } of hooks.splice(hook, 1)) act();
      const isSigningIn = /^AUTHENTICATE \S+$/i.test(command);
      const fault = isSigningIn ? undefined : faultOf(command);
      if (fault === 'cut') return void plain.destroy();
      if (fault === 'hangs') {
        mode = { is: 'hanging' };
        return;
      }
      if (fault === 'refused') return void socket.write(`${tag} NO Not just now.\r\n`);
      send(session.answer(line), fault, tag);
    }

    function send(answer: Answer, fault: ImapFault | undefined, tag = '') {
      if (fault === 'cut' || fault === 'unanswered') return void plain.destroy();
      if (fault === 'half answered') {
        const half = answer.text.subarray(0, Math.floor(answer.text.length / 2));
        return void socket.write(half, () => plain.destroy());
      }
      if (fault === 'hangs') {
        mode = { is: 'hanging' };
        return;
      }
      if (answer.then === 'idle') mode = { is: 'idle', tag };
      if (answer.then === 'continue') mode = { is: 'signing in', tag };
      const isLast = answer.then === 'close' || fault === 'answered';
      socket.write(answer.text, () => {
        if (isLast) plain.destroySoon();
        if (answer.then === 'starttls') encrypt();
      });
    }

    plain.on('data', (bytes) => !state.isSilent && socket === plain && read(bytes));
    if (tls?.isImplicit) encrypt();
    if (!state.isSilent) socket.write(session.greeting());
  }

  async function back() {
    if (server) return;
    const opened = createServer(serve);
    await new Promise<void>((resolve, reject) => {
      opened.once('error', reject);
      opened.listen(port, '127.0.0.1', resolve);
    });
    server = opened;
    port = (opened.address() as AddressInfo).port;
  }

  async function away() {
    const closing = server;
    server = undefined;
    const closed = new Promise<void>((resolve) => {
      if (closing) closing.close(() => resolve());
      else resolve();
    });
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  await back();
  return {
    url: `${tls?.isImplicit ? 'imaps' : 'imap'}://hello:secret@127.0.0.1:${port}`,
    port,
    state,
    commands,
    sockets,
    /** Makes the next commands that begin like this go wrong. */
    fail(command: string, fault: ImapFault, times = 1) {
      faults.push({ command, fault, times });
    },
    /** Does something once, before the next command that begins like this. */
    before(command: string, act: () => void) {
      hooks.push({ command, act });
    },
    /** Ends what `fail` has begun. */
    mend() {
      faults.length = 0;
    },
    deliver(raw: string | Buffer, name = 'INBOX', flags: string[] = []): number {
      const mailbox = store.named(name) ?? store.create(name);
      return store.add(mailbox, Buffer.from(raw), flags).uid;
    },
    /** What lies in a mailbox; undefined where there is none of the name. */
    mailbox: (name: string) => store.named(name)?.mails,
    create: (name: string) => void store.create(name),
    drop: (name: string) => void store.mailboxes.delete(name),
    /** What a person does in a mail program. */
    remove(uid: number, name = 'INBOX') {
      const mailbox = store.named(name);
      if (mailbox) store.remove(mailbox, [uid]);
    },
    /** Cuts each connection. */
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    away,
    back,
    stop: away,
  };
}

export type ImapServer = Awaited<ReturnType<typeof startImap>>;
