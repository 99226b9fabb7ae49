import { and, desc, eq, gt, isNotNull, or, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { mails } from '~/server/platform/db/schema/mail';

const listedMax = 20;
const recentDays = 7;

const isUndelivered = or(isNotNull(mails.deadAt), isNotNull(mails.bouncedAt));
const reason = sql<string>`coalesce(nullif(${mails.bounceReason}, ''), ${mails.lastError})`;

/** Lists emails about a record that no server accepted, or that a server returned, newest first. */
export async function undeliveredAbout(db: Pick<Database, 'select'>, about: string) {
  const rows = await db
    .select({ id: mails.id, to: mails.to, reason, createdAt: mails.createdAt })
    .from(mails)
    .where(and(eq(mails.about, about), isUndelivered))
    .orderBy(desc(mails.id))
    .limit(listedMax);
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}

/** Counts undelivered emails of the last seven days, with the reason of the last failure. */
export async function recentlyUndelivered(
  db: Pick<Database, 'select'>,
): Promise<{ count: number; last: string }> {
  const rows = await db
    .select({ to: mails.to, reason })
    .from(mails)
    .where(
      and(isUndelivered, gt(mails.createdAt, sql`now() - make_interval(days => ${recentDays})`)),
    )
    .orderBy(desc(mails.id));
  const [last] = rows;
  return { count: rows.length, last: last ? `${last.to}: ${last.reason}` : '' };
}
