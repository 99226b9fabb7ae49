import type { MailStore, StoredMail, StoredMailbox } from './imap-store';
import { inSet, type Token, tokensOf } from './imap-syntax';

type Extension = 'IDLE' | 'MOVE' | 'UIDPLUS' | 'CONDSTORE';

export interface ImapAccount {
  user: string;
  password: string;
  store: MailStore;
  delimiter: string;
  /** What the names of all mailboxes but INBOX begin with. */
  prefix: string;
  without: readonly Extension[];
  /** Whether mails can have flags of their own names. */
  keywords: boolean;
  /** The code of the answer to each sign-in; undefined lets in who has the password. */
  refusal: () => string | undefined;
  offersTls: boolean;
}

/** What a command is answered with, and what becomes of the connection after it. */
export interface Answer {
  text: Buffer;
  then?: 'continue' | 'idle' | 'starttls' | 'close';
}

const systemFlags = ['\\Answered', '\\Flagged', '\\Deleted', '\\Seen', '\\Draft'];
const early = 'IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE IDLE LITERAL+';
const late = `${early} UNSELECT CHILDREN NAMESPACE UIDPLUS LIST-EXTENDED CONDSTORE MOVE`;

/** One connection's side of the protocol: which mailbox is open, and what it has been told of that. */
export function createImapSession(account: ImapAccount) {
  const { store } = account;
  let isSecure = false;
  let isSignedIn = false;
  let hasModseq = false;
  let opened: StoredMailbox | undefined;
  /** The UIDs that the client knows, in the order of their sequence numbers. */
  let view: number[] = [];
  let recent = new Set<number>();
  let out: Buffer[] = [];

  const say = (line: string) => void out.push(Buffer.from(`${line}\r\n`, 'latin1'));
  const textOf = (token: Token | undefined) => (typeof token === 'string' ? token : '');
  const greatest = () => opened?.mails.at(-1)?.uid ?? 0;

  function capabilities(): string {
    const offered = (isSignedIn ? late : early)
      .split(' ')
      .filter((name) => !account.without.includes(name as Extension));
    if (!isSignedIn && account.offersTls && !isSecure) return [...offered, 'STARTTLS'].join(' ');
    return isSignedIn ? offered.join(' ') : [...offered, 'AUTH=PLAIN'].join(' ');
  }

  /** Tells the client what has changed in the open mailbox. */
  function tellChanges() {
    if (!opened) return;
    const present = new Set(opened.mails.map(({ uid }) => uid));
    const recentBefore = recent.size;
    for (let at = view.length - 1; at >= 0; at -= 1) {
      const uid = view[at] ?? 0;
      if (present.has(uid)) continue;
      view.splice(at, 1);
      recent.delete(uid);
      say(`* ${at + 1} EXPUNGE`);
    }
    const known = new Set(view);
    const added = opened.mails.filter(({ uid }) => !known.has(uid));
    for (const mail of added) {
      view.push(mail.uid);
      claim(mail);
    }
    if (added.length > 0) say(`* ${view.length} EXISTS`);
    if (added.length > 0 || recent.size !== recentBefore) say(`* ${recent.size} RECENT`);
  }

  function claim(mail: StoredMail) {
    if (mail.isRecent) recent.add(mail.uid);
    mail.isRecent = false;
  }

  function signIn(user: string, password: string): string {
    const refusal =
      account.refusal() ??
      (user === account.user && password === account.password ? undefined : 'AUTHENTICATIONFAILED');
    if (refusal) return `NO [${refusal}] Authentication failed.`;
    isSignedIn = true;
    return `OK [CAPABILITY ${capabilities()}] Logged in`;
  }

  function tellFlags(mailbox: StoredMailbox, isReadOnly = false) {
    const flags = [...systemFlags, ...mailbox.keywords].join(' ');
    const permanent = isReadOnly ? '' : `${flags}${account.keywords ? ' \\*' : ''}`;
    say(`* FLAGS (${flags})`);
    say(`* OK [PERMANENTFLAGS (${permanent})] Flags permitted.`);
  }

  function select(name: string, isReadOnly: boolean): string {
    const mailbox = store.named(name);
    if (opened) say('* OK [CLOSED] Previous mailbox closed.');
    opened = undefined;
    if (!mailbox) return `NO Mailbox doesn't exist: ${name}`;
    opened = mailbox;
    view = mailbox.mails.map(({ uid }) => uid);
    recent = new Set();
    for (const mail of mailbox.mails) claim(mail);
    tellFlags(mailbox, isReadOnly);
    say(`* ${view.length} EXISTS`);
    say(`* ${recent.size} RECENT`);
    const unseen = mailbox.mails.findIndex(({ flags }) => !flags.has('\\Seen'));
    if (unseen >= 0) say(`* OK [UNSEEN ${unseen + 1}] First unseen.`);
    say(`* OK [UIDVALIDITY ${mailbox.uidValidity}] UIDs valid`);
    say(`* OK [UIDNEXT ${mailbox.uidNext}] Predicted next UID`);
    if (hasModseq) say(`* OK [HIGHESTMODSEQ ${mailbox.modseq}] Highest`);
    return `OK [${isReadOnly ? 'READ-ONLY' : 'READ-WRITE'}] Select completed`;
  }

  function list(pattern: string, word: 'LIST' | 'LSUB') {
    const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/[*%]/g, '.*');
    const isMatch = new RegExp(`^${escaped}$`);
    if (word === 'LSUB') return;
    for (const name of store.mailboxes.keys()) {
      if (isMatch.test(name)) say(`* LIST (\\HasNoChildren) "${account.delimiter}" ${name}`);
    }
  }

  function chosen(set: string, isUid: boolean): StoredMail[] {
    const isIn = inSet(set, isUid ? greatest() : view.length);
    return (opened?.mails ?? []).filter((mail) => {
      const at = view.indexOf(mail.uid);
      return at >= 0 && isIn(isUid ? mail.uid : at + 1);
    });
  }

  function search(criteria: Token[], isUid: boolean): string {
    const [key, value] = criteria.map(textOf);
    const flagOf: Record<string, string> = { KEYWORD: value ?? '', UNKEYWORD: value ?? '' };
    const found = chosen(key === 'UID' ? (value ?? '') : '1:*', key === 'UID').filter((mail) => {
      if (key === 'SEEN') return mail.flags.has('\\Seen');
      if (key === 'UNSEEN') return !mail.flags.has('\\Seen');
      if (key === 'KEYWORD') return mail.flags.has(flagOf.KEYWORD ?? '');
      if (key === 'UNKEYWORD') return !mail.flags.has(flagOf.UNKEYWORD ?? '');
      return true;
    });
    if (!/^(ALL|UID|SEEN|UNSEEN|KEYWORD|UNKEYWORD)$/.test(key ?? ''))
      return 'BAD Unknown search key';
    const numbers = found.map(({ uid }) => (isUid ? uid : view.indexOf(uid) + 1));
    say(['* SEARCH', ...numbers].join(' '));
    return 'OK Search completed';
  }

  function flagsOf(mail: StoredMail): string {
    return [...(recent.has(mail.uid) ? ['\\Recent'] : []), ...mail.flags].join(' ');
  }

  /** One FETCH response; strings of mails are literals. */
  function tell(mail: StoredMail, items: string[]) {
    const parts: Buffer[] = [];
    for (const item of items) {
      if (item === 'UID') parts.push(Buffer.from(`UID ${mail.uid}`));
      if (item === 'FLAGS') parts.push(Buffer.from(`FLAGS (${flagsOf(mail)})`));
      if (item === 'RFC822.SIZE') parts.push(Buffer.from(`RFC822.SIZE ${mail.raw.length}`));
      if (item === 'MODSEQ') parts.push(Buffer.from(`MODSEQ (${mail.modseq})`));
    }
    for (const item of items) {
      const [, section, from, length] =
        /^BODY(?:\.PEEK)?\[(|HEADER)\](?:<(\d+)\.(\d+)>)?$/.exec(item) ?? [];
      if (section === undefined) continue;
      const end = section === 'HEADER' ? mail.raw.indexOf('\r\n\r\n') + 4 : mail.raw.length;
      const start = Number(from ?? 0);
      const body = mail.raw.subarray(start, from ? Math.min(end, start + Number(length)) : end);
      const name = `BODY[${section}]${from ? `<${from}>` : ''} {${body.length}}\r\n`;
      parts.push(Buffer.concat([Buffer.from(name), body]));
    }
    const spaced = parts.flatMap((part, at) => (at === 0 ? [part] : [Buffer.from(' '), part]));
    const number = view.indexOf(mail.uid) + 1;
    out.push(Buffer.concat([Buffer.from(`* ${number} FETCH (`), ...spaced, Buffer.from(')\r\n')]));
  }

  function fetch(set: string, wanted: Token | undefined, isUid: boolean): string {
    const items = [wanted ?? []].flat().map((item) => textOf(item).toUpperCase());
    for (const mail of chosen(set, isUid)) {
      tell(mail, isUid ? [...new Set(['UID', ...items])] : items);
    }
    const present = new Set(opened?.mails.map(({ uid }) => uid));
    const isIn = inSet(set, isUid ? greatest() : view.length);
    const gone = view.filter((uid, at) => !present.has(uid) && isIn(isUid ? uid : at + 1));
    if (gone.length === 0) return 'OK Fetch completed';
    // Another session has removed it, and this one has not been told.
    const body = items.find((item) => item.startsWith('BODY'));
    const name = body?.replace('.PEEK', '').replace(/\.\d+>$/, '>');
    for (const uid of name ? gone : []) {
      say(`* ${view.indexOf(uid) + 1} FETCH (UID ${uid} ${name} NIL)`);
    }
    tellChanges();
    return 'OK [EXPUNGEISSUED] Some messages were already expunged';
  }

  function storeFlags(
    set: string,
    action: string,
    given: Token | undefined,
    isUid: boolean,
  ): string {
    const flags = [given ?? []].flat().map(textOf);
    const unknown = flags.filter((flag) => !flag.startsWith('\\') && !opened?.keywords.has(flag));
    for (const flag of unknown) opened?.keywords.add(flag);
    if (opened && unknown.length > 0) tellFlags(opened);
    for (const mail of chosen(set, isUid)) {
      if (action.startsWith('-')) for (const flag of flags) mail.flags.delete(flag);
      else mail.flags = new Set([...(action.startsWith('+') ? mail.flags : []), ...flags]);
      if (opened) opened.modseq += 1;
      mail.modseq = opened?.modseq ?? 1;
      const isSilent = action.endsWith('.SILENT');
      const said = [...(isUid ? ['UID'] : []), ...(hasModseq ? ['MODSEQ'] : [])];
      if (!isSilent || hasModseq) tell(mail, isSilent ? said : [...said, 'FLAGS']);
    }
    return 'OK Store completed';
  }

  function copy(mails: StoredMail[], name: string): { code: string } | { refusal: string } {
    const target = store.named(name);
    if (!target) return { refusal: `NO [TRYCREATE] Mailbox doesn't exist: ${name}` };
    const made = mails.map(({ raw, flags }) => store.add(target, raw, flags).uid);
    const from = mails.map(({ uid }) => uid).join(',');
    const hasCode = made.length > 0 && !account.without.includes('UIDPLUS');
    return { code: hasCode ? `[COPYUID ${target.uidValidity} ${from} ${made.join(',')}] ` : '' };
  }

  function move(set: string, name: string, isUid: boolean): string {
    const mails = chosen(set, isUid);
    if (mails.length === 0) return 'OK No messages found.';
    const copied = copy(mails, name);
    if ('refusal' in copied) return copied.refusal;
    if (copied.code) say(`* OK ${copied.code}Moved UIDs.`);
    if (opened)
      store.remove(
        opened,
        mails.map(({ uid }) => uid),
      );
    return 'OK Move completed';
  }

  function expunge(set?: string): string {
    const isIn = inSet(set ?? '1:*', greatest());
    const gone = (opened?.mails ?? []).filter(
      ({ uid, flags }) => flags.has('\\Deleted') && isIn(uid),
    );
    if (opened)
      store.remove(
        opened,
        gone.map(({ uid }) => uid),
      );
    return 'OK Expunge completed';
  }

  function openCommand(name: string, args: Token[], isUid: boolean): string | undefined {
    const [first, second] = args.map(textOf);
    if (name === 'SEARCH') return search(args, isUid);
    if (name === 'FETCH') return fetch(first ?? '', args[1], isUid);
    if (name === 'STORE') return storeFlags(first ?? '', second ?? '', args[2], isUid);
    if (name === 'MOVE' && !account.without.includes('MOVE')) {
      return move(first ?? '', second ?? '', isUid);
    }
    if (name === 'EXPUNGE' && !(isUid && account.without.includes('UIDPLUS'))) {
      return expunge(isUid ? first : undefined);
    }
    if (name !== 'COPY') return undefined;
    const copied = copy(chosen(first ?? '', isUid), second ?? '');
    return 'refusal' in copied ? copied.refusal : `OK ${copied.code}Copy completed`;
  }

  function signedInCommand(name: string, args: Token[]): string | undefined {
    const [first = '', second = ''] = args.map(textOf);
    switch (name) {
      case 'NAMESPACE':
        say(`* NAMESPACE (("${account.prefix}" "${account.delimiter}")) NIL NIL`);
        return 'OK Namespace completed';
      case 'ENABLE':
        hasModseq = first === 'CONDSTORE' && !account.without.includes('CONDSTORE');
        say(`* ENABLED${hasModseq ? ' CONDSTORE' : ''}`);
        return 'OK Enabled';
      case 'LIST':
      case 'LSUB':
        list(second, name);
        return `OK ${name === 'LIST' ? 'List' : 'Lsub'} completed`;
      case 'CREATE':
        if (store.named(first)) return 'NO [ALREADYEXISTS] Mailbox already exists';
        store.create(first);
        return 'OK Create completed';
      case 'SUBSCRIBE':
        return 'OK Subscribe completed';
      case 'SELECT':
      case 'EXAMINE':
        return select(first, name === 'EXAMINE');
      case 'STATUS': {
        const mailbox = store.named(first);
        if (!mailbox) return `NO Mailbox doesn't exist: ${first}`;
        say(`* STATUS ${first} (MESSAGES ${mailbox.mails.length})`);
        return 'OK Status completed';
      }
      default:
        return undefined;
    }
  }

  function answerOf(name: string, args: Token[], isUid: boolean): string {
    const answered =
      (isSignedIn && signedInCommand(name, args)) ||
      (opened && openCommand(name, args, isUid)) ||
      undefined;
    return answered ?? 'BAD Unknown command, or not now.';
  }

  const finish = (then?: Answer['then']): Answer => {
    const text = Buffer.concat(out);
    out = [];
    return { text, ...(then && { then }) };
  };

  return {
    greeting: () => `* OK [CAPABILITY ${capabilities()}] Ready.\r\n`,
    secure() {
      isSecure = true;
    },
    /** What has changed, for a client that waits in IDLE. */
    news(): Buffer {
      tellChanges();
      return finish().text;
    },
    /** The answer to a base64 line after `AUTHENTICATE PLAIN`. */
    signIn(tag: string, line: string): Answer {
      const [, user = '', password = ''] = Buffer.from(line, 'base64').toString().split('\0');
      say(`${tag} ${signIn(user, password)}`);
      return finish();
    },
    answer(command: string): Answer {
      const [tag = '', ...rest] = tokensOf(command);
      const words = rest.map((token) => (typeof token === 'string' ? token : ''));
      const isUid = words[0]?.toUpperCase() === 'UID';
      const name = (words[isUid ? 1 : 0] ?? '').toUpperCase();
      const args = rest.slice(isUid ? 2 : 1);
      switch (name) {
        case 'CAPABILITY':
          say(`* CAPABILITY ${capabilities()}`);
          say(`${tag} OK Capability completed.`);
          return finish();
        case 'ID':
          say('* ID ("name" "Kestrel tests")');
          say(`${tag} OK ID completed.`);
          return finish();
        case 'LOGIN':
          say(`${tag} ${signIn(words[1] ?? '', words[2] ?? '')}`);
          return finish();
        case 'STARTTLS':
          say(`${tag} OK Begin TLS negotiation now.`);
          return finish('starttls');
        case 'LOGOUT':
          say('* BYE Logging out');
          say(`${tag} OK Logout completed.`);
          return finish('close');
        case 'IDLE':
          if (account.without.includes('IDLE') || !opened) break;
          say('+ idling');
          tellChanges();
          return finish('idle');
        case 'NOOP':
          tellChanges();
          say(`${tag} OK NOOP completed.`);
          return finish();
        case 'AUTHENTICATE':
          if (args.length > 1) return this.signIn(String(tag), words[2] ?? '');
          say('+ ');
          return finish('continue');
      }
      const text = answerOf(name, args, isUid);
      // Not amid what names mails by numbers that would change.
      if (isUid && ['MOVE', 'EXPUNGE', 'COPY', 'STORE'].includes(name)) tellChanges();
      else if (name === 'EXPUNGE' || name === 'MOVE') tellChanges();
      say(`${tag} ${text}`);
      return finish();
    },
  };
}
