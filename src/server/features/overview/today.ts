import { and, count, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { Sums, Today } from '~/contract/admin/today-schema';
import { centsToAmount } from '~/contract/common/currencies';
import { dateIn } from '~/contract/common/dates';
import { may, type PermissionHolder } from '~/contract/identity/permissions';
import type { LeadKind } from '~/contract/leads/response-times-schema';
import { isOverdue } from '~/server/features/conversations/due-times';
import {
  isOverpaid,
  isReady,
  overdueOn,
  overpaidOfRow,
  remainingOfRow,
} from '~/server/features/invoices/invoices.rows';
import { waitingOn } from '~/server/features/proposals/waiting';
import { isOpen as isOpenChange } from '~/server/features/proposed-changes/proposed-changes.service';
import { isClientWaiting } from '~/server/features/requests/waiting';
import type { Database } from '~/server/platform/db/client';
import { conversations } from '~/server/platform/db/schema/conversations';
import { invoices } from '~/server/platform/db/schema/invoices';
import { proposals } from '~/server/platform/db/schema/proposals';
import { proposedChanges } from '~/server/platform/db/schema/proposed-changes';
import { serviceRequests } from '~/server/platform/db/schema/requests';

/** Returns the first and last day of the month that contains a day. */
export function monthOf(today: string): { from: string; to: string } {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const prefix = today.slice(0, 8);
  return { from: `${prefix}01`, to: `${prefix}${String(last).padStart(2, '0')}` };
}

/**
 * Counts today's open tasks. Each figure has the same condition as the filter of the list to which
 * it links.
 */
export function createToday(db: Database, { getTimeZone }: { getTimeZone(): Promise<string> }) {
  async function countOf(table: PgTable, where: SQL | undefined): Promise<number> {
    const [row] = await db.select({ rows: count() }).from(table).where(where);
    return row?.rows ?? 0;
  }

  async function sumsOf(
    table: PgTable,
    of: { currency: PgColumn; cents: PgColumn | SQL<number>; where: SQL | undefined },
  ): Promise<Sums> {
    const rows = await db
      .select({
        currency: sql<string>`${of.currency}`,
        rows: count(),
        cents: sql<string>`sum(${of.cents})`,
      })
      .from(table)
      .where(of.where)
      .groupBy(of.currency)
      .orderBy(of.currency);
    return {
      count: rows.reduce((sum, row) => sum + row.rows, 0),
      sums: rows.map(({ currency, cents }) => ({
        currency,
        amount: centsToAmount(Number(cents), currency),
      })),
    };
  }

  const owed = (where: SQL | undefined) =>
    sumsOf(invoices, { currency: invoices.currency, cents: remainingOfRow, where });

  async function money(today: string) {
    const { from, to } = monthOf(today);
    const isOpen = eq(invoices.status, 'open');
    const { currency, totalCents: cents } = invoices;
    const [overdue, open, dueThisMonth, ready, overpaid] = await Promise.all([
      owed(overdueOn(today)),
      owed(isOpen),
      owed(and(isOpen, gte(invoices.dueDate, from), lte(invoices.dueDate, to))),
      sumsOf(invoices, { currency, cents, where: isReady }),
      sumsOf(invoices, { currency, cents: overpaidOfRow, where: isOverpaid }),
    ]);
    return { overdue, open, dueThisMonth, ready, overpaid, monthFrom: from, monthTo: to };
  }

  return {
    async today(viewer: PermissionHolder): Promise<Today> {
      const today = dateIn(await getTimeZone(), new Date());
      const overdue = (kind: LeadKind) =>
        countOf(conversations, and(eq(conversations.kind, kind), isOverdue));
      const answers = async () => ({
        quotes: await overdue('quote'),
        messages: await overdue('message'),
      });
      const offered = () => {
        const { currency, totalCents: cents } = proposals;
        return sumsOf(proposals, { currency, cents, where: waitingOn(today) });
      };
      const [answered, clientsWaiting, waiting, sums, changes] = await Promise.all([
        may(viewer, 'leads.read') ? answers() : null,
        may(viewer, 'requests.read') ? countOf(serviceRequests, isClientWaiting) : null,
        may(viewer, 'proposals.read') ? offered() : null,
        may(viewer, 'invoices.read') ? money(today) : null,
        may(viewer, 'apiKeys.read') ? countOf(proposedChanges, isOpenChange) : null,
      ]);
      return {
        ...{ answers: answered, clientsWaiting, proposals: waiting, invoices: sums },
        proposedChanges: changes,
      };
    },
  };
}
