import { and, eq, inArray } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import {
  type ConversationKind,
  conversationKinds,
  type Delivery,
  linkPlaceholder,
} from '~/contract/conversations/conversations';
import type {
  Conversation,
  ConversationMessage,
  ConversationRef,
  LeadMessage,
} from '~/contract/conversations/conversations-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type {
  AdminMessage,
  MessageDraft,
  ThreadQuery,
} from '~/contract/workspace/workspace-schema';
import type { DocumentLinks } from '~/server/features/documents/links';
import type { Files } from '~/server/features/files/files.service';
import { type Alongside, createThreads } from '~/server/features/workspace/threads';
import { asAgency } from '~/server/features/workspace/workspace.rows';
import type { Database } from '~/server/platform/db/client';
import { mails } from '~/server/platform/db/schema/mail';
import { messageDrafts, messages, requestReads } from '~/server/platform/db/schema/workspace';
import type { Mailer } from '~/server/platform/mail/mailer';
import { mailedThreads } from './mailed-threads';
import { isOf, partsOf, selectMessages } from './parts';
import { addressesOf, isSameRef, recipientsOf, refOf } from './recipients';
import { findConversation } from './records';

interface NewLeadMessage extends ConversationRef {
  text: string;
  internal: boolean;
  fileIds?: number[] | undefined;
  key?: string | undefined;
  to?: ConversationRef | undefined;
}

/** Conversations with the senders of leads and the clients of proposals, for the panel. */
export function createConversations(
  db: Database,
  options: { files: Files; mailer: Mailer; links: DocumentLinks; getName(): Promise<string> },
) {
  const { mailer } = options;
  const threadsOf = (kind: ConversationKind) =>
    createThreads(db, { files: options.files, kind: mailedThreads(kind, options) });
  const threads = {
    quote: threadsOf('quote'),
    message: threadsOf('message'),
    proposal: threadsOf('proposal'),
  };

  /** Delivery status of each email; an email that is no longer stored was sent. */
  async function withDeliveries(
    rows: AdminMessage[],
  ): Promise<Omit<ConversationMessage, 'address'>[]> {
    const isMailed = ({ byAgency, internal, origin }: AdminMessage) =>
      byAgency && !internal && origin === null;
    const ids = rows.filter(isMailed).map(({ id }) => id);
    const found =
      ids.length === 0
        ? []
        : await db
            .select({
              id: messages.id,
              mailId: mails.id,
              sentAt: mails.sentAt,
              deadAt: mails.deadAt,
              bouncedAt: mails.bouncedAt,
              bounceReason: mails.bounceReason,
              lastError: mails.lastError,
            })
            .from(messages)
            .leftJoin(mails, eq(mails.id, messages.mailId))
            .where(inArray(messages.id, ids));
    const states = new Map(
      found.map(({ id, mailId, sentAt, deadAt, bouncedAt }): [number, Delivery] => {
        if (bouncedAt) return [id, 'bounced'];
        return [id, mailId === null || sentAt ? 'sent' : deadAt ? 'failed' : 'queued'];
      }),
    );
    const reasons = new Map(
      found.map(({ id, deadAt, bounceReason, lastError }) => [
        id,
        bounceReason || (deadAt ? lastError : ''),
      ]),
    );
    return rows.map((row) => ({
      ...row,
      delivery: states.get(row.id) ?? null,
      deliveryReason: reasons.get(row.id) ?? '',
    }));
  }

  /** Returns the sender or recipient address of a message, if it differs from that of the open record. */
  async function withAddresses(
    opened: ConversationRef,
    rows: Omit<ConversationMessage, 'address'>[],
  ): Promise<ConversationMessage[]> {
    const addresses = await addressesOf(db, await partsOf(db, opened), opened);
    const emailOf = (ref: ConversationRef | undefined) =>
      addresses.find((one) => ref && isSameRef(one, ref))?.email ?? '';
    const own = (await findConversation(db, opened)).email;
    const ids = rows.map(({ id }) => id);
    const found = ids.length > 0 ? await selectMessages(db).where(inArray(messages.id, ids)) : [];
    return rows.map((row) => {
      const message = found.find(({ id }) => id === row.id);
      const email = row.internal || !message ? '' : emailOf(refOf(message));
      const isOther = email !== '' && email.toLowerCase() !== own.toLowerCase();
      return { ...row, address: isOther ? email : null };
    });
  }

  async function one(opened: ConversationRef, row: AdminMessage): Promise<ConversationMessage> {
    const [shown] = await withAddresses(opened, await withDeliveries([row]));
    return shown ?? { ...row, delivery: null, deliveryReason: '', address: null };
  }

  /** Returns the record of a new message: an internal one stays with the open record, a repeat goes where the first one went. */
  async function targetOf(user: CurrentUser, message: NewLeadMessage): Promise<ConversationRef> {
    const { kind, id, to, key } = message;
    const opened = { kind, id };
    if (message.internal) return opened;
    const { mergedInto } = await findConversation(db, opened);
    if (mergedInto !== null) {
      throw new AppError(
        'CONFLICT',
        `This quote was merged into quote ${mergedInto}. Please write there.`,
      );
    }
    const [first] = key
      ? await selectMessages(db).where(
          inArray(
            messages.submissionKey,
            conversationKinds.map((one) => `${user.id}:${one}:${key}`),
          ),
        )
      : [];
    const recipients = await recipientsOf(db, opened);
    const repeated = first && refOf(first);
    if (repeated && recipients.some((one) => isSameRef(one, repeated))) return repeated;
    if (!to) return recipients[0] ?? opened;
    const chosen = recipients.find((recipient) => isSameRef(recipient, to));
    if (!chosen) throw new AppError('BAD_REQUEST', 'Please choose one of the recipients');
    return chosen;
  }

  async function send(user: CurrentUser, message: NewLeadMessage): Promise<ConversationMessage> {
    const { kind, id, to: _, ...sent } = message;
    const target = await targetOf(user, message);
    const row = await threads[target.kind].send(asAgency(user), {
      ...sent,
      id: target.id,
      fileIds: sent.fileIds ?? [],
      deliverableIds: [],
    });
    // The draft belongs to the record where it was started.
    await db
      .delete(messageDrafts)
      .where(
        and(eq(messageDrafts.userId, user.id), isOf(messageDrafts.conversationId, { kind, id })),
      );
    mailer.sendSoon();
    return one({ kind, id }, row);
  }

  async function page(
    user: CurrentUser,
    { kind, ...query }: ThreadQuery & { kind: ConversationKind },
  ) {
    const { rows, before } = await threads[kind].page(asAgency(user), query);
    const opened = { kind, id: query.id };
    return { rows: await withAddresses(opened, await withDeliveries(rows)), before };
  }

  return {
    page,
    send,

    async get(user: CurrentUser, { kind, id }: ConversationRef): Promise<Conversation> {
      const lead = await findConversation(db, { kind, id });
      const { row } = lead;
      const [recipients, [read], [draft], agency] = await Promise.all([
        recipientsOf(db, { kind, id }),
        db
          .select({ messageId: requestReads.messageId })
          .from(requestReads)
          .where(and(eq(requestReads.userId, user.id), eq(requestReads.conversationId, row.id))),
        db
          .select()
          .from(messageDrafts)
          .where(and(eq(messageDrafts.userId, user.id), eq(messageDrafts.conversationId, row.id))),
        options.getName(),
      ]);
      return {
        recipients,
        lastReadId: read?.messageId ?? null,
        draft: { text: draft?.text ?? '', fileIds: draft?.fileIds ?? [] },
        values: {
          firstName: lead.name,
          name: lead.name,
          service: lead.title ?? (kind === 'quote' ? lead.about : ''),
          // Inserted when the email is sent, so that the link is stored nowhere else.
          link: kind === 'message' ? '' : linkPlaceholder,
          agency,
        },
      };
    },

    edit: async (user: CurrentUser, { kind, ...change }: ConversationRef & { text: string }) => {
      const row = await threads[kind].edit(asAgency(user), change);
      const [shown] = await withDeliveries([row]);
      // Only internal messages can be changed, which have no address.
      return { ...row, delivery: null, deliveryReason: '', ...shown, address: null };
    },

    remove: (user: CurrentUser, { kind, id }: ConversationRef) =>
      threads[kind].remove(asAgency(user), id),

    /** Stores an answer that an admin has sent from a mail program; one that was not sent to the client stays internal. */
    async keepMailed(
      user: CurrentUser,
      { kind, ...sent }: ConversationRef & { text: string; internal: boolean; key: string },
      alongside: Alongside,
    ): Promise<void> {
      const whole = { ...sent, fileIds: [], deliverableIds: [], byMail: true as const };
      await threads[kind].send(asAgency(user), whole, alongside);
    },

    markRead: (user: CurrentUser, { kind, ...mark }: ConversationRef & { messageId: number }) =>
      threads[kind].markRead(asAgency(user), mark),

    saveDraft: (user: CurrentUser, { kind, ...draft }: ConversationRef & MessageDraft) =>
      threads[kind].saveDraft(asAgency(user), draft),

    /** The same for REST callers, oldest first. */
    async list(
      user: CurrentUser,
      query: ThreadQuery & { kind: ConversationKind },
    ): Promise<LeadMessage[]> {
      return (await page(user, query)).rows.map(toLeadMessage);
    },

    sendOverRest: async (user: CurrentUser, message: NewLeadMessage): Promise<LeadMessage> =>
      toLeadMessage(await send(user, message)),
  };
}

const fromOf = ({ origin, byAgency }: ConversationMessage): LeadMessage['from'] => {
  if (origin === 'unverified') return 'unverified';
  if (origin === 'automatic') return 'system';
  return byAgency ? 'agency' : 'client';
};

const toLeadMessage = (message: ConversationMessage): LeadMessage => {
  const { id, author, text, cutText, internal, delivery, files, createdAt } = message;
  return {
    id,
    from: fromOf(message),
    sender: author,
    text,
    cutText,
    internal,
    delivery,
    files,
    createdAt,
  };
};

export type Conversations = ReturnType<typeof createConversations>;
