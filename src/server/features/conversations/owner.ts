import { eq, sql } from 'drizzle-orm';

import { permissionFor, type RecordRef } from '~/contract/conversations/records';
import { isReachable } from '~/server/features/notifications/notifications.service';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { conversationIdOf, conversations } from '~/server/platform/db/schema/conversations';
import { users } from '~/server/platform/db/schema/identity';
import { quotes } from '~/server/platform/db/schema/quotes';
import { serviceRequests } from '~/server/platform/db/schema/requests';

/** The owner of a conversation, in a query that joins the records with it. */
export const ownerId = sql<
  string | null
>`coalesce(${quotes.ownerId}, ${contactMessages.ownerId}, ${serviceRequests.assigneeId})`;

/**
 * Returns the admin to notify of a message: the owner of the conversation that the record's is part of, if they may read it. Undefined: the
 * agency's own mailbox is notified.
 */
export async function ownerOf(
  tx: Pick<Database, 'select'>,
  ref: RecordRef,
): Promise<typeof users.$inferSelect | undefined> {
  const [owned] = await tx
    .select({ id: ownerId })
    .from(conversations)
    .leftJoin(quotes, eq(quotes.id, conversations.quoteId))
    .leftJoin(contactMessages, eq(contactMessages.id, conversations.contactMessageId))
    .leftJoin(serviceRequests, eq(serviceRequests.id, conversations.requestId))
    .where(
      sql`${conversations.id} = (select coalesce(part.main_id, part.id) from conversations part
        where part.id = ${conversationIdOf(ref)})`,
    );
  if (!owned?.id) return undefined;
  const [owner] = await tx
    .select()
    .from(users)
    .where(isReachable(owned.id, permissionFor(ref.kind, 'read')));
  return owner;
}
