export interface StoredMail {
  uid: number;
  raw: Buffer;
  flags: Set<string>;
  modseq: number;
  /** No session has seen it yet. */
  isRecent: boolean;
}

export interface StoredMailbox {
  name: string;
  uidValidity: number;
  uidNext: number;
  modseq: number;
  mails: StoredMail[];
  keywords: Set<string>;
}

/** The mailboxes of one user; each session that has one open is told of its changes. */
export function createMailStore() {
  const mailboxes = new Map<string, StoredMailbox>();
  const listeners = new Set<() => void>();
  let validity = 1_700_000_000;

  function create(name: string): StoredMailbox {
    validity += 1;
    const made = { uidValidity: validity, uidNext: 1, modseq: 1, keywords: new Set<string>() };
    const mailbox: StoredMailbox = { name, mails: [], ...made };
    mailboxes.set(name, mailbox);
    return mailbox;
  }

  function add(mailbox: StoredMailbox, raw: Buffer, flags: Iterable<string> = []): StoredMail {
    mailbox.modseq += 1;
    const known = { uid: mailbox.uidNext, modseq: mailbox.modseq };
    const mail = { ...known, raw, flags: new Set(flags), isRecent: true };
    mailbox.uidNext += 1;
    mailbox.mails.push(mail);
    changed();
    return mail;
  }

  function remove(mailbox: StoredMailbox, uids: Iterable<number>): void {
    const gone = new Set(uids);
    mailbox.mails = mailbox.mails.filter(({ uid }) => !gone.has(uid));
    mailbox.modseq += 1;
    changed();
  }

  function changed() {
    for (const listener of [...listeners]) listener();
  }

  create('INBOX');
  return {
    mailboxes,
    listeners,
    create,
    add,
    remove,
    named: (name: string) => mailboxes.get(name.toUpperCase() === 'INBOX' ? 'INBOX' : name),
  };
}

export type MailStore = ReturnType<typeof createMailStore>;
