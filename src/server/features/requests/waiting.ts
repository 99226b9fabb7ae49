import { sql } from 'drizzle-orm';

import { isUnanswered } from '~/server/features/conversations/conversations.service';
import { conversations } from '~/server/platform/db/schema/conversations';
import { serviceRequests } from '~/server/platform/db/schema/requests';

/** Whether the client has the last word. A finished request is owed no answer within a time, also where the client wrote last. */
export const isClientWaiting = sql`(${serviceRequests.status} in ('pending', 'in_progress') and ${serviceRequests.id} in (
  select ${conversations.requestId} from ${conversations} where ${isUnanswered}))`;
