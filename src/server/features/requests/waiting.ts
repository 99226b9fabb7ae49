import { sql } from 'drizzle-orm';

import { serviceRequests } from '~/server/platform/db/schema/requests';

/** Whether the client has the last word. A finished request is owed no answer within a time, whatever was written last. */
export const isClientWaiting = sql`(${serviceRequests.unansweredSince} is not null
  and ${serviceRequests.status} in ('pending', 'in_progress'))`;
