import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { aboutOf, type RecordRef } from '~/contract/conversations/records';
import type { Transaction } from '~/server/features/request-threads/request-threads.rows';
import type { Database } from '~/server/platform/db/client';
import { incomingMails } from '~/server/platform/db/schema/incoming-mail';
import type { ChunkStore } from '~/server/platform/files/chunk-store';
import { createPolling } from '~/server/platform/jobs/polling';
import type { ReplyAddresses } from '~/server/platform/mail/reply-addresses';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import { applyReports } from './apply-reports';
import {
  type Answered,
  addressesOf,
  findAnswered,
  findSender,
  type MailSender,
  ownMail,
  ownTest,
} from './find-record';
import type { KeepMessage } from './keep-message';
import { boundUnmatched } from './mail-content';
import { nameOfMail } from './reading/file-names';
import { type ReadMail, readMail } from './reading/read-mail';
import type { UnreadMail } from './reading/read-result';

export type IncomingRow = typeof incomingMails.$inferSelect;
/** Sender of an email, and whether the identity is proven; undefined for a stranger. */
type Writer = { sender: NonNullable<MailSender>; isKnown: boolean } | undefined;
type Outcome = Partial<Pick<IncomingRow, 'state' | 'reason' | 'about'>>;

/** Seconds after which another instance can process the email again. */
const claimSeconds = 120;
const lookEveryMs = 10_000;
const attemptsMax = 5;
const retrySeconds = 15;
/** Maximum size of texts that are stored next to the message. */
const textMax = 100_000;
const namesMax = 50;

const reasons = {
  tooLarge: 'It is larger than 26 MiB. The content is still in the mailbox.',
  unknown: 'It has no reply address of ours and does not reply to any of our emails.',
  unknownReport: 'It is a delivery report about an email that is none of ours.',
  gone: 'The record that it answers was deleted.',
  tooMany: 'More than 60 messages an hour came from its sender or about its record.',
  failed: 'It could not be processed. See the server log.',
} as const;

/** Processes stored emails: creates messages, sets delivery statuses, or leaves the email to an admin. */
export function createMailWork(
  db: Database,
  options: {
    addresses: Pick<ReplyAddresses, 'mailKeyOf' | 'testIdOf' | 'redact'>;
    chunks: Pick<ChunkStore, 'read'>;
    keep: KeepMessage;
    rateLimits: Pick<RateLimits, 'tryConsume'>;
    /** Server whose Authentication-Results header is trusted; undefined for none. */
    authenticator: string | undefined;
    /** Returns the agency's own mailbox, and its name. */
    getAgency(): Promise<{ email: string; name: string }>;
    onFailure(mailId: number, error: unknown): void;
  },
) {
  const { addresses, chunks, keep, rateLimits } = options;

  /** Returns the columns with the parsed data of an email. */
  const factsOf = (mail: ReadMail) => ({
    ...(mail.messageId && { messageId: mail.messageId.slice(0, 900) }),
    fromName: mail.from.name,
    fromAddress: mail.from.address,
    subject: mail.subject,
    text: mail.text.slice(0, textMax),
    fullText: mail.fullText.slice(0, textMax),
    isSpam: mail.spam,
    possiblyAutomatic: mail.automatic === 'possibly',
    authentication: authenticationOf(mail),
    fileNames: mail.attachments.map(({ name }) => name).slice(0, namesMax),
  });

  /** Removes tokens of links from encoded parts. Tokens in the raw bytes were removed before. */
  function redacted(mail: ReadMail): ReadMail {
    const { redact } = addresses;
    return {
      ...mail,
      subject: redact(mail.subject),
      text: redact(mail.text),
      cut: redact(mail.cut),
      fullText: redact(mail.fullText),
    };
  }

  /** Returns an unreadable email as a message that contains the complete email as a file. */
  async function asFile(row: IncomingRow, { reason, mail }: UnreadMail): Promise<ReadMail> {
    const known = redacted(mail);
    const file = {
      name: nameOfMail(known.subject),
      type: 'message/rfc822',
      bytes: new Uint8Array(await contentOf(row)),
      inline: false,
      place: null,
    };
    return { ...known, notes: [`${reason} It is attached as a file.`], attachments: [file] };
  }

  /** Marks an email as processed. @returns false if it was processed before */
  async function finishIn(
    tx: Pick<Transaction, 'update'>,
    row: IncomingRow,
    facts: object,
    outcome: Outcome,
  ): Promise<boolean> {
    const finished = await tx
      .update(incomingMails)
      .set({ ...facts, ...outcome, handledAt: sql`now()`, claimedUntil: null })
      .where(and(eq(incomingMails.id, row.id), eq(incomingMails.state, row.state)))
      .returning({ id: incomingMails.id });
    return finished.length > 0;
  }

  async function leaveUnmatched(row: IncomingRow, facts: object, reason = ''): Promise<void> {
    const isLeft = await finishIn(db, row, facts, { state: 'unmatched', reason });
    if (isLeft) await boundUnmatched(db, row);
  }

  /**
   * Creates a function for the transaction of a message, which ensures that no other instance or admin creates the message
   * a second time.
   *
   * @throws CONFLICT
   */
  const finishing =
    (row: IncomingRow, facts: object, outcome: Outcome) =>
    async (tx: Pick<Transaction, 'update'>): Promise<void> => {
      if (await finishIn(tx, row, facts, outcome)) return;
      throw new AppError('CONFLICT', 'This email was already processed');
    };

  async function contentOf(row: IncomingRow): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of chunks.read(row.key, 0, await storedBytes(row))) parts.push(part);
    return Buffer.concat(parts);
  }

  async function storedBytes({ key }: IncomingRow): Promise<number> {
    const [found] = await db.execute<{ bytes: number }>(
      sql`select coalesce(max("end"), 0)::int as bytes from file_chunks where key = ${key}`,
    );
    return found?.bytes ?? 0;
  }

  /**
   * Returns whether the sender's limit allows storing the email. Strangers who use a known sender's address have a
   * separate limit, so that they cannot use up that of the sender.
   */
  const mayKeep = async (from: string, record: RecordRef, isKnown: boolean) =>
    (await rateLimits.tryConsume(db, 'mailsFromSender', isKnown ? from : `${from} unknown`)) &&
    (await rateLimits.tryConsume(
      db,
      'mailsToRecord',
      isKnown ? aboutOf(record) : `${aboutOf(record)} unknown`,
    ));

  /**
   * Returns the receiving server's verdict about the sender. Any server can report a forgery, but only the configured
   * one can confirm the sender, because the sender could have written the header.
   */
  function authenticationOf({
    authentication,
    authenticator,
  }: ReadMail): ReadMail['authentication'] {
    const isBelieved = authenticator !== '' && authenticator === options.authenticator;
    return authentication === 'pass' && !isBelieved ? 'none' : authentication;
  }

  /**
   * Returns the sender of an email, and whether the sender's identity is proven, because anyone can write any address
   * in From. The identity of a client is proven by their reply address or by the server, that of an admin only by the
   * server. Unproven emails from the agency are stored as notes.
   *
   * @throws NOT_FOUND if the record no longer exists
   */
  async function whoWrote(mail: ReadMail, { record, isProven }: Answered): Promise<Writer> {
    const authentication = authenticationOf(mail);
    const sender = await findSender(
      db,
      record,
      await addressesOf(db, mail.from.address.toLowerCase()),
      await options.getAgency(),
    );
    if (!sender || authentication === 'fail') return undefined;
    const isKnown = isProven || authentication === 'pass';
    if (isKnown || sender.side === 'agency') return { sender, isKnown };
    return undefined;
  }

  /** Stores an email as a message of a sender. @throws NOT_FOUND if the record was deleted in the meantime */
  async function keepAs(
    writer: Writer,
    row: IncomingRow,
    mail: ReadMail,
    { record, isOurs }: Pick<Answered, 'record' | 'isOurs'>,
    also: (tx: Transaction) => Promise<void> = async () => {},
  ): Promise<void> {
    const outcome = { state: 'message' as const, about: aboutOf(record) };
    const finish = async (tx: Transaction) => {
      await finishing(row, factsOf(mail), outcome)(tx);
      await also(tx);
    };
    const arrived = { mailId: row.id, mail, finish };
    if (!writer) await keep.unverified(arrived, record);
    else if (writer.sender.side === 'agency' && !(writer.isKnown && writer.sender.user))
      await keep.noteOfAgency(arrived, record, { name: writer.sender.name, isOurs });
    else await keep.ofSender(arrived, record, writer.sender);
  }

  /**
   * Stores an automatic email as an internal message of the conversation. Without a record, the email is listed
   * separately. Never sends an email.
   */
  async function keepAutomatic(
    row: IncomingRow,
    mail: ReadMail,
    answered: Answered | undefined,
  ): Promise<Outcome | 'kept'> {
    const about = answered?.isProven ? aboutOf(answered.record) : '';
    const mayAdd =
      answered && about && (await rateLimits.tryConsume(db, 'mailsToRecord', `${about} automatic`));
    if (!mayAdd) return { state: 'automatic', about: '' };
    const finish = finishing(row, factsOf(mail), { state: 'message', about });
    await keep.automatic({ mailId: row.id, mail, finish }, answered.record);
    return 'kept';
  }

  async function decide(row: IncomingRow, mail: ReadMail): Promise<Outcome | 'kept'> {
    const from = mail.from.address.toLowerCase();
    if (!row.isWhole) return { state: 'unmatched', reason: reasons.tooLarge };
    const test = ownTest(addresses, mail.messageId);
    if (test !== undefined) return { state: 'automatic', about: testAbout(test) };
    // The email was sent by this server, such as a notification to the mailbox that receives replies.
    const own = await ownMail(db, addresses, mail.messageId);
    if (own) return { state: 'automatic', about: own.about || ownAbout };
    if (mail.report.length > 0) {
      const about = await applyReports(db, addresses, mail);
      if (about !== undefined) return { state: 'report', about };
      return { state: 'automatic', about: '', reason: reasons.unknownReport };
    }
    const { tokenHashes } = row;
    const answered = await findAnswered(db, addresses, {
      tokenHashes,
      references: mail.references,
      from: await addressesOf(db, from),
    });
    if (mail.automatic === 'automatic') return keepAutomatic(row, mail, answered);
    if (!answered) return { state: 'unmatched', reason: reasons.unknown };
    const writer = await whoWrote(mail, answered);
    if (!(await mayKeep(from, answered.record, writer?.isKnown === true))) {
      return { state: 'unmatched', reason: reasons.tooMany };
    }
    await keepAs(writer, row, mail, answered);
    return 'kept';
  }

  async function handle(row: IncomingRow): Promise<void> {
    const result = await readMail(await contentOf(row), { handOver: true });
    const mail = redacted(result.mail);
    if (!result.ok) {
      const facts = { ...factsOf(mail), fileNames: [nameOfMail(mail.subject)] };
      await leaveUnmatched(row, facts, result.reason);
      return;
    }
    let outcome: Outcome | 'kept';
    try {
      outcome = await decide(row, mail);
    } catch (error) {
      const isGone = error instanceof AppError && error.code === 'NOT_FOUND';
      const isRefused = error instanceof AppError && error.code === 'CONFLICT';
      if (!isGone && !isRefused) throw error;
      outcome = { state: 'unmatched', reason: isGone ? reasons.gone : error.message };
    }
    if (outcome === 'kept') return;
    if (outcome.state === 'unmatched') await leaveUnmatched(row, factsOf(mail), outcome.reason);
    else await finishIn(db, row, factsOf(mail), outcome);
  }

  async function claim(): Promise<IncomingRow | undefined> {
    const next = db
      .select({ id: incomingMails.id })
      .from(incomingMails)
      .where(
        and(
          eq(incomingMails.state, 'stored'),
          or(isNull(incomingMails.claimedUntil), lt(incomingMails.claimedUntil, sql`now()`)),
        ),
      )
      .orderBy(asc(incomingMails.id))
      .limit(1)
      .for('update', { skipLocked: true });
    const [row] = await db
      .update(incomingMails)
      .set({
        claimedUntil: sql`now() + make_interval(secs => ${claimSeconds})`,
        attempts: sql`${incomingMails.attempts} + 1`,
      })
      .where(eq(incomingMails.id, sql`(${next})`))
      .returning();
    return row;
  }

  async function workOn(row: IncomingRow): Promise<void> {
    if (row.attempts > attemptsMax) {
      await leaveUnmatched(row, {}, reasons.failed);
      return;
    }
    try {
      await handle(row);
    } catch (error) {
      options.onFailure(row.id, error);
      await db
        .update(incomingMails)
        .set({
          claimedUntil: sql`now() + make_interval(secs => ${retrySeconds * row.attempts})`,
        })
        .where(eq(incomingMails.id, row.id));
    }
  }

  const polling = createPolling({
    everyMs: lookEveryMs,
    async step() {
      const row = await claim();
      if (row) await workOn(row);
      return row !== undefined;
    },
  });

  return {
    /** Processes stored emails, one after the other. */
    work: polling.run,
    workSoon: polling.runSoon,
    /**
     * Starts polling on each instance. Polling is not a job, because a job counts as running for ten minutes after its
     * instance was killed.
     */
    start: polling.start,

    /** Returns the parsed email; undefined if its content is no longer stored. */
    async readAgain(row: IncomingRow): Promise<ReadMail | undefined> {
      if (!row.key) return undefined;
      const result = await readMail(await contentOf(row), { handOver: true });
      return result.ok ? redacted(result.mail) : asFile(row, result);
    },

    /**
     * Assigns an unassigned email to the conversation that an admin has selected. By this, the admin confirms a
     * client's address. An email from an admin's address stays an internal note unless the server has confirmed the
     * sender, because anyone can write that address.
     *
     * @param also runs in the same transaction
     * @throws NOT_FOUND if the record no longer exists
     */
    async keepIn(
      record: RecordRef,
      row: IncomingRow,
      mail: ReadMail,
      also: (tx: Transaction) => Promise<void>,
    ): Promise<void> {
      const writer = await whoWrote(mail, { record, isProven: true, isOurs: true });
      const isKnown = writer?.sender.side === 'client' || authenticationOf(mail) === 'pass';
      await keepAs(writer && { ...writer, isKnown }, row, mail, { record, isOurs: isKnown }, also);
    },

    stop: polling.stop,
  };
}

/** Value of `about` for an email that we sent without a record. */
const ownAbout = 'mail:own';

/** Returns the value of `about` for a test email that we sent. */
export const testAbout = (test: string): string => `test:${test}`;

export type MailWork = ReturnType<typeof createMailWork>;
