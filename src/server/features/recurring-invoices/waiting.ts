import { and, asc, eq, isNotNull, ne, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { missedInvoices, recurringInvoices } from '~/server/platform/db/schema/recurring-invoices';

/** Maximum number of clients named in a sentence. */
const namedMax = 5;

export interface Waiting {
  /** Number of missed invoices. */
  missed: number;
  sums: { cents: number; currency: string }[];
  clients: string[];
  /** Number of clients that are not named. */
  others: number;
  /** Recurring invoices that were paused because an invoice could not be created. */
  paused: { clientName: string; reason: string }[];
}

/**
 * Summarizes the recurring invoices that need an admin: to decide about missed invoices, or to
 * solve the reason for a pause.
 */
export async function readWaiting(db: Pick<Database, 'select'>): Promise<Waiting> {
  const { clientName, currency, pauseReason } = recurringInvoices;
  const [sums, clients, paused] = await Promise.all([
    db
      .select({
        currency,
        count: sql<number>`count(*)::int`,
        cents: sql<string>`sum(${recurringInvoices.totalCents})`,
      })
      .from(missedInvoices)
      .innerJoin(recurringInvoices, eq(recurringInvoices.id, missedInvoices.recurringInvoiceId))
      .groupBy(currency)
      .orderBy(currency),
    db
      .select({ clientName })
      .from(missedInvoices)
      .innerJoin(recurringInvoices, eq(recurringInvoices.id, missedInvoices.recurringInvoiceId))
      .groupBy(clientName)
      .orderBy(clientName),
    db
      .select({ clientName, reason: pauseReason })
      .from(recurringInvoices)
      .where(
        and(
          isNotNull(recurringInvoices.pausedAt),
          isNotNull(recurringInvoices.nextOn),
          ne(pauseReason, ''),
        ),
      )
      .orderBy(asc(recurringInvoices.id))
      .limit(namedMax),
  ]);
  return {
    missed: sums.reduce((total, { count }) => total + count, 0),
    sums: sums.map(({ cents, ...rest }) => ({ cents: Number(cents), currency: rest.currency })),
    clients: clients.slice(0, namedMax).map((one) => one.clientName),
    others: Math.max(0, clients.length - namedMax),
    paused,
  };
}
