import { eq } from 'drizzle-orm';

import { aboutOf, type RecordRef } from '~/contract/conversations/records';
import type { MailOrigin } from '~/contract/mail/incoming-mail';
import { messageMax } from '~/contract/threads/threads';
import {
  markAnswered,
  postMessage,
  reopen,
} from '~/server/features/conversations/conversations.service';
import type { Author } from '~/server/features/conversations/message-effects';
import { ownerOf } from '~/server/features/conversations/owner';
import type { Alongside, Threads } from '~/server/features/conversations/threads';
import {
  asAgency,
  asClient,
  type Transaction,
} from '~/server/features/request-threads/request-threads.rows';
import type { Database } from '~/server/platform/db/client';
import { messages } from '~/server/platform/db/schema/messages';
import { cancelMails } from '~/server/platform/mail/cancel-mails';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { ReplyAddresses } from '~/server/platform/mail/reply-addresses';
import type { FileOwner, KeepAttachments, KeptFiles } from './attachments';
import { incomingMailEmails } from './emails';
import { clientAddresses, type MailSender } from './find-record';
import { holdsNewLines } from './new-lines';
import { ownSubjectOf } from './own-subject';
import type { ReadMail } from './reading/read-mail';

/** Emails from strangers within this time are combined into one notification. */
const noticeSeconds = 60;
const cutNote = '\n\n[…] The rest is below.';
const cutTextMax = 50_000;

/**
 * Removes the tokens of private links from quotes of our own emails, because people who did not receive those emails may
 * read the conversation.
 */
const withoutTokens = (text: string): string => text.replace(/\/[\w-]{43}(?![\w-])/g, '/…');

/**
 * Returns the text of a message, with notes about missing parts of its email, and the hidden text that is shown on request.
 */
function shownTextOf(
  mail: ReadMail,
  { refused }: Pick<KeptFiles, 'refused'>,
  subject: string,
): { text: string; cutText: string } {
  const notes = [
    ...mail.notes,
    ...(refused.length > 0 ? [`Not attached: ${refused.join('; ')}`] : []),
  ].map((note) => `\n\n[${note}]`);
  // Adds the subject, because an email can consist of its subject alone.
  const head = subject && `Subject: ${subject}\n\n`;
  const room = messageMax - head.length - notes.join('').length - cutNote.length;
  const isLong = mail.text.length > room;
  const shown = isLong ? mail.text.slice(0, Math.max(0, room)).trimEnd() : mail.text;
  const rest = [mail.text.slice(shown.length).trim(), withoutTokens(mail.cut)]
    .filter(Boolean)
    .join('\n\n');
  const text = head + shown + (isLong ? cutNote : '') + notes.join('');
  return { text: text.slice(0, messageMax).trim(), cutText: rest.slice(0, cutTextMax) };
}

/** An email that will become a message. */
interface Arrived {
  mailId: number;
  mail: ReadMail;
  /** Marks the email as processed, in the transaction of its message. */
  finish(tx: Transaction): Promise<void>;
}

export const addressedAs = ({ name, address }: ReadMail['from']): string => {
  if (!name || !address) return name || address;
  return name.toLowerCase() === address.toLowerCase() ? address : `${name} <${address}>`;
};

/** Returns the author of a sender's message. */
function authorOf({ kind }: RecordRef, { side, name, user }: NonNullable<MailSender>): Author {
  if (side === 'client' && kind !== 'request') return { id: null, byAgency: false, name };
  if (!user) throw new Error('a message has no author');
  return side === 'client' ? asClient(user) : asAgency(user);
}

/** Creates messages from emails, by the same functions as for messages that the sender writes on screen. */
export function createKeepMessage(
  db: Database,
  options: {
    addresses: Pick<ReplyAddresses, 'mailKeyOf'>;
    mailer: Mailer;
    threads: Pick<Threads, 'send'>;
    keepAttachments: KeepAttachments;
  },
) {
  const { addresses, mailer, threads, keepAttachments } = options;

  const isToClient = async (record: RecordRef, { recipients }: ReadMail) =>
    (await clientAddresses(db, record)).some((one) => recipients.includes(one));

  /** Returns a function that completes the message with its email, hidden text and files. */
  const completed =
    (
      { mailId, mail, finish }: Arrived,
      { files, cutText }: { files: KeptFiles; cutText: string },
    ): Alongside =>
    async (tx, messageId) => {
      await finish(tx);
      // The email was processed before, in a transaction that also marked it as processed.
      if (messageId === undefined) return;
      await tx
        .update(messages)
        .set({
          incomingMailId: mailId,
          cutText,
          possiblyAutomatic: mail.automatic === 'possibly',
        })
        .where(eq(messages.id, messageId));
      await files.attach(tx, messageId);
    };

  /** Stores a message that only admins can see. */
  async function insertInternal(
    tx: Transaction,
    record: RecordRef,
    arrived: Arrived,
    kept: { files: KeptFiles; text: string; cutText: string },
    row: { origin: MailOrigin; authorName?: string },
  ): Promise<void> {
    const inserted = await postMessage(tx, record, {
      authorName: addressedAs(arrived.mail.from) || 'An unknown sender',
      byAgency: true,
      internal: true,
      text: kept.text || '[No text]',
      ...row,
    });
    if (!inserted) throw new Error('a message was not stored');
    await completed(arrived, kept)(tx, inserted.id);
  }

  /** Stores the files of an email. @returns the files, with the texts of the message */
  async function keptOf({ mailId, mail }: Arrived, record: RecordRef, owner?: FileOwner) {
    const files = await keepAttachments(mail, owner ?? { address: mail.from.address, record });
    const isAutomatic = mail.automatic === 'automatic';
    const subject = isAutomatic ? '' : await ownSubjectOf(db, addresses, { mailId, mail, record });
    const isQuoteChanged = await holdsNewLines(db, addresses, { mailId, mail, record });
    const shown = isQuoteChanged ? { ...mail, text: withoutTokens(mail.fullText), cut: '' } : mail;
    return { files, ...shownTextOf(shown, files, subject) };
  }

  return {
    async ofSender(
      arrived: Arrived,
      record: RecordRef,
      sender: NonNullable<MailSender>,
    ): Promise<void> {
      const { mailId, mail } = arrived;
      const author = authorOf(record, sender);
      const kept = await keptOf(
        arrived,
        record,
        record.kind === 'request' ? sender.user : undefined,
      );
      // A reply from the agency that was not sent to the client is an internal note.
      const internal = author.byAgency && !(await isToClient(record, mail));
      await threads.send(
        author,
        {
          ...record,
          internal,
          byMail: true,
          text: kept.text || (kept.files.ids.length > 0 ? '' : '[No text]'),
          key: `mail-${mailId}`,
        },
        completed(arrived, kept),
      );
    },

    /**
     * Stores an email from an address of the agency as a note for admins, because its sender is not confirmed and
     * anyone can forge the address. The email counts as a reply if one of our emails led to the record and the client
     * also received this email.
     */
    async noteOfAgency(
      arrived: Arrived,
      record: RecordRef,
      { name, isOurs }: { name: string; isOurs: boolean },
    ): Promise<void> {
      const { mail } = arrived;
      const kept = await keptOf(arrived, record);
      const text = `${kept.text || '[No text]'}\n\n[Sent by email from ${mail.from.address}; the mail server did not confirm the sender.]`;
      const isAnswer = isOurs && (await isToClient(record, mail));
      await db.transaction(async (tx) => {
        await insertInternal(
          tx,
          record,
          arrived,
          { ...kept, text: text.slice(0, messageMax) },
          { origin: 'mail', authorName: name },
        );
        if (isAnswer) await markAnswered(tx, record);
      });
    },

    /** Stores an email about a record from another address. Only admins see it until one of them accepts it. */
    async unverified(arrived: Arrived, record: RecordRef): Promise<void> {
      const { mail } = arrived;
      const kept = await keptOf(arrived, record);
      const emails = incomingMailEmails(await mailer.open());
      await db.transaction(async (tx) => {
        await insertInternal(tx, record, arrived, kept, { origin: 'unverified' });
        await reopen(tx, record);
        const sender = addressedAs(mail.from) || 'an unknown sender';
        const owner = await ownerOf(tx, record);
        const undo = { key: `${aboutOf(record)} unverified`, seconds: noticeSeconds };
        await cancelMails(tx, undo.key);
        const { text } = kept;
        await emails.unverified(tx, { record, sender, text, undo, to: owner?.email });
      });
      mailer.sendSoon();
    },

    /** Stores an automatic email, for example an out-of-office reply. Sends no notifications. */
    async automatic(arrived: Arrived, record: RecordRef): Promise<void> {
      const kept = await keptOf(arrived, record);
      const text = kept.text || arrived.mail.subject;
      await db.transaction((tx) =>
        insertInternal(tx, record, arrived, { ...kept, text }, { origin: 'automatic' }),
      );
    },
  };
}

export type KeepMessage = ReturnType<typeof createKeepMessage>;
