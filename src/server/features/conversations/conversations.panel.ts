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
  OwnerChange,
} from '~/contract/conversations/conversations-schema';
import type { RecordRef } from '~/contract/conversations/records';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { AdminMessage, MessageDraft, ThreadQuery } from '~/contract/threads/threads-schema';
import { asAgency } from '~/server/features/request-threads/request-threads.rows';
import type { Actor } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { mails } from '~/server/platform/db/schema/mail';
import { messageDrafts, messageReads, messages } from '~/server/platform/db/schema/messages';
import type { Mailer } from '~/server/platform/mail/mailer';
import { setOwner } from './owner';
import { isOf, partsOf, selectMessages } from './parts';
import { addressesOf, isSameRef, recipientsOf } from './recipients';
import { findConversation } from './records';
import type { Threads } from './threads';

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
  { threads, mailer, getName }: { threads: Threads; mailer: Mailer; getName(): Promise<string> },
) {
  /** Adds the delivery status of each email. An email that is no longer stored counts as sent. */
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

  /** Adds the sender or recipient address to each message, if it differs from the address of the open record. */
  async function withAddresses(
    opened: ConversationRef,
    rows: Omit<ConversationMessage, 'address'>[],
  ): Promise<ConversationMessage[]> {
    const addresses = await addressesOf(db, await partsOf(db, opened), opened);
    const emailOf = (ref: RecordRef) => addresses.find((one) => isSameRef(one, ref))?.email ?? '';
    const own = (await findConversation(db, opened)).email;
    const ids = rows.map(({ id }) => id);
    const found = ids.length > 0 ? await selectMessages(db).where(inArray(messages.id, ids)) : [];
    return rows.map((row) => {
      const message = found.find(({ id }) => id === row.id);
      const email = row.internal || !message ? '' : emailOf(message.ref);
      const isOther = email !== '' && email.toLowerCase() !== own.toLowerCase();
      return { ...row, address: isOther ? email : null };
    });
  }

  async function one(opened: ConversationRef, row: AdminMessage): Promise<ConversationMessage> {
    const [shown] = await withAddresses(opened, await withDeliveries([row]));
    return shown ?? { ...row, delivery: null, deliveryReason: '', address: null };
  }

  /**
   * Returns the record of a new message. An internal message belongs to the open record. A repeated request belongs to
   * the record of the original request.
   */
  async function targetOf(user: CurrentUser, message: NewLeadMessage): Promise<RecordRef> {
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
    if (first && (await partsOf(db, opened)).some((part) => isSameRef(part, first.ref))) {
      return first.ref;
    }
    const recipients = await recipientsOf(db, opened);
    if (!to) return recipients[0] ?? opened;
    const chosen = recipients.find((recipient) => isSameRef(recipient, to));
    if (!chosen) throw new AppError('BAD_REQUEST', 'Please choose one of the recipients');
    return chosen;
  }

  async function send(user: CurrentUser, message: NewLeadMessage): Promise<ConversationMessage> {
    const { kind, id, to: _, ...sent } = message;
    const target = await targetOf(user, message);
    const row = await threads.send(asAgency(user), { ...sent, kind: target.kind, id: target.id });
    // The draft belongs to the record for which it was started.
    await db
      .delete(messageDrafts)
      .where(
        and(eq(messageDrafts.userId, user.id), isOf(messageDrafts.conversationId, { kind, id })),
      );
    return one({ kind, id }, row);
  }

  async function page(user: CurrentUser, query: ThreadQuery & ConversationRef) {
    const { rows, before } = await threads.page(asAgency(user), query);
    const opened = { kind: query.kind, id: query.id };
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
          .select({ messageId: messageReads.messageId })
          .from(messageReads)
          .where(and(eq(messageReads.userId, user.id), eq(messageReads.conversationId, row.id))),
        db
          .select()
          .from(messageDrafts)
          .where(and(eq(messageDrafts.userId, user.id), eq(messageDrafts.conversationId, row.id))),
        getName(),
      ]);
      return {
        recipients,
        lastReadId: read?.messageId ?? null,
        draft: { text: draft?.text ?? '', fileIds: draft?.fileIds ?? [] },
        values: {
          firstName: lead.name,
          name: lead.name,
          service: lead.title ?? (kind === 'quote' ? lead.about : ''),
          // The link is inserted when the email is sent, so that the link is stored nowhere else.
          link: kind === 'message' ? '' : linkPlaceholder,
          agency,
        },
      };
    },

    edit: (user: CurrentUser, change: RecordRef & { text: string }) =>
      threads.edit(asAgency(user), change),

    remove: (user: CurrentUser, message: RecordRef) => threads.remove(asAgency(user), message),

    markRead: (user: CurrentUser, mark: RecordRef & { messageId: number }) =>
      threads.markRead(asAgency(user), mark),

    saveDraft: (user: CurrentUser, draft: RecordRef & MessageDraft) =>
      threads.saveDraft(asAgency(user), draft),

    async setOwner(actor: Actor, change: OwnerChange): Promise<{ id: number }> {
      await setOwner(db, mailer, actor, change);
      return { id: change.id };
    },

    /** Returns the conversation for REST callers, oldest message first. */
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

const fromOf = ({ origin, byAgency }: AdminMessage): LeadMessage['from'] => {
  if (origin === 'unverified') return 'unverified';
  if (origin === 'automatic') return 'system';
  return byAgency ? 'agency' : 'client';
};

/** Returns a message as REST callers read it. */
export const toLeadMessage = (
  message: Omit<ConversationMessage, 'address' | 'deliveryReason'>,
): LeadMessage => {
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
