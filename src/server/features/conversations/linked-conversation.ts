import { and, desc, eq, gt, max, type SQL } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { type ConversationKind, linkPlaceholder } from '~/contract/conversations/conversations';
import type { LinkedMessage } from '~/contract/conversations/conversations-schema';
import type { Client } from '~/server/features/companies/ownership';
import type { DocumentLinks } from '~/server/features/documents/links';
import type { Files, OpenFile } from '~/server/features/files/files.service';
import { quoteOfLink } from '~/server/features/leads/quotes/merged';
import { emitMessage } from '~/server/features/workspace/emit-message';
import type { Alongside } from '~/server/features/workspace/threads';
import type { Database } from '~/server/platform/db/client';
import { messages } from '~/server/platform/db/schema/workspace';
import { cancelMails } from '~/server/platform/mail/cancel-mails';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import { digestOf, rejectOtherSubmission } from '~/server/platform/submission-digest';
import { postMessage } from './conversations.service';
import { conversationEmails } from './emails';
import { ownerOf } from './owner';
import { clientReader, holderWith, isIn, isOf, partsOf } from './parts';
import { findConversation, lockRecord } from './records';

/** Number of displayed messages, newest first. */
const shownMax = 100;
/** Messages within this time are combined into one email. */
const noticeSeconds = 60;
const noticedMax = 10;

/** A record about which the holder of its private link, or its client's session, can write. */
export interface LinkedRecord {
  kind: 'quote' | 'proposal';
  id: number;
}

/** A reply by email, which contact messages can have as well. */
interface MailedAnswer {
  kind: ConversationKind;
  id: number;
  text: string;
  /** Its sender is already known by name. */
  name: string;
  key: string;
  alongside: Alongside;
}

export interface LinkedText {
  text: string;
  /** A repeat with the same key stores nothing. */
  key?: string | undefined;
}

/** Conversations for the holders of private links and the clients of proposals. */
export function createLinkedConversation(
  db: Database,
  {
    mailer,
    links,
    files,
    rateLimits,
  }: {
    mailer: Mailer;
    links: DocumentLinks;
    files: Pick<Files, 'ofMessages' | 'openOf'>;
    rateLimits: Pick<RateLimits, 'consume'>;
  },
) {
  async function quoteOf(token: string): Promise<number> {
    const id = await links.find('quote', token);
    const quote = id === undefined ? undefined : await quoteOfLink(db, id);
    if (!quote) throw new AppError('NOT_FOUND', 'Quote not found');
    return quote.id;
  }

  async function read(isShown: SQL): Promise<LinkedMessage[]> {
    const rows = await db
      .select()
      .from(messages)
      .where(and(isShown, eq(messages.internal, false)))
      .orderBy(desc(messages.id))
      .limit(shownMax);
    const filesOf = await files.ofMessages(
      db,
      rows.map(({ id }) => id),
    );
    return rows.reverse().map(({ id, byAgency, authorName, text, cutText, origin, createdAt }) => ({
      id,
      files: (filesOf.get(id) ?? []).map(({ id: fileId, name, size, type }) => ({
        ...{ id: fileId, name, size, type },
      })),
      byAgency,
      author: authorName,
      text: origin ? text : text.replaceAll(linkPlaceholder, 'this page'),
      cutText,
      createdAt: createdAt.toISOString(),
    }));
  }

  async function write(
    { kind, id }: LinkedRecord,
    text: LinkedText & { name?: string | undefined },
  ): Promise<void> {
    await rateLimits.consume('linkMessages', `${kind}:${id}`);
    await store({ kind, id }, text);
  }

  /** Stores a message of the other side. Notifies the agency, or the owner of the lead, by email. */
  async function store(
    { kind, id }: { kind: ConversationKind; id: number },
    { text, key, name: writer }: LinkedText & { name?: string | undefined },
    alongside?: Alongside,
  ): Promise<void> {
    const about = `${kind}:${id}`;
    const emails = conversationEmails(await mailer.open());
    const submissionKey = key ? `${kind} ${id}:${key}` : null;
    const submissionDigest = key ? digestOf({ text }) : null;
    await db.transaction(async (tx) => {
      const counterpart = await lockRecord(tx, { kind, id });
      const { email } = counterpart;
      const name = writer ?? counterpart.name;
      const row = await postMessage(
        tx,
        { kind, id },
        {
          authorName: name,
          byAgency: false,
          text,
          origin: alongside ? 'mail' : null,
          submissionKey,
          submissionDigest,
        },
      );
      await alongside?.(tx, row?.id);
      if (!row) {
        const [first] = await tx
          .select({ digest: messages.submissionDigest })
          .from(messages)
          .where(eq(messages.submissionKey, submissionKey ?? ''));
        rejectOtherSubmission(first?.digest ?? null, submissionDigest);
        return;
      }
      const owner = await ownerOf(tx, { kind, id });
      // Replaces an email that is not sent yet with one that includes this message.
      const undo = { key: `${about} answer`, seconds: noticeSeconds };
      await cancelMails(tx, undo.key);
      await emails.notice(tx, {
        ...{ kind, id, number: counterpart.number ?? undefined, name, email },
        written: await unanswered(tx, { kind, id }),
        to: owner?.email,
        undo,
      });
      await emitMessage(tx, row.id);
    });
    mailer.sendSoon();
  }

  /** Returns the messages that a private link shows. */
  async function shownAt(ref: { kind: ConversationKind; id: number }): Promise<SQL> {
    if (ref.kind !== 'quote') return isOf(messages.conversationId, ref);
    // Omits messages that were written to another address: a merged quote may be of another sender.
    const { email } = await findConversation(db, ref);
    return isIn(await partsOf(db, ref, holderWith(email)));
  }

  const list = async (quoteId: number): Promise<LinkedMessage[]> =>
    read(await shownAt({ kind: 'quote', id: quoteId }));

  return {
    list,
    write,

    /** Stores a reply that arrived by email. A repeat with the same key stores nothing. */
    answerByMail: ({ kind, id, alongside, ...text }: MailedAnswer): Promise<void> =>
      store({ kind, id }, text, alongside),

    async answer({ token, ...message }: LinkedText & { token: string }): Promise<LinkedMessage[]> {
      const id = await quoteOf(token);
      await write({ kind: 'quote', id }, message);
      return list(id);
    },

    /** Returns a file of the conversation at a private link. @throws NOT_FOUND */
    async openFile(kind: ConversationKind, token: string, fileId: number): Promise<OpenFile> {
      const id = kind === 'quote' ? await quoteOf(token) : await links.find(kind, token);
      if (id === undefined) throw new AppError('NOT_FOUND', 'File not found');
      return files.openOf(await shownAt({ kind, id }), fileId);
    },

    /** Returns the messages about one proposal: its link may be forwarded, and shows no others. */
    ofProposal: async (id: number): Promise<LinkedMessage[]> =>
      read(await shownAt({ kind: 'proposal', id })),

    /** Returns the messages for a client who can see the proposal, including the conversation of the lead if that is their own. */
    async ofOwnProposal(client: Client, { id }: { id: number }): Promise<LinkedMessage[]> {
      return read(isIn(await partsOf(db, { kind: 'proposal', id }, clientReader(client))));
    },
  };
}

/** Returns the messages since the agency's last answer, oldest first. */
async function unanswered(
  tx: Pick<Database, 'select'>,
  { kind, id }: { kind: ConversationKind; id: number },
): Promise<{ author: string; text: string }[]> {
  const isOfThis = isOf(messages.conversationId, { kind, id });
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

export type LinkedConversation = ReturnType<typeof createLinkedConversation>;
