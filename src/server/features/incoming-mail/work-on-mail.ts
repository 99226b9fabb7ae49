import { and, asc, desc, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { Transaction } from '~/server/features/workspace/workspace.rows';
import type { Database } from '~/server/platform/db/client';
import { incomingMails } from '~/server/platform/db/schema/incoming-mail';
import { mails } from '~/server/platform/db/schema/mail';
import type { ChunkStore } from '~/server/platform/files/chunk-store';
import {
  type AnsweredRecord,
  aboutOf,
  answeredRecordOf,
  type ReplyAddresses,
} from '~/server/platform/mail/reply-addresses';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import {
  type Answered,
  findAnswered,
  findSender,
  type MailSender,
  ownMail,
  ownTest,
} from './find-record';
import type { KeepMessage } from './keep-message';
import { boundUnmatched } from './mail-content';
import { type ReadMail, readMail } from './reading/read-mail';

export type IncomingRow = typeof incomingMails.$inferSelect;
type Outcome = Partial<Pick<IncomingRow, 'state' | 'reason' | 'about'>>;

/** After it, another instance may begin anew. */
const claimSeconds = 120;
const lookEveryMs = 10_000;
const attemptsMax = 5;
const retrySeconds = 15;
/** Of texts that are kept beside the message. */
const textMax = 500_000;

const reasons = {
  tooLarge: 'It is larger than 26 MiB. Its content is still in the mailbox.',
  unknown: 'It has no reply address of ours, and answers none of our mails.',
  gone: 'The record that it answers was deleted.',
  tooMany: 'More than 60 messages an hour came from its sender or about its record.',
  failed: 'It could not be worked on. The log says why.',
} as const;

/** What a mail says of itself, for its row. */
const factsOf = (mail: ReadMail) => ({
  ...(mail.messageId && { messageId: mail.messageId.slice(0, 900) }),
  fromName: mail.from.name,
  fromAddress: mail.from.address,
  subject: mail.subject,
  text: mail.text.slice(0, textMax),
  fullText: mail.fullText.slice(0, textMax),
  isSpam: mail.spam,
  authentication: mail.authentication,
});

/** Works on mail that is stored: makes messages of it, sets deliveries, or leaves it to an admin. */
export function createMailWork(
  db: Database,
  options: {
    addresses: Pick<ReplyAddresses, 'mailKeyOf' | 'testIdOf'>;
    chunks: Pick<ChunkStore, 'read'>;
    keep: KeepMessage;
    rateLimits: Pick<RateLimits, 'tryConsume'>;
    onFailure(mailId: number, error: unknown): void;
  },
) {
  const { addresses, chunks, keep, rateLimits } = options;

  /** @returns whether it was still to be worked on */
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

  /** For the transaction of a message: it is not made a second time by another instance or admin. @throws CONFLICT */
  const finishing =
    (row: IncomingRow, facts: object, outcome: Outcome) =>
    async (tx: Pick<Transaction, 'update'>): Promise<void> => {
      if (await finishIn(tx, row, facts, outcome)) return;
      throw new AppError('CONFLICT', 'This mail has been worked on meanwhile');
    };

  async function contentOf(row: IncomingRow): Promise<Buffer> {
    const parts: Buffer[] = [];
    const length = row.isWhole ? row.size : Number.MAX_SAFE_INTEGER;
    for await (const part of chunks.read(row.key, 0, Math.min(length, await storedBytes(row)))) {
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  async function storedBytes({ key }: IncomingRow): Promise<number> {
    const [found] = await db.execute<{ bytes: number }>(
      sql`select coalesce(max("end"), 0)::int as bytes from file_chunks where key = ${key}`,
    );
    return found?.bytes ?? 0;
  }

  /** Sets the delivery of each mail that a report names. @returns what the first of them is about */
  async function applyReports(mail: ReadMail): Promise<string> {
    let about = '';
    for (const report of mail.report) {
      const own = await ownMail(db, addresses, report.messageId);
      if (!own) continue;
      about ||= own.about;
      if (report.action !== 'failed') continue;
      const words = [report.status, report.diagnostic].filter(Boolean).join(' ').slice(0, 500);
      const record = answeredRecordOf(own.about);
      await db.transaction(async (tx) => {
        const set = await tx
          .update(mails)
          .set({ bouncedAt: sql`now()`, bounceReason: words })
          .where(and(eq(mails.id, own.id), isNull(mails.bouncedAt)))
          .returning({ id: mails.id });
        // What was answered is not answered: it waits for the agency again.
        if (set.length > 0 && record && own.kind === 'reply') await keep.wake(tx, record);
      });
    }
    return about;
  }

  /** Whether the receiving server says of senders what it has found out: then a mail of which it says nothing did not come as others do. */
  async function doesServerMark(): Promise<boolean> {
    const newest = await db
      .select({ authentication: incomingMails.authentication })
      .from(incomingMails)
      .where(ne(incomingMails.state, 'stored'))
      .orderBy(desc(incomingMails.id))
      .limit(markedOf);
    const marked = newest.filter(({ authentication }) => authentication !== 'none').length;
    return newest.length >= markedMin && marked > newest.length / 2;
  }

  /** Strangers who have the address use up nothing of what those may send who are known. */
  const mayKeep = async (from: string, record: AnsweredRecord, isKnown: boolean) =>
    (await rateLimits.tryConsume(db, 'mailsFromSender', isKnown ? from : `${from} unknown`)) &&
    (await rateLimits.tryConsume(
      db,
      'mailsToRecord',
      isKnown ? aboutOf(record) : `${aboutOf(record)} unknown`,
    ));

  /** @throws NOT_FOUND where the record is gone */
  async function trustedSender(mail: ReadMail, { record, isProven }: Answered) {
    const sender = await findSender(db, record, mail.from.address.toLowerCase());
    const isMarked = sender?.side === 'agency' && (await doesServerMark());
    return isTrusted(sender, mail, { isProven, isMarked }) ? sender : undefined;
  }

  /** @throws NOT_FOUND where the record is gone meanwhile */
  async function keepAs(
    sender: MailSender,
    row: IncomingRow,
    mail: ReadMail,
    record: AnsweredRecord,
  ): Promise<void> {
    const finish = finishing(row, factsOf(mail), { state: 'message', about: aboutOf(record) });
    if (sender) await keep.ofSender(row.id, record, sender, mail, finish);
    else await keep.unverified(row.id, record, mail, finish);
  }

  async function decide(row: IncomingRow, mail: ReadMail): Promise<Outcome | 'kept'> {
    const from = mail.from.address.toLowerCase();
    if (!row.isWhole) return { state: 'unmatched', reason: reasons.tooLarge };
    const test = ownTest(addresses, mail.messageId);
    if (test !== undefined) return { state: 'automatic', about: testAbout(test) };
    // Such as a notice to the mailbox that answers go to.
    const own = await ownMail(db, addresses, mail.messageId);
    if (own) return { state: 'automatic', about: own.about || ownAbout };
    if (mail.report.length > 0) return { state: 'report', about: await applyReports(mail) };
    const { tokenHashes } = row;
    const answered = await findAnswered(db, addresses, {
      tokenHashes,
      references: mail.references,
      from,
    });
    if (mail.automatic) {
      const about = answered ? aboutOf(answered.record) : '';
      if (!answered?.isProven || mail.automatic !== 'out of office') {
        return { state: 'automatic', about };
      }
      const finish = finishing(row, factsOf(mail), {
        state: 'automatic',
        about,
      });
      await keep.absence(row.id, answered.record, mail, finish);
      return 'kept';
    }
    if (!answered) return { state: 'unmatched', reason: reasons.unknown };
    const sender = await trustedSender(mail, answered);
    if (!(await mayKeep(from, answered.record, sender !== undefined))) {
      return { state: 'unmatched', reason: reasons.tooMany };
    }
    await keepAs(sender, row, mail, answered.record);
    return 'kept';
  }

  async function handle(row: IncomingRow): Promise<void> {
    const content = await contentOf(row);
    const head = Buffer.from(content.subarray(0, headBytes));
    const result = await readMail(content, { handOver: true });
    if (!result.ok) {
      const header = await readMail(headerOf(head));
      const facts = header.ok ? { ...factsOf(header.mail), text: '', fullText: '' } : {};
      await leaveUnmatched(row, facts, result.reason);
      return;
    }
    const { mail } = result;
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

  let working: Promise<void> | undefined;
  let isRequestedAgain = false;
  let isOver = false;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;

  async function workOnAll(): Promise<void> {
    do {
      isRequestedAgain = false;
      while (!isOver) {
        const row = await claim();
        if (!row) break;
        await workOn(row);
        count += 1;
      }
    } while (isRequestedAgain && !isOver);
  }

  /** Works on what is stored, one mail after the other. */
  function work(): Promise<void> {
    isRequestedAgain = true;
    working ??= workOnAll().finally(() => {
      working = undefined;
    });
    return working;
  }

  /** While the database is away nothing can be done; the next look finds the same mails. */
  const workSoon = () => void work().catch(() => {});

  return {
    work,
    workSoon,

    /**
     * Looks every few seconds for mails that are due. Each instance by itself: the job counts as running for ten minutes after its instance
     * was killed.
     */
    start(): void {
      timer ??= setInterval(workSoon, lookEveryMs);
      timer.unref();
      workSoon();
    },

    /** @returns the result in words */
    async runJob(): Promise<string> {
      const before = count;
      await work();
      return count > before ? `Worked on ${count - before} mails.` : '';
    },

    /** The mail as it was read; undefined where it cannot be read, or its content is not kept any more. */
    async readAgain(row: IncomingRow): Promise<ReadMail | undefined> {
      if (!row.key) return undefined;
      const result = await readMail(await contentOf(row), { handOver: true });
      return result.ok ? result.mail : undefined;
    },

    /** Puts an unmatched mail into the conversation that an admin has chosen, who has read it. @throws NOT_FOUND */
    async keepIn(record: AnsweredRecord, row: IncomingRow, mail: ReadMail): Promise<void> {
      await keepAs(await trustedSender(mail, { record, isProven: true }), row, mail, record);
    },

    async stop(): Promise<void> {
      isOver = true;
      clearInterval(timer);
      await working?.catch(() => {});
    },
  };
}

const headBytes = 256 * 1024;

/** Of a mail of ours that is about no record. */
const ownAbout = 'mail:own';

/** What the row of an own test is about. */
export const testAbout = (test: string): string => `test:${test}`;

/** What can be read of a mail whose content cannot. */
function headerOf(head: Buffer): Buffer {
  const ends = [head.indexOf('\r\n\r\n'), head.indexOf('\n\n')].filter((at) => at >= 0);
  return head.subarray(0, Math.min(head.length, ...ends));
}

/** Of the newest mails, that many at least show whether the server marks them. */
const markedOf = 50;
const markedMin = 10;

/**
 * A name that the receiving server says was forged is never believed. A client knows the address of their record, so that it proves nothing of
 * who writes as the agency: only the server can.
 */
function isTrusted(
  sender: MailSender,
  { authentication }: ReadMail,
  { isProven, isMarked }: { isProven: boolean; isMarked: boolean },
): sender is NonNullable<MailSender> {
  if (!sender || authentication === 'fail') return false;
  if (authentication === 'pass') return true;
  return sender.side === 'agency' ? !isMarked : isProven;
}

export type MailWork = ReturnType<typeof createMailWork>;
