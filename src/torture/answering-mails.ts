import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import type postgres from 'postgres';

import { hasDovecot, startDovecot } from '~/testing/dovecot';
import { startImap } from '~/testing/imap';
import { headerOf, rawMail } from '~/testing/mails';
import { quoteRequest } from '~/testing/requests';
import type { startSmtp } from '~/testing/smtp';
import type { Outcome } from './report';

const webhookToken = 'the-webhook-token-of-the-torture-suite';
const inboundAddress = 'answers@agency.example';
export const inboundEnv = {
  INBOUND_ADDRESS: inboundAddress,
  INBOUND_WEBHOOK_TOKEN: webhookToken,
};

/** By sender and by record the product makes messages of sixty mails an hour. */
const people = 40;
const lettersOfPersonMax = 55;
const question = 'When do you need it?';
const fileBytes = 40_000;
const pauseMs = { least: 100, most: 400 };
const retryMs = 200;

/** A mailbox of answers: of Dovecot where it can run, and of the suite's own server elsewhere. */
export async function startMailbox() {
  if (hasDovecot) {
    const server = await startDovecot();
    return {
      ...server,
      name: 'Dovecot',
      waiting: () => server.mails(),
      taken: () => server.mails('.Kestrel'),
    };
  }
  const server = await startImap();
  const textsOf = async (name: string) =>
    (server.mailbox(name) ?? []).map(({ raw }) => raw.toString());
  return {
    ...server,
    name: 'the test server, without Dovecot or root',
    async deliver(raw: string) {
      server.deliver(raw);
    },
    waiting: () => textsOf('INBOX'),
    taken: () => textsOf('Kestrel'),
  };
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

interface Person {
  email: string;
  quoteId: number;
  replyTo: string;
  messageId: string;
}

/** People whose quotes were answered in the panel, and who have that answer by mail. */
export async function findPeople(
  url: string,
  { cookie, smtp }: { cookie: string; smtp: Awaited<ReturnType<typeof startSmtp>> },
): Promise<Person[]> {
  async function post(path: string, body: unknown, headers: Record<string, string>) {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return (await response.json()) as { id: number };
  }
  const found: Person[] = [];
  for (let n = 0; n < people; n += 1) {
    const email = `person-${n}@clients.example`;
    const { id } = await post('/api/quotes', quoteRequest({ email }), { 'X-Forwarded-For': email });
    await post(`/api/admin/quotes/${id}/messages`, { text: question }, { Cookie: cookie });
    found.push({ email, quoteId: id, replyTo: '', messageId: '' });
  }
  for (const person of found) {
    for (let left = 300; !person.replyTo; left -= 1) {
      const mail = smtp.received.find(
        ({ to, raw }) => to.includes(person.email) && raw.includes(question),
      );
      if (mail) {
        person.replyTo = headerOf(mail, 'Reply-To');
        person.messageId = headerOf(mail, 'Message-ID');
      } else if (left === 0) throw new Error('the answer of the panel has not left');
      else await delay(100);
    }
  }
  return found;
}

interface Letter {
  raw: string;
  /** Without angle brackets. */
  id: string;
  /** The state that its row ends with. */
  becomes: 'message' | 'unmatched' | 'automatic';
  quoteId: number;
  text: string;
  files: number;
  isInMailbox: boolean;
}

function write(n: number, person: Person): Letter {
  const becomes = n % 10 === 4 ? 'unmatched' : n % 10 === 9 ? 'automatic' : 'message';
  const text = `Answer ${n} of ${person.email}.`;
  const id = `${n}.${randomBytes(6).toString('hex')}@clients.example`;
  const content = Buffer.from(randomBytes(fileBytes / 2).toString('hex'));
  const hasFile = n % 5 === 0;
  const raw = rawMail({
    // An unknown sender at the plain address.
    from: becomes === 'unmatched' ? `stranger-${n}@clients.example` : person.email,
    to: becomes === 'unmatched' ? inboundAddress : person.replyTo,
    messageId: id,
    text: `${text}\r\n\r\nOn Mon, 4 May 2026 at 10:00, Kestrel wrote:\r\n> ${question}`,
    headers: {
      ...(becomes === 'message' && { 'In-Reply-To': person.messageId }),
      ...(becomes === 'automatic' && { 'Auto-Submitted': 'auto-generated' }),
    },
    ...(hasFile && { attachments: [{ name: `plan-${n}.txt`, type: 'text/plain', content }] }),
  });
  const files = hasFile && becomes === 'message' ? 1 : 0;
  return { raw, id, becomes, quoteId: person.quoteId, text, files, isInMailbox: false };
}

/** Asks a provider's way: again and again, until it is stored. */
async function handOver(raw: string, target: () => string, odd: Outcome['odd']): Promise<void> {
  for (;;) {
    const status = await fetch(`${target()}/api/webhooks/mail`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${webhookToken}`, 'Content-Type': 'message/rfc822' },
      body: raw,
      signal: AbortSignal.timeout(15_000),
    }).then(
      (response) => response.status,
      () => undefined,
    );
    if (status === 202) return;
    if (status !== undefined && status !== 503) odd.set(status, (odd.get(status) ?? 0) + 1);
    await delay(retryMs);
  }
}

/**
 * People who write all the time.
 *
 * @param options.webhook an instance that lives; with it most mails come by the webhook too, some twice, and some by it alone
 */
export function startWriting(options: {
  mailbox: Mailbox;
  people: Person[];
  outcome: Outcome;
  webhook?: () => string;
}) {
  const { mailbox, webhook, outcome } = options;
  const letters: Letter[] = [];
  const handedOver: Promise<void>[] = [];
  let isOver = false;

  function next(): Letter {
    const person = options.people[letters.length % options.people.length];
    if (!person || letters.length >= options.people.length * lettersOfPersonMax) {
      throw new Error('everybody has written as many mails as the product takes in an hour');
    }
    const letter = write(letters.length, person);
    letters.push(letter);
    return letter;
  }

  async function intoMailbox(letter: Letter): Promise<void> {
    await mailbox.deliver(letter.raw);
    letter.isInMailbox = true;
  }

  function intoWebhook({ raw }: Letter, target: () => string): void {
    const late = async (text: string) => {
      await delay(Math.random() * 1_500);
      await handOver(text, target, outcome.odd);
    };
    handedOver.push(late(raw));
    // The same mail on another way, once more.
    if (Math.random() < 0.3) handedOver.push(late(`Received: by another.example\r\n${raw}`));
  }

  async function writeOn(): Promise<void> {
    while (!isOver) {
      const letter = next();
      const chance = Math.random();
      if (webhook && chance < 0.7) intoWebhook(letter, webhook);
      if (!webhook || chance > 0.2) await intoMailbox(letter);
      await delay(pauseMs.least + Math.random() * (pauseMs.most - pauseMs.least));
    }
  }
  const writing = writeOn().catch((error: unknown) => {
    outcome.faults.push(error instanceof Error ? error.message : String(error));
  });

  return {
    letters,
    /** Puts a mail into the mailbox alone, now. @returns its id */
    async one(): Promise<string> {
      const letter = next();
      await intoMailbox(letter);
      return letter.id;
    },
    async stop(): Promise<void> {
      isOver = true;
      await writing;
      await Promise.all(handedOver);
    },
  };
}

export type Writing = ReturnType<typeof startWriting>;

/** Resolves to the milliseconds until a mail that was put into the mailbox now is stored. */
export async function untilTaken(
  sql: postgres.Sql,
  writing: Writing,
  withinMs = 60_000,
): Promise<number> {
  const startedAt = performance.now();
  const id = await writing.one();
  for (;;) {
    const took = performance.now() - startedAt;
    const rows = await sql`select 1 from incoming_mails where message_id = ${id}`;
    if (rows.length > 0) return took;
    if (took > withinMs) throw new Error(`no mail was taken within ${withinMs} ms`);
    await delay(50);
  }
}

/** What an instance that was killed had claimed is free after two minutes; the job of another looks every ten seconds. */
const settledWithinMs = 150_000;

/** Waits until everything is worked on, and compares what was delivered with what is stored and where it lies. */
export async function auditLetters(
  sql: postgres.Sql,
  { mailbox, letters, outcome }: { mailbox: Mailbox; letters: Letter[]; outcome: Outcome },
): Promise<void> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < settledWithinMs) {
    const [row] = await sql`select count(*)::int as n from incoming_mails where state = 'stored'`;
    if (row?.n === 0 && (await mailbox.waiting()).length === 0) break;
    await delay(500);
  }
  const { faults } = outcome;
  const say = (count: number, what: string) => {
    if (count > 0) faults.push(`${count} mails ${what}`);
  };
  const rows = await sql<{ id: number; message_id: string; state: string }[]>`
    select id, message_id, state from incoming_mails`;
  const messages = await sql<{ mail: number; quote_id: number; text: string; files: number }[]>`
    select m.incoming_mail_id as mail, m.quote_id, m.text,
      (select count(*)::int from files f where f.message_id = m.id) as files
    from request_messages m where (m.incoming_mail_id is not null or m.origin is not null) and m.origin is distinct from 'automatic'`;
  const taken = (await mailbox.taken()).map(idOf);
  const others = { state: 0, message: 0, files: 0, folder: 0 };
  for (const { id, becomes, quoteId, text, files, isInMailbox } of letters) {
    const stored = rows.filter(({ message_id }) => message_id === id);
    const made = messages.filter((one) => one.text === text && one.quote_id === quoteId);
    const expected = becomes === 'message' ? 1 : 0;
    if (stored.length === 0 || made.length < expected) outcome.lost += 1;
    if (stored.length > 1 || made.length > expected) outcome.duplicated += 1;
    if (stored[0]?.state !== becomes) others.state += 1;
    if (made[0] && made[0].mail !== stored[0]?.id) others.message += 1;
    if (made[0] && made[0].files !== files) others.files += 1;
    if (taken.filter((one) => one === id).length !== (isInMailbox ? 1 : 0)) others.folder += 1;
  }
  say((await mailbox.waiting()).length, 'are left in the mailbox');
  say(rows.filter(({ state }) => state === 'stored').length, 'are not worked on');
  say(others.state, 'did not become what they should');
  say(others.message, 'belong to another message');
  say(others.files, 'have too few or too many files');
  say(others.folder, 'are not once in the folder Kestrel');
  if (rows.length !== letters.length) faults.push(`${rows.length} rows of ${letters.length} mails`);
  const answers = letters.filter(({ becomes }) => becomes === 'message').length;
  if (messages.length !== answers) faults.push(`${messages.length} messages of ${answers} answers`);
  outcome.acknowledged += letters.length;
  const [row] = await sql`select count(*)::int as n from incoming_mails where attempts > 1`;
  outcome.note = `${outcome.note}, ${row?.n} mails begun anew`;
}

const idOf = (raw: string): string => /^Message-ID: <([^>]+)>/im.exec(raw)?.[1] ?? '';
