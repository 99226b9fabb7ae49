import { setTimeout as delay } from 'node:timers/promises';

import { and, desc, eq, gt, isNotNull, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm';

import { type MailKind, secretMailKinds } from '~/contract/common/mail';
import type { Database } from '~/server/platform/db/client';
import { incomingMails } from '~/server/platform/db/schema/incoming-mail';
import { mails } from '~/server/platform/db/schema/mail';
import { createPolling } from '~/server/platform/jobs/polling';
import { traced } from '~/server/platform/tracing/traced';
import { isPermanent, reasonFor } from './failures';
import { type TokenOf, withToken } from './private-links';
import type { ReplyAddresses } from './reply-addresses';
import type { Attachment, Transport } from './transport';

export interface NewMail {
  kind: MailKind;
  to: string;
  replyTo?: string | undefined;
  subject: string;
  html: string;
  text: string;
  /** Record that the email is about, such as 'quote:12'. */
  about?: string;
  /** Nonce of the private link, if the bodies contain a placeholder. */
  linkNonce?: string | undefined;
  /** Nonce of the reply address. */
  replyNonce?: string | undefined;
  /** URL that unsubscribes from this kind of email with one click. */
  unsubscribeUrl?: string | undefined;
  /** Delay before the email is sent. Until then, `cancel` with the key deletes it. */
  undo?: { key: string; seconds: number } | undefined;
}

type Executor = Pick<Database, 'insert'>;
type ReplyColumns = 'replyNonce' | 'replyTo' | 'kind';
type Row = typeof mails.$inferSelect;

const lookEveryMs = 5_000;
/**
 * Seconds for which an email is claimed, which exceeds the duration of any delivery. Afterwards, another instance may
 * claim the email.
 */
const claimSeconds = 60;
/** Maximum milliseconds to wait for a delivery in progress at shutdown. */
const stopGraceMs = 2_000;

const firstRetrySeconds = 5;
const longestRetrySeconds = 60 * 60;

/** Returns the seconds before the next attempt, which double each time, up to an hour. */
const backoff = (attempts: number) =>
  Math.min(longestRetrySeconds, firstRetrySeconds * 2 ** (attempts - 1));

/**
 * Returns the maximum number of attempts. They continue for two days, as with mail servers, but only for ten minutes
 * for a sign-in code, because it expires.
 */
const attemptsMaxOf = (kind: MailKind) => (kind === 'code' ? 7 : 56);

/** Returns a time by the database's clock, which all instances share. */
const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** Returns whether a text contains line breaks or other control characters, which could end a header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
const hasControl = (text: string) => /[\u0000-\u001f\u007f]/.test(text);

/**
 * Manages the outbox. Emails are written in the transaction of the change that they are about, sent after the commit,
 * and not deleted afterwards.
 */
export function createOutbox(
  db: Database,
  options: {
    /** Transport; undefined if emails are only stored and viewed. */
    transport: Transport | undefined;
    from(): Promise<string>;
    /** Derives the tokens of private links. */
    tokenOf?: TokenOf | undefined;
    replyAddresses?: Pick<ReplyAddresses, 'isOn' | 'addressOf' | 'mailKeyOf'> | undefined;
    /**
     * Returns the attachments of an email. Called when the email is sent, because attachments are not stored. Never
     * rejects.
     */
    attachmentsOf?(mail: Pick<Row, 'kind' | 'about' | 'linkNonce'>): Promise<Attachment[]>;
    /** Called after a failure. @param mail.isDead true if this was the last attempt */
    onFailure(mail: Pick<Row, 'id' | 'kind'> & { isDead: boolean }, error: unknown): void;
  },
) {
  const { transport } = options;
  const counts = { sent: 0, failed: 0, givenUp: 0 };

  async function claim(): Promise<Row | undefined> {
    const waits = and(
      isNull(mails.sentAt),
      isNull(mails.deadAt),
      or(
        isNull(mails.claimedUntil),
        lt(mails.claimedUntil, sql`now()`),
        // A claim that ends further in the future than any delay means that the clock has been set back since then.
        gt(mails.claimedUntil, inSeconds(2 * longestRetrySeconds)),
      ),
    );
    const next = db
      .select({ id: mails.id })
      .from(mails)
      .where(waits)
      .orderBy(mails.id)
      .limit(1)
      .for('update', { skipLocked: true });
    const [row] = await db
      .update(mails)
      .set({
        claimedUntil: inSeconds(claimSeconds),
        attempts: sql`${mails.attempts} + 1`,
      })
      .where(eq(mails.id, sql`(${next})`))
      .returning();
    return row;
  }

  async function deliver(row: Row): Promise<void> {
    const { to, subject } = row;
    const { html, text } = withToken(row, options.tokenOf);
    try {
      const from = await options.from();
      const attachments = transport && (await options.attachmentsOf?.(row));
      const send = async () =>
        transport?.send({
          messageId: messageIdOf(row, from),
          references: await referencesOf(row, from),
          from,
          to,
          replyTo: replyToOf(row),
          subject,
          html,
          text,
          unsubscribeUrl: row.unsubscribeUrl,
          isAutomatic: isToAgency(row.kind),
          attachments,
        });
      await traced('mail', { kind: 'client', attributes: { 'mail.kind': row.kind } }, send);
      await db
        .update(mails)
        .set({ sentAt: new Date(), lastError: '', ...(transport && emptied(row)) })
        .where(eq(mails.id, row.id));
      counts.sent += 1;
    } catch (error) {
      const isDead = isPermanent(error) || row.attempts >= attemptsMaxOf(row.kind);
      counts[isDead ? 'givenUp' : 'failed'] += 1;
      options.onFailure({ id: row.id, kind: row.kind, isDead }, error);
      await db
        .update(mails)
        .set({
          lastError: reasonFor(error),
          ...(isDead
            ? { deadAt: new Date(), ...emptied(row) }
            : { claimedUntil: inSeconds(backoff(row.attempts)) }),
        })
        .where(eq(mails.id, row.id));
    }
  }

  /**
   * Returns the Message-ID, which is the same for each attempt. If a server accepted an email but its response was
   * lost, the email is sent again. Email programs then show both as one.
   */
  function messageIdOf({ id, createdAt }: Pick<Row, 'id' | 'createdAt'>, from: string): string {
    const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
    const key = options.replyAddresses ? `.${options.replyAddresses.mailKeyOf(id)}` : '';
    return `<${id}.${createdAt.getTime().toString(36)}${key}@${domain}>`;
  }

  /**
   * Returns the Reply-To addresses. The record's own address adds a reply to the conversation. Notifications to the
   * agency also contain the client's address, so that the client gets the reply.
   */
  function replyToOf(row: Pick<typeof mails.$inferSelect, ReplyColumns>): string | null {
    const { replyNonce, replyTo } = row;
    if (!replyNonce || !options.replyAddresses?.isOn) return replyTo;
    const address = options.replyAddresses.addressOf(replyNonce);
    return isToAgency(row.kind) && replyTo ? `${replyTo}, ${address}` : address;
  }

  /**
   * Returns the ids of earlier emails of the same conversation, sent and received, so that email programs show them as
   * a thread.
   */
  async function referencesOf(row: Row, from: string): Promise<string[]> {
    if (!conversationKinds.includes(row.kind) || row.about === '') return [];
    const answers = await db
      .select({ messageId: incomingMails.messageId, at: incomingMails.createdAt })
      .from(incomingMails)
      .where(
        and(
          eq(incomingMails.about, row.about),
          eq(sql`lower(${incomingMails.fromAddress})`, row.to.toLowerCase()),
          ne(incomingMails.messageId, ''),
          lt(incomingMails.createdAt, row.createdAt),
        ),
      )
      .orderBy(desc(incomingMails.id))
      .limit(referencesMax);
    const earlier = await db
      .select()
      .from(mails)
      .where(
        and(
          eq(mails.about, row.about),
          eq(mails.to, row.to),
          lt(mails.id, row.id),
          isNotNull(mails.sentAt),
        ),
      )
      .orderBy(desc(mails.id))
      .limit(referencesMax);
    const sent = earlier
      .filter((one) => conversationKinds.includes(one.kind))
      .map((one) => ({ id: messageIdOf(one, from), at: one.createdAt }));
    const came = answers.map(({ messageId, at }) => ({ id: `<${messageId}>`, at }));
    return [...sent, ...came]
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .slice(-referencesMax)
      .map(({ id }) => id);
  }

  // Concurrent instances claim different rows.
  const polling = createPolling({
    everyMs: lookEveryMs,
    async step() {
      const row = await claim();
      if (row) await deliver(row);
      return row !== undefined;
    },
  });

  return {
    /** Adds an email in the transaction of the change that it is about. @returns its id */
    async enqueue(tx: Executor, mail: NewMail): Promise<number | undefined> {
      if ([mail.to, mail.subject, mail.replyTo ?? '', mail.unsubscribeUrl ?? ''].some(hasControl)) {
        throw new Error('an email header would have more than one line');
      }
      const { undo, ...row } = mail;
      const [stored] = await tx
        .insert(mails)
        .values({
          ...row,
          cancelKey: undo?.key ?? null,
          ...(undo && { claimedUntil: inSeconds(undo.seconds) }),
          replyTo: mail.replyTo ?? null,
          unsubscribeUrl: mail.unsubscribeUrl ?? null,
        })
        .returning({ id: mails.id });
      return stored?.id;
    },

    /** Lists emails that could not be sent, newest first. Omits codes, which admins must not read. */
    async listDead(
      limit: number,
    ): Promise<Pick<Row, 'id' | 'kind' | 'to' | 'subject' | 'lastError' | 'createdAt'>[]> {
      return db
        .select({
          id: mails.id,
          kind: mails.kind,
          to: mails.to,
          subject: mails.subject,
          lastError: mails.lastError,
          createdAt: mails.createdAt,
        })
        .from(mails)
        .where(isNotNull(mails.deadAt))
        .orderBy(desc(mails.createdAt), desc(mails.id))
        .limit(limit);
    },

    /** Returns the number of emails that all instances have yet to send, and the age of the oldest one in seconds. */
    async backlog(): Promise<{ waiting: number; oldestSeconds: number }> {
      const [row] = await db
        .select({
          waiting: sql<number>`count(*)`.mapWith(Number),
          oldestSeconds:
            sql<number>`coalesce(extract(epoch from now() - min(${mails.createdAt})), 0)`.mapWith(
              Number,
            ),
        })
        .from(mails)
        .where(and(isNull(mails.sentAt), isNull(mails.deadAt)));
      return row ?? { waiting: 0, oldestSeconds: 0 };
    },

    /** Returns the number of attempts of this instance by result. */
    counts: (): Readonly<typeof counts> => counts,

    /**
     * Resets the attempts of an email that could not be sent. @returns false if the email does not exist, or its text
     * was deleted
     */
    async retry(id: number): Promise<boolean> {
      const revived = await db
        .update(mails)
        .set({ deadAt: null, attempts: 0, claimedUntil: null })
        .where(
          and(
            eq(mails.id, id),
            isNotNull(mails.deadAt),
            notInArray(mails.kind, [...secretMailKinds]),
          ),
        )
        .returning({ id: mails.id });
      if (revived.length > 0) polling.runSoon();
      return revived.length > 0;
    },

    /** Sends waiting emails. */
    flush: polling.run,
    flushSoon: polling.runSoon,
    start: polling.start,
    replyToOf,

    async stop(): Promise<void> {
      // Does not wait for a mail server that hangs, because the email is sent after the next start.
      await Promise.race([polling.stop(), delay(stopGraceMs, undefined, { ref: false })]);
      transport?.close();
    },
  };
}

/** Returns whether emails of a kind notify the agency of a client's action. */
export const isToAgency = (kind: MailKind): boolean =>
  kind.endsWith('_notice') || kind === 'assigned';

/** Kinds of emails that belong to a conversation: the confirmation of a submission, and the replies. */
const conversationKinds: readonly MailKind[] = [
  'quote_received',
  'message_received',
  'reply',
  'request_received',
  'request_update',
  'proposal_sent',
];
const referencesMax = 20;

/**
 * Returns columns that remove a secret from an email once it has been sent or given up. Not used for sent emails
 * without a transport, because the stored email is then the only place to read the secret.
 */
function emptied({ kind }: Pick<Row, 'kind'>): Partial<Row> {
  return secretMailKinds.includes(kind) ? { html: '', text: '' } : {};
}

export type Outbox = ReturnType<typeof createOutbox>;
