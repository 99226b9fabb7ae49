import { and, desc, eq, gt, isNotNull, isNull, max, or, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { ConversationKind } from '~/contract/conversations/conversations';
import { aboutOf, type RecordKind, type RecordRef } from '~/contract/conversations/records';
import { nobodyMaySee } from '~/server/features/companies/recipients';
import type { DocumentLinks } from '~/server/features/documents/links';
import type { Files } from '~/server/features/files/files.service';
import { hasProven } from '~/server/features/identity/users';
import type { Bursts } from '~/server/features/notifications/bursts';
import type { Transaction, Viewer } from '~/server/features/request-threads/request-threads.rows';
import { emitRequest } from '~/server/features/requests/admin-request.rows';
import { type Actor, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { incomingMails } from '~/server/platform/db/schema/incoming-mail';
import { messages } from '~/server/platform/db/schema/messages';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { cancelMails } from '~/server/platform/mail/cancel-mails';
import type { Mailer } from '~/server/platform/mail/mailer';
import { conversationEmails } from './emails';
import { ownerOf } from './owner';
import { isOf, type MessageRow } from './parts';
import type { FoundConversation } from './records';

/** Seconds within which messages are combined into one email. */
const noticeSeconds = 60;
const noticedMax = 10;

type Reader = Pick<Database, 'select'>;
type Emails = ReturnType<typeof conversationEmails>;

/** An author without an account: the holder of a private link, or the sender of an email. */
interface Correspondent {
  id: null;
  byAgency: false;
  /** Author's name; undefined if the author is the person whom the record names. */
  name: string | undefined;
}

/** Author of a message. */
export type Author = Viewer | Correspondent;

/** A new message about a record. */
export interface Sent extends RecordRef {
  text: string;
  internal?: boolean;
  fileIds?: number[];
  /** Ids of the files that the client should approve or return. */
  deliverableIds?: number[];
  /** True if the agency waits for the client's reply from now on; undefined to leave this unchanged. */
  waiting?: boolean | undefined;
  /** True if the message's text is pinned above the client's brief. */
  pinned?: boolean | undefined;
  /** Idempotency key: a repeated reply with the same key stores nothing. */
  key?: string | undefined;
  /** True if the message arrived by email, so that its recipient gets no email about it. */
  byMail?: true;
}

/** A message that was just stored, and the record it is about. */
interface Posted {
  author: Author;
  sent: Sent;
  record: FoundConversation;
  message: MessageRow;
}

/** Effects of a new message on its record, and notifications of its recipients. */
export function createMessageEffects(options: {
  mailer: Mailer;
  links: DocumentLinks;
  files: Pick<Files, 'ofMessages'>;
  bursts: Pick<Bursts, 'note'>;
}) {
  const { mailer, links, files, bursts } = options;

  /**
   * Applies the effects of a message about a request. Both sides read the threads of requests on screen, and are
   * notified of unread messages by email.
   */
  async function ofRequest(tx: Transaction, { author, sent, record, message }: Posted) {
    const { id } = record;
    const isRequest = eq(serviceRequests.id, id);
    if (!author.byAgency) {
      await tx
        .update(serviceRequests)
        .set({ waitingSince: null })
        .where(and(isRequest, isNotNull(serviceRequests.waitingSince)));
    } else if (sent.pinned || sent.waiting !== undefined) {
      const since = sql`coalesce(${serviceRequests.waitingSince}, now())`;
      await tx
        .update(serviceRequests)
        .set({
          ...(sent.pinned && { note: sent.text }),
          ...(sent.waiting !== undefined && { waitingSince: sent.waiting ? since : null }),
        })
        .where(isRequest);
      if (sent.pinned) await emitRequest(tx, 'request.updated', id);
    }
    if (message.internal) return;
    // A message contains its author's name, but clients must not see the name of a program.
    if (author.id !== null && (author.apiKey || author.proposedBy)) {
      await recordAudit(tx, author, {
        action: 'request.messaged',
        about: aboutOf(record),
        did: `wrote to the client about “${record.about}”`,
      });
    }
    if (sent.byMail && author.byAgency) return;
    const afterMessageId = message.id - 1;
    await bursts.note(tx, { requestId: id, toClient: author.byAgency, afterMessageId });
  }

  /** Emails an answer to the sender of a lead or the client of a proposal. */
  async function mailAnswer(
    tx: Transaction,
    { kind, emails, sent, record, message }: Posted & { kind: ConversationKind; emails: Emails },
  ): Promise<void> {
    const { id, email } = record;
    if (email === '') {
      const reason = kind === 'proposal' ? nobodyMaySee : 'There is no email address.';
      throw new AppError('CONFLICT', `${reason} Please save this as an internal note.`);
    }
    const attached = (await files.ofMessages(tx, [message.id])).get(message.id) ?? [];
    const hasLink = hasPage(record) || attached.length > 0;
    const mailId = await emails.answer(tx, {
      ...{ kind, id, email },
      text: sent.text,
      quoted: await quotedOf(tx, record),
      link: hasLink ? await links.mailed(tx, kind, id) : undefined,
      files: attached,
    });
    if (mailId !== undefined) {
      await tx.update(messages).set({ mailId }).where(eq(messages.id, message.id));
    }
  }

  /**
   * Notifies the agency, or the owner of the lead. Replaces an email that is not sent yet with one that includes this
   * message.
   */
  async function notifyAgency(
    tx: Transaction,
    { kind, emails, author, record }: Posted & { kind: ConversationKind; emails: Emails },
  ): Promise<void> {
    const { id, email, number } = record;
    const owner = await ownerOf(tx, { kind, id });
    const undo = { key: `${aboutOf(record)} answer`, seconds: noticeSeconds };
    await cancelMails(tx, undo.key);
    await emails.notice(tx, {
      ...{ kind, id, email, undo },
      number: number ?? undefined,
      name: (author.id === null && author.name) || record.name,
      written: await unanswered(tx, { kind, id }),
      to: owner?.email,
    });
  }

  return {
    /**
     * Prepares the effects of a message about a kind of record, before the message's transaction. @returns a function
     * that applies the effects in the transaction
     */
    async open(kind: RecordKind): Promise<(tx: Transaction, posted: Posted) => Promise<void>> {
      if (kind === 'request') return ofRequest;
      const emails = conversationEmails(await mailer.open());
      return async (tx, posted) => {
        const { author, sent, record, message } = posted;
        if (message.internal) return;
        const mailed = { ...posted, kind, emails };
        if (author.id === null || !author.byAgency) {
          await notifyAgency(tx, mailed);
          return;
        }
        if (!sent.byMail) await mailAnswer(tx, mailed);
        await recordAnswer(tx, author, record, message.id);
      };
    },
  };
}

/**
 * Returns the text to quote to the sender: their last message, or else the text of their lead if they have verified the
 * email. Undefined without either.
 */
async function quotedOf(tx: Reader, lead: FoundConversation): Promise<string | undefined> {
  const [last] = await tx
    .select({ text: messages.text })
    .from(messages)
    .leftJoin(incomingMails, eq(incomingMails.id, messages.incomingMailId))
    .where(
      and(
        eq(messages.conversationId, lead.row.id),
        eq(messages.byAgency, false),
        // Excludes accepted messages from other senders.
        or(
          isNull(incomingMails.id),
          eq(sql`lower(${incomingMails.fromAddress})`, lead.email.toLowerCase()),
        ),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(1);
  // The sender wrote this message through a link that was emailed to this address, so the address is verified.
  if (last) return last.text;
  return lead.details && (await hasProven(tx, lead.email)) ? lead.details : undefined;
}

/** Returns the messages since the agency's last reply, oldest first. */
async function unanswered(tx: Reader, ref: RecordRef): Promise<{ author: string; text: string }[]> {
  const isOfThis = isOf(messages.conversationId, ref);
  const [answer] = await tx
    .select({ id: max(messages.id) })
    .from(messages)
    .where(and(isOfThis, eq(messages.byAgency, true), eq(messages.internal, false)));
  const rows = await tx
    .select({ author: messages.authorName, text: messages.text })
    .from(messages)
    .where(and(isOfThis, eq(messages.byAgency, false), gt(messages.id, answer?.id ?? 0)))
    .orderBy(desc(messages.id))
    .limit(noticedMax);
  return rows.reverse();
}

const recordAnswer = (
  tx: Pick<Database, 'insert'>,
  actor: Actor,
  { kind, id, name, status }: FoundConversation,
  messageId: number,
) =>
  recordAudit(tx, actor, {
    action: `${kind}.replied`,
    about: aboutOf({ kind, id }),
    did: `answered the ${kind} ${kind === 'proposal' ? 'to' : 'from'} ${name}`,
    before: { status },
    after: { messageId },
  });

/** Returns whether the conversation can also be read at a private link. This excludes contact messages and drafts. */
const hasPage = (one: FoundConversation): boolean =>
  one.kind === 'quote' || (one.kind === 'proposal' && one.status !== 'draft');
