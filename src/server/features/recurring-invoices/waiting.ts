import { and, asc, eq, isNotNull, ne, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { missedInvoices, recurringInvoices } from '~/server/platform/db/schema/recurring-invoices';

/** Clients that a sentence names. */
const namedMax = 5;

export interface Waiting {
  /** Invoices that were not made in time. */
  missed: number;
  sums: { cents: number; currency: string }[];
  clients: string[];
  /** How many clients there are beyond those. */
  others: number;
  /** Those that were paused since an invoice could not be made. */
  paused: { clientName: string; reason: string }[];
}

/** What recurring invoices wait for: a decision about those that were missed, and what stands in the way of others. */
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
