import { and, desc, eq, type SQL } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { type ConversationKind, linkPlaceholder } from '~/contract/conversations/conversations';
import type { LinkedMessage } from '~/contract/conversations/conversations-schema';
import { aboutOf, type RecordRef } from '~/contract/conversations/records';
import type { AdminMessage } from '~/contract/threads/threads-schema';
import type { Client } from '~/server/features/companies/ownership';
import type { DocumentLinks } from '~/server/features/documents/links';
import type { Files, OpenFile } from '~/server/features/files/files.service';
import { quoteOfLink } from '~/server/features/leads/quotes/merged';
import type { Database } from '~/server/platform/db/client';
import { messages } from '~/server/platform/db/schema/messages';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import { clientReader, holderWith, isIn, isOf, partsOf } from './parts';
import { findConversation } from './records';
import type { Threads } from './threads';

/** Maximum number of displayed messages. The newest ones are shown. */
const shownMax = 100;

export interface LinkedText {
  text: string;
  /** Idempotency key: a repeated reply with the same key stores nothing. */
  key?: string | undefined;
}

/** Conversations for the holders of private links and the clients of proposals. */
export function createLinkedConversation(
  db: Database,
  {
    threads,
    links,
    files,
    rateLimits,
  }: {
    threads: Pick<Threads, 'send'>;
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

  /** Returns the condition for the messages that a private link shows. */
  async function shownAt(ref: RecordRef): Promise<SQL> {
    if (ref.kind !== 'quote') return isOf(messages.conversationId, ref);
    // Omits messages that were written to another address: after a merge, the quote's sender may be another person.
    const { email } = await findConversation(db, ref);
    return isIn(await partsOf(db, ref, holderWith(email)));
  }

  const list = async (quoteId: number): Promise<LinkedMessage[]> =>
    read(await shownAt({ kind: 'quote', id: quoteId }));

  /**
   * Stores a message.
   *
   * @param message.name author, if not the person whom the record names
   */
  async function write(
    ref: RecordRef & { kind: 'quote' | 'proposal' },
    { name, ...message }: LinkedText & { name?: string | undefined },
  ): Promise<AdminMessage> {
    await rateLimits.consume('linkMessages', aboutOf(ref));
    return threads.send({ id: null, byAgency: false, name }, { ...ref, ...message });
  }

  return {
    list,
    write,

    async answer({ token, ...message }: LinkedText & { token: string }): Promise<LinkedMessage[]> {
      const id = await quoteOf(token);
      await write({ kind: 'quote', id }, message);
      return list(id);
    },

    /** Returns a file of the conversation, for the holder of a private link. @throws NOT_FOUND */
    async openFile(kind: ConversationKind, token: string, fileId: number): Promise<OpenFile> {
      const id = kind === 'quote' ? await quoteOf(token) : await links.find(kind, token);
      if (id === undefined) throw new AppError('NOT_FOUND', 'File not found');
      return files.openOf(await shownAt({ kind, id }), fileId);
    },

    /** Returns only messages about one proposal, because its link may be forwarded. */
    ofProposal: async (id: number): Promise<LinkedMessage[]> =>
      read(await shownAt({ kind: 'proposal', id })),

    /**
     * Returns the messages for a client who can see the proposal. Includes the conversation of the lead if it is the
     * client's own.
     */
    async ofOwnProposal(client: Client, { id }: { id: number }): Promise<LinkedMessage[]> {
      return read(isIn(await partsOf(db, { kind: 'proposal', id }, clientReader(client))));
    },
  };
}

export type LinkedConversation = ReturnType<typeof createLinkedConversation>;
