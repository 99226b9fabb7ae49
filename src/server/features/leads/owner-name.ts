import { sql } from 'drizzle-orm';

import { users } from '~/server/platform/db/schema/identity';

/** The name of a lead's owner, in a query that joins users; null without one, so that such leads are sorted last. */
export const ownerName = sql<string | null>`case when ${users.id} is not null
  then concat_ws(' ', ${users.firstName}, ${users.lastName}) end`;
