import { sql } from 'drizzle-orm';

import { isUnanswered } from '~/server/features/conversations/conversations.service';
import { hasConversation, isOwed } from '~/server/features/conversations/due-times';
import { serviceRequests } from '~/server/platform/db/schema/requests';

/**
 * Matches requests in which the client wrote the last message. Excludes finished requests, because they need no reply.
 */
export const isClientWaiting = hasConversation(
  { kind: 'request', id: serviceRequests.id },
  sql`${isOwed} and ${isUnanswered}`,
);
