import { sql } from 'drizzle-orm';

import { isUnanswered } from '~/server/features/conversations/conversations.service';
import { isOwed, recordsWhere } from '~/server/features/conversations/due-times';
import { serviceRequests } from '~/server/platform/db/schema/requests';

/** Whether the client has the last word. A finished request is owed no answer, also where the client wrote last. */
export const isClientWaiting = sql`(${serviceRequests.id} in ${recordsWhere('request', sql`${isOwed} and ${isUnanswered}`)})`;
