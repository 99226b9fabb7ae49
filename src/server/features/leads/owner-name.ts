import { sql } from 'drizzle-orm';

import { users } from '~/server/platform/db/schema/identity';

/**
 * SQL for the name of the admin to whom a lead is assigned, in a query that joins users. Null if unassigned, so that
 * such leads are sorted last.
 */
export const ownerName = sql<string | null>`case when ${users.id} is not null
  then concat_ws(' ', ${users.firstName}, ${users.lastName}) end`;
