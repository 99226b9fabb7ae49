import { and, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { RecordRef } from '~/contract/conversations/records';
import { type Client, isProposalOf } from '~/server/features/companies/ownership';
import { reachableEmail } from '~/server/features/companies/recipients';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import {
  conversationIdOf,
  conversations,
  isConversationOf,
} from '~/server/platform/db/schema/conversations';
import { messages } from '~/server/platform/db/schema/messages';
import { proposals } from '~/server/platform/db/schema/proposals';
import { quotes } from '~/server/platform/db/schema/quotes';
import { serviceRequests } from '~/server/platform/db/schema/requests';

type Reader = Pick<Database, 'select'>;

/**
 * Matches rows that belong to the conversation about a record, such as messages, drafts and read marks. `column` is
 * their reference to the conversation.
 */
export const isOf = (column: PgColumn, ref: RecordRef): SQL =>
  sql`${column} = ${conversationIdOf(ref)}`;

/** Columns with the record of a row's conversation, for a query that joins `conversations`. */
export const refColumns = { kind: conversations.kind, id: conversations.recordId };

/** A message with its record. */
export type MessageRow = typeof messages.$inferSelect & { ref: RecordRef };

/** Selects messages with their records. */
export const selectMessages = (db: Reader) =>
  db
    .select({ ...getTableColumns(messages), ref: refColumns })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId));

/** Conditions for the parts of a conversation that a reader outside the agency may see. */
export interface LimitedReader {
  /** Email of the reader. They may read leads with this email. */
  email: string;
  /** Condition for proposals about which the reader may read messages. */
  isVisibleProposal: SQL | undefined;
}

/** Returns the conditions for a signed-in client, who may not be the client of the record. */
export const clientReader = (client: Client): LimitedReader => ({
  email: client.email,
  isVisibleProposal: isProposalOf(client),
});

/** Returns the conditions for the holder of a private link that was sent to an email. */
export const holderWith = (email: string): LimitedReader => ({
  email,
  isVisibleProposal: eq(sql`lower(${reachableEmail})`, email.toLowerCase()),
});

/** A conversation that is shown within another one. Each message stays with the record about which it was written. */
export interface Part extends RecordRef {
  conversationId: number;
}

/**
 * Matches leads or proposals about which a reader outside the agency can read messages, for a query that joins
 * `conversations`.
 */
export const isVisibleTo = ({ email, isVisibleProposal }: LimitedReader): SQL => {
  const address = email.toLowerCase();
  return sql`(
    ${conversations.quoteId} in (select ${quotes.id} from ${quotes} where lower(${quotes.email}) = ${address})
    or ${conversations.contactMessageId} in (
      select ${contactMessages.id} from ${contactMessages} where lower(${contactMessages.email}) = ${address})
    or ${conversations.proposalId} in (select ${proposals.id} from ${proposals} where ${isVisibleProposal}))`;
};

/**
 * Returns the conversations that are shown in the thread of a record. For a lead or a proposal,
 * these are the conversations of the lead, of the quotes merged into it, and of its proposals. For
 * a request, these are also the conversations of the quote or proposal that it came from.
 *
 * @param reader undefined for the agency. A client can always read messages about the request or
 * proposal that they opened.
 */
export async function partsOf(db: Reader, ref: RecordRef, reader?: LimitedReader): Promise<Part[]> {
  const isBeforeRequest =
    ref.kind === 'request'
      ? sql`${conversations.quoteId} = (select ${serviceRequests.quoteId} from ${serviceRequests} where ${serviceRequests.id} = ${ref.id})
          or ${conversations.proposalId} = any(array(
            select ${proposals.id} from ${proposals} where ${proposals.requestId} = ${ref.id}))`
      : undefined;
  const roots = await db
    .select({ id: sql<number>`coalesce(${conversations.mainId}, ${conversations.id})` })
    .from(conversations)
    .where(or(isConversationOf(ref), isBeforeRequest));
  if (roots.length === 0) return [];
  const ids = roots.map(({ id }) => id);
  const isOwn =
    ref.kind === 'request' || ref.kind === 'proposal' ? isConversationOf(ref) : undefined;
  return db
    .select({
      conversationId: conversations.id,
      ...refColumns,
    })
    .from(conversations)
    .where(
      and(
        or(inArray(conversations.id, ids), inArray(conversations.mainId, ids)),
        reader && or(isOwn, isVisibleTo(reader)),
      ),
    );
}

/** Matches the messages of these conversations. */
export const isIn = (parts: readonly Part[]): SQL =>
  parts.length > 0
    ? inArray(
        messages.conversationId,
        parts.map(({ conversationId }) => conversationId),
      )
    : sql`false`;
