import { sql } from 'drizzle-orm';

import { isUnanswered } from '~/server/features/conversations/conversations.service';
import { hasConversation, isOwed } from '~/server/features/conversations/due-times';
import { serviceRequests } from '~/server/platform/db/schema/requests';

/** Matches requests whose last message is the client's. Finished requests need no reply, even if the client wrote last. */
export const isClientWaiting = hasConversation(
  { kind: 'request', id: serviceRequests.id },
  sql`${isOwed} and ${isUnanswered}`,
);
