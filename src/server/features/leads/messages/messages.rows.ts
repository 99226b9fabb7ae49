import { eq } from 'drizzle-orm';

import { type AdminMessage, adminMessageSchema } from '~/contract/leads/leads-schema';
import { ownerName } from '~/server/features/leads/owner-name';
import { emitEvent } from '~/server/features/webhooks/emit-event';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { conversations } from '~/server/platform/db/schema/conversations';
import { users } from '~/server/platform/db/schema/identity';

/** Selects contact messages with the state of their conversations. */
export const selectMessages = (db: Pick<Database, 'select'>) =>
  db
    .select({
      lead: contactMessages,
      ownerId: conversations.ownerId,
      ownerName,
      dueAt: conversations.dueAt,
    })
    .from(contactMessages)
    .leftJoin(conversations, eq(conversations.contactMessageId, contactMessages.id))
    .leftJoin(users, eq(users.id, conversations.ownerId))
    .$dynamic();

export type FoundMessage = Awaited<ReturnType<typeof selectMessages>>[number];

/** Returns a contact message as the panel shows it. */
export function toAdminMessage({ lead, ownerId, dueAt }: FoundMessage): AdminMessage {
  const {
    searchText,
    submissionKey,
    submissionDigest,
    createdAt,
    updatedAt,
    firstAnswerAt,
    ...rest
  } = lead;
  return {
    ...rest,
    firstAnswerAt: firstAnswerAt?.toISOString() ?? null,
    ownerId,
    dueAt: dueAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Emits the webhook event for a contact message. */
export const emitContactMessage = (tx: Pick<Database, 'insert' | 'select'>, id: number) =>
  emitEvent(tx, 'contact_message.created', {
    about: `message:${id}`,
    read: async () => {
      const [row] = await selectMessages(tx).where(eq(contactMessages.id, id));
      if (!row) throw new Error('the contact message of an event is missing');
      return adminMessageSchema.parse(toAdminMessage(row));
    },
  });
