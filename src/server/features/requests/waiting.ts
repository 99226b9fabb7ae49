import { sql } from 'drizzle-orm';

import { serviceRequests } from '~/server/platform/db/schema/requests';

/** Whether the client has the last word. A finished request is owed no answer within a time, also where the client wrote last. */
export const isClientWaiting = sql`(${serviceRequests.unansweredSince} is not null
  and ${serviceRequests.status} in ('pending', 'in_progress'))`;
