import { asc, eq, type SQL, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { quotes } from '~/server/platform/db/schema/quotes';

/**
 * SQL condition for quotes that counts and lists include. Merged quotes are stored, but shown only together with the
 * remaining quote.
 */
export const isNewsQuote = sql`(not is_spam and merged_into is null)`;

/** Returns SQL for the remaining quote: the quote into which a quote was merged, or the quote itself. */
export const standingFor = (quoteId: number): SQL<number> =>
  sql<number>`(select coalesce(standing.merged_into, standing.id) from quotes standing where standing.id = ${quoteId})`;

/** Returns the ids of a quote and of all quotes merged into it. */
export async function idsWithMerged(
  db: Pick<Database, 'select'>,
  quoteId: number,
  /** Excludes merged quotes of another sender. */
  { email }: { email?: string } = {},
): Promise<number[]> {
  const rows = await db
    .select({ id: quotes.id, email: quotes.email })
    .from(quotes)
    .where(eq(quotes.mergedInto, quoteId))
    .orderBy(asc(quotes.id));
  const isTheirs = (row: { email: string }) =>
    email === undefined || row.email.toLowerCase() === email.toLowerCase();
  return [quoteId, ...rows.filter(isTheirs).map(({ id }) => id)];
}

/**
 * SQL condition for quotes that are shown to their sender. Excludes a merged quote if the remaining quote has the same
 * email, unless the merged quote led to a request.
 */
export const isShownToSender = sql`(quotes.merged_into is null
  or exists (select from service_requests work where work.quote_id = quotes.id)
  or not exists (select from quotes kept where kept.id = quotes.merged_into and lower(kept.email) = lower(quotes.email)))`;

/**
 * Returns the quote to show to the holder of a private link. If the quote was merged, returns the remaining quote of
 * the same sender.
 */
export async function quoteOfLink(
  db: Pick<Database, 'select'>,
  id: number,
): Promise<typeof quotes.$inferSelect | undefined> {
  const [row] = await db.select().from(quotes).where(eq(quotes.id, id));
  if (!row?.mergedInto) return row;
  const [kept] = await db.select().from(quotes).where(eq(quotes.id, row.mergedInto));
  return kept && kept.email.toLowerCase() === row.email.toLowerCase() ? kept : row;
}
