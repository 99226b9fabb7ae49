import { sql } from 'drizzle-orm';

import { proposals } from '~/server/platform/db/schema/proposals';

/** Matches proposals that their client can still accept on a day. */
export const waitingOn = (today: string) =>
  sql`(${proposals.status} in ('sent', 'viewed')
    and (${proposals.validUntil} is null or ${proposals.validUntil} >= ${today}))`;
