import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { AppError } from '~/contract/common/errors';
import type { RecordRef } from '~/contract/conversations/records';
import { reachableEmail } from '~/server/features/companies/recipients';
import { ownerName } from '~/server/features/leads/owner-name';
import { isNotDeleted } from '~/server/features/proposals/proposals.rows';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { conversations, isConversationOf } from '~/server/platform/db/schema/conversations';
import { users } from '~/server/platform/db/schema/identity';
import { proposals } from '~/server/platform/db/schema/proposals';
import { quotes } from '~/server/platform/db/schema/quotes';
import { serviceRequests } from '~/server/platform/db/schema/requests';

const detailsMax = 2_000;

const clients = alias(users, 'clients');

/** Selects conversations of any kind of record, with their assigned admins and texts of their records. */
export const selectConversations = (db: Pick<Database, 'select'>) =>
  db
    .select({
      row: conversations,
      kind: conversations.kind,
      id: conversations.recordId,
      owner: ownerName,
      spamReason: sql<string | null>`coalesce(${quotes.spamReason}, ${contactMessages.spamReason})`,
      /** Name and address of the client. */
      name: sql<string>`coalesce(${quotes.name}, ${proposals.clientName},
        ${contactMessages.firstName} || ' ' || ${contactMessages.lastName}, concat_ws(' ', ${clients.firstName}, ${clients.lastName}))`,
      email: sql<string>`coalesce(${quotes.email}, ${contactMessages.email}, ${reachableEmail}, ${clients.email}, '')`,
      /** Service, subject or title of the record. */
      about: sql<string>`coalesce(${quotes.serviceName}, nullif(${contactMessages.subject}, ''), ${contactMessages.service},
        ${serviceRequests.title}, ${proposals.number} || ' ' || ${proposals.title})`,
      /** Beginning of the client's first text; empty for a proposal. */
      details: sql<string>`left(coalesce(${quotes.projectDetails}, ${contactMessages.message}, ${serviceRequests.description}, ''), ${detailsMax})`,
      status: sql<string>`coalesce(${quotes.status}::text, ${contactMessages.status}::text, ${serviceRequests.status}::text, ${proposals.status}::text)`,
      /** Quote into which the record was merged. */
      mergedInto: quotes.mergedInto,
      /** True if the data of the request's client was deleted. */
      isErased: sql<boolean>`${clients.deletedAt} is not null`,
      /** Number of a proposal. */
      number: proposals.number,
      title: proposals.title,
    })
    .from(conversations)
    .leftJoin(quotes, eq(quotes.id, conversations.quoteId))
    .leftJoin(contactMessages, eq(contactMessages.id, conversations.contactMessageId))
    .leftJoin(serviceRequests, eq(serviceRequests.id, conversations.requestId))
    .leftJoin(clients, eq(clients.id, serviceRequests.userId))
    .leftJoin(proposals, eq(proposals.id, conversations.proposalId))
    .leftJoin(users, eq(users.id, conversations.ownerId))
    .$dynamic();

export type FoundConversation = Awaited<ReturnType<typeof selectConversations>>[number];

const nouns = { quote: 'Quote', message: 'Message', request: 'Request', proposal: 'Proposal' };

/** Returns the conversation about a record. @throws NOT_FOUND if there is none */
export async function findConversation(
  db: Pick<Database, 'select'>,
  ref: RecordRef,
): Promise<FoundConversation> {
  const [found] = await selectConversations(db).where(and(isConversationOf(ref), isNotDeleted));
  if (!found) throw new AppError('NOT_FOUND', `${nouns[ref.kind]} not found`);
  return found;
}

const tables = {
  quote: quotes,
  message: contactMessages,
  request: serviceRequests,
  proposal: proposals,
};

/** Returns the conversation with its record locked until the end of the transaction. */
export async function lockRecord(
  tx: Pick<Database, 'select' | 'execute'>,
  ref: RecordRef,
): Promise<FoundConversation> {
  await tx.execute(sql`select from ${tables[ref.kind]} where id = ${ref.id} for update`);
  return findConversation(tx, ref);
}
