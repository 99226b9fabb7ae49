import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Ways in which a command of the fake IMAP server can fail. */
export type ImapFault =
  /** The connection is cut before the command runs. */
  | 'cut'
  /** The command runs, and the connection is cut before the response. */
  | 'unanswered'
  /** The connection is cut in the middle of the response. */
  | 'half answered'
  /** The connection is cut after the response. */
  | 'answered'
  /** The server never responds, and keeps the connection open. */
  | 'hangs'
  /** The server responds with NO. */
  | 'refused';

interface ImapServerOptions {
  without?: readonly ('IDLE' | 'MOVE' | 'UIDPLUS' | 'LOGIN')[];
  /** Prefix of the names of all mailboxes except INBOX. */
  prefix?: string;
  /** True if emails can have custom flags. */
  keywords?: boolean;
  /** Certificate for encryption, which begins with the first byte or after STARTTLS. */
  tls?: { key: string; cert: string; isImplicit: boolean };
}

interface StoredMail {
  uid: number;
  raw: Buffer;
  flags: Set<string>;
}

interface Mailbox {
  uidNext: number;
  mails: StoredMail[];
}

/** Response to a command, and what happens to the connection afterwards. */
interface Answer {
  text: Buffer;
  next?: 'idle' | 'starttls' | 'close' | undefined;
}

/**
 * Starts a fake IMAP server for one user, which supports the commands that watching a mailbox needs, and can fail in
 * several ways.
 */
export async function startImap(options: ImapServerOptions = {}) {
  const { tls, without = [], prefix = '', keywords = true } = options;
  const mailboxes = new Map<string, Mailbox>();
  const listeners = new Set<() => void>();
  const state: { refusal: string | undefined; isSilent: boolean } = {
    refusal: undefined,
    isSilent: false,
  };
  const faults: { command: string; fault: ImapFault; times: number }[] = [];
  const hooks: { command: string; act: () => void }[] = [];
  /** Commands that were received, without their tags and secrets. */
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;

  function create(name: string): Mailbox {
    const mailbox = { uidNext: 1, mails: [] };
    mailboxes.set(name, mailbox);
    return mailbox;
  }

  function add(mailbox: Mailbox, raw: Buffer, flags: Iterable<string>): number {
    const uid = mailbox.uidNext++;
    mailbox.mails.push({ uid, raw, flags: new Set(flags) });
    for (const listener of [...listeners]) listener();
    return uid;
  }

  function remove(mailbox: Mailbox, uid: number): void {
    mailbox.mails = mailbox.mails.filter((mail) => mail.uid !== uid);
    for (const listener of [...listeners]) listener();
  }

  /** Creates the server side of one connection. */
  function createSession() {
    let isSecure = tls?.isImplicit === true;
    let isSignedIn = false;
    let opened: Mailbox | undefined;
    /** UIDs that the client knows, in the order of their sequence numbers. */
    let view: number[] = [];
    let out: Buffer[] = [];
    const say = (line: string) => void out.push(Buffer.from(`${line}\r\n`));

    function capabilities(): string {
      const offered = ['IDLE', 'MOVE', 'UIDPLUS'].filter(
        (name) => !without.some((one) => one === name),
      );
      const beforeSignIn = [
        ...(tls && !isSecure ? ['STARTTLS'] : []),
        ...(without.includes('LOGIN') ? ['LOGINDISABLED', 'AUTH=XOAUTH2'] : []),
      ];
      return ['IMAP4rev1', 'ID', 'NAMESPACE', ...offered, ...(isSignedIn ? [] : beforeSignIn)].join(
        ' ',
      );
    }

    function tellChanges() {
      if (!opened) return;
      const present = opened.mails.map(({ uid }) => uid);
      for (let at = view.length - 1; at >= 0; at -= 1) {
        if (present.includes(view[at] ?? 0)) continue;
        view.splice(at, 1);
        say(`* ${at + 1} EXPUNGE`);
      }
      if (present.length > view.length) say(`* ${present.length} EXISTS`);
      view = present;
    }

    function signIn(user: string, password: string): string {
      const isRight = user === 'hello' && password === 'secret' && !without.includes('LOGIN');
      const refusal = state.refusal ?? (isRight ? undefined : 'AUTHENTICATIONFAILED');
      if (refusal) return `NO [${refusal}] Authentication failed.`;
      isSignedIn = true;
      return `OK [CAPABILITY ${capabilities()}] Logged in`;
    }

    function select(name: string): string {
      opened = mailboxes.get(name);
      if (!opened) return `NO Mailbox doesn't exist: ${name}`;
      view = opened.mails.map(({ uid }) => uid);
      say(`* OK [PERMANENTFLAGS (\\Deleted \\Seen${keywords ? ' \\*' : ''})] Flags permitted.`);
      say(`* ${view.length} EXISTS`);
      say('* OK [UIDVALIDITY 1] UIDs valid');
      say(`* OK [UIDNEXT ${opened.uidNext}] Predicted next UID`);
      return 'OK [READ-WRITE] Select completed';
    }

    function search({ mails }: Mailbox, key = '', value = ''): string {
      const isFound: Record<string, (mail: StoredMail) => boolean> = {
        ALL: () => true,
        UNSEEN: ({ flags }) => !flags.has('\\Seen'),
        UNKEYWORD: ({ flags }) => !flags.has(value),
        UID: ({ uid }) => uid === Number(value),
      };
      const found = isFound[key];
      if (!found) return 'BAD Unknown search';
      say(['* SEARCH', ...mails.filter(found).map(({ uid }) => uid)].join(' '));
      return 'OK Search completed';
    }

    function fetch({ mails }: Mailbox, uid: number, items: string): string {
      const number = view.indexOf(uid) + 1;
      const [, length] = /BODY\.PEEK\[\]<0\.(\d+)>/.exec(items) ?? [];
      const mail = mails.find((one) => one.uid === uid);
      if (number === 0) return 'OK Fetch completed';
      if (!mail) {
        // Another session has removed the email, and this session has not been notified yet. Dovecot responds in this way.
        if (length) say(`* ${number} FETCH (UID ${uid} BODY[]<0> NIL)`);
        tellChanges();
        return 'OK [EXPUNGEISSUED] Some messages were already expunged';
      }
      const body = mail.raw.subarray(0, Number(length ?? 0));
      const content = length ? `BODY[]<0> {${body.length}}\r\n` : `RFC822.SIZE ${mail.raw.length}`;
      out.push(Buffer.from(`* ${number} FETCH (UID ${uid} ${content}`));
      if (length) out.push(body);
      say(')');
      return 'OK Fetch completed';
    }

    function copy(mail: StoredMail, name: string): string {
      const target = mailboxes.get(name);
      if (!target) return `NO [TRYCREATE] Mailbox doesn't exist: ${name}`;
      const uid = add(target, mail.raw, mail.flags);
      return `OK ${without.includes('UIDPLUS') ? '' : `[COPYUID 1 ${mail.uid} ${uid}] `}Copy completed`;
    }

    function uidCommand(mailbox: Mailbox, name: string, [first = '', ...rest]: string[]): string {
      if (name === 'SEARCH') return search(mailbox, first, rest[0]);
      const uid = Number(first);
      if (name === 'FETCH') return fetch(mailbox, uid, rest.join(' '));
      const mail = mailbox.mails.find((one) => one.uid === uid);
      let text = 'OK Completed';
      if (name === 'STORE' && mail) for (const flag of rest.slice(1)) mail.flags.add(flag);
      if ((name === 'COPY' || name === 'MOVE') && mail) text = copy(mail, rest[0] ?? '');
      const isGone = name === 'MOVE' ? text.startsWith('OK') : mail?.flags.has('\\Deleted');
      if ((name === 'MOVE' || name === 'EXPUNGE') && isGone) remove(mailbox, uid);
      tellChanges();
      return text;
    }

    function answerTo(name: string, args: string[]): { text: string; next?: Answer['next'] } {
      const [first = '', second = ''] = args;
      if (name === 'CAPABILITY') say(`* CAPABILITY ${capabilities()}`);
      if (name === 'LOGIN') return { text: signIn(first, second) };
      if (name === 'STARTTLS') return { text: 'OK Begin TLS negotiation now.', next: 'starttls' };
      if (name === 'LOGOUT') {
        say('* BYE Logging out');
        return { text: 'OK Logout completed.', next: 'close' };
      }
      if (!isSignedIn && name !== 'CAPABILITY' && name !== 'ID') return { text: 'BAD Not now' };
      if (name === 'NAMESPACE') say(`* NAMESPACE (("${prefix}" ".")) NIL NIL`);
      if (name === 'LIST' && mailboxes.has(second)) say(`* LIST (\\HasNoChildren) "." ${second}`);
      if (name === 'CREATE' && mailboxes.has(first)) return { text: 'NO [ALREADYEXISTS]' };
      if (name === 'CREATE') create(first);
      if (name === 'SELECT') return { text: select(first) };
      if (name === 'STATUS') {
        const mailbox = mailboxes.get(first);
        if (!mailbox) return { text: `NO Mailbox doesn't exist: ${first}` };
        say(`* STATUS ${first} (MESSAGES ${mailbox.mails.length})`);
      }
      if (name === 'UID' && opened) return { text: uidCommand(opened, first, args.slice(1)) };
      if (name === 'NOOP') tellChanges();
      return { text: 'OK Completed' };
    }

    const finish = (next?: Answer['next']): Answer => {
      const text = Buffer.concat(out);
      out = [];
      return { text, next };
    };

    return {
      greeting: () => `* OK [CAPABILITY ${capabilities()}] Ready.\r\n`,
      secure() {
        isSecure = true;
      },
      /** Returns the changes that are sent to a client in IDLE. */
      news(): Buffer {
        tellChanges();
        return finish().text;
      },
      answer(tag: string, command: string): Answer {
        const [name = '', ...args] = command.match(/"[^"]*"|[^\s"()]+/g) ?? [];
        if (name === 'IDLE') {
          say('+ idling');
          tellChanges();
          return finish('idle');
        }
        const { text, next } = answerTo(
          name,
          args.map((word) => word.replace(/^"(.*)"$/, '$1')),
        );
        say(`${tag} ${text}`);
        return finish(next);
      },
    };
  }

  function faultOf(command: string): ImapFault | undefined {
    const found = faults.find((one) => one.times > 0 && command.startsWith(one.command));
    if (found) found.times -= 1;
    return found?.fault;
  }

  function serve(plain: Socket) {
    sockets.add(plain);
    const session = createSession();
    let socket: Socket = plain;
    let unread = '';
    let idleTag: string | undefined;
    let isHanging = false;

    const tellNews = () => {
      const news = idleTag === undefined ? Buffer.alloc(0) : session.news();
      if (news.length > 0) socket.write(news);
    };
    listeners.add(tellNews);
    plain.on('error', () => {});
    plain.on('close', () => {
      sockets.delete(plain);
      listeners.delete(tellNews);
    });

    function encrypt() {
      if (!tls) return;
      plain.removeAllListeners('data');
      const encrypted = new TLSSocket(plain, { isServer: true, key: tls.key, cert: tls.cert });
      // A client that does not trust the certificate disconnects.
      encrypted.on('error', () => plain.destroy());
      socket = encrypted;
      session.secure();
      encrypted.on('data', read);
    }

    function read(bytes: Buffer) {
      unread += bytes.toString('latin1');
      for (let end = unread.indexOf('\r\n'); end >= 0 && !isHanging; end = unread.indexOf('\r\n')) {
        const line = unread.slice(0, end);
        unread = unread.slice(end + 2);
        obey(line);
      }
    }

    function obey(line: string) {
      if (idleTag !== undefined) {
        const text = Buffer.from(`${idleTag} OK Idle completed.\r\n`);
        idleTag = undefined;
        commands.push('DONE');
        return send({ text }, faultOf('DONE'));
      }
      const [, tag = '', command = ''] = /^(\S+) (.*)$/s.exec(line) ?? [];
      commands.push(command.replace(/^(LOGIN ).*/is, '$1…'));
      const hook = hooks.findIndex((one) => command.startsWith(one.command));
      if (hook >= 0) for (const { act } of hooks.splice(hook, 1)) act();
      const fault = faultOf(command);
      if (fault === 'refused') return void socket.write(`${tag} NO Not just now.\r\n`);
      if (fault === 'cut') return void plain.destroy();
      if (fault === 'hangs') {
        isHanging = true;
        return;
      }
      send(session.answer(tag, command), fault, tag);
    }

    function send({ text, next }: Answer, fault: ImapFault | undefined, tag?: string) {
      if (fault === 'cut' || fault === 'unanswered') return void plain.destroy();
      if (fault === 'half answered') {
        return void socket.write(text.subarray(0, text.length / 2), () => plain.destroy());
      }
      if (fault === 'hangs') {
        isHanging = true;
        return;
      }
      if (next === 'idle') idleTag = tag;
      socket.write(text, () => {
        if (next === 'close' || fault === 'answered') plain.destroySoon();
        if (next === 'starttls') encrypt();
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

  create('INBOX');
  await back();
  return {
    url: `${tls?.isImplicit ? 'imaps' : 'imap'}://hello:secret@127.0.0.1:${port}`,
    state,
    commands,
    sockets,
    /** Makes the next commands with this prefix fail. */
    fail(command: string, fault: ImapFault, times = 1) {
      faults.push({ command, fault, times });
    },
    /** Runs a function once before the next command with this prefix. */
    before(command: string, act: () => void) {
      hooks.push({ command, act });
    },
    /** Ends the failures that `fail` started. */
    mend() {
      faults.length = 0;
    },
    deliver: (raw: string | Buffer, name = 'INBOX', flags: string[] = []): number =>
      add(mailboxes.get(name) ?? create(name), Buffer.from(raw), flags),
    /** Returns the emails in a mailbox; undefined if it does not exist. */
    mailbox: (name: string) => mailboxes.get(name)?.mails,
    create: (name: string) => void create(name),
    drop: (name: string) => void mailboxes.delete(name),
    /** Removes an email, as a person would do in an email program. */
    remove(uid: number, name = 'INBOX') {
      const mailbox = mailboxes.get(name);
      if (mailbox) remove(mailbox, uid);
    },
    away,
    back,
    stop: away,
  };
}

export type ImapServer = Awaited<ReturnType<typeof startImap>>;
