import { and, desc, type SQL } from 'drizzle-orm';

import type { OwnProposal } from '~/contract/proposals/proposals-schema';
import type { Database } from '~/server/platform/db/client';
import { proposals } from '~/server/platform/db/schema/proposals';
import { isNotDeleted, toOwnProposal } from './proposals.rows';

const shownMax = 20;

/** Returns the newest proposals for a lead, including drafts. @param today the agency's date */
export async function proposalsOfLead(
  db: Pick<Database, 'select'>,
  ofLead: SQL,
  today: string,
): Promise<OwnProposal[]> {
  const rows = await db
    .select()
    .from(proposals)
    .where(and(ofLead, isNotDeleted))
    .orderBy(desc(proposals.id))
    .limit(shownMax);
  return rows.map((row) => toOwnProposal(row, today));
}
