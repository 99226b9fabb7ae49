import { and, asc, desc, eq, sql } from 'drizzle-orm';

import type { UserDetail } from '~/contract/admin/admin-schema';
import { centsToAmount } from '~/contract/common/currencies';
import { openProposalStatuses } from '~/contract/proposals/proposals';
import { isOverdue, remainingCents } from '~/server/features/invoices/invoices.rows';
import { statusOn } from '~/server/features/proposals/proposals.rows';
import type { Database } from '~/server/platform/db/client';
import { companies } from '~/server/platform/db/schema/companies';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { users } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import { proposals } from '~/server/platform/db/schema/proposals';
import { quotes } from '~/server/platform/db/schema/quotes';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { buyerOnRecord } from './billing-profile';
import { isInvoiceTo, isProposalTo, isRequestBy } from './ownership';

/** Maximum number of open records of each kind, the most urgent first. */
const shownMax = 25;

export type ClientRecord = Pick<
  UserDetail,
  'company' | 'phone' | 'owed' | 'openInvoices' | 'openProposals' | 'openRequests' | 'billing'
>;

/**
 * Returns the client's open invoices and proposals, and their profile. For the agency, regardless of who owns the records.
 */
export async function clientRecordOf(
  db: Database,
  client: { id: string; email: string },
  today: string,
): Promise<ClientRecord> {
  const phoneOf = (table: typeof quotes | typeof contactMessages) =>
    db
      .select({ phone: table.phone, createdAt: table.createdAt })
      .from(table)
      .where(and(eq(sql`lower(${table.email})`, client.email), sql`${table.phone} <> ''`))
      .orderBy(desc(table.createdAt))
      .limit(1);
  const [[account], [membership], [quoted], [written], owing, offered, requested, billing] =
    await Promise.all([
      db.select({ phone: users.phone }).from(users).where(eq(users.id, client.id)),
      db
        .select({ id: companies.id, name: companies.name, rights: users.companyRights })
        .from(users)
        .innerJoin(companies, eq(companies.id, users.companyId))
        .where(eq(users.id, client.id)),
      phoneOf(quotes),
      phoneOf(contactMessages),
      db
        .select()
        .from(invoices)
        .where(and(isInvoiceTo(client), eq(invoices.status, 'open')))
        .orderBy(asc(invoices.dueDate), asc(invoices.id)),
      db
        .select()
        .from(proposals)
        .where(and(isProposalTo(client), sql`${proposals.status} in ${openProposalStatuses}`))
        .orderBy(asc(proposals.validUntil), asc(proposals.id))
        .limit(shownMax),
      db
        .select()
        .from(serviceRequests)
        .where(
          and(
            isRequestBy(client.id),
            sql`${serviceRequests.status} not in ('completed', 'cancelled')`,
          ),
        )
        .orderBy(asc(serviceRequests.targetDate), desc(serviceRequests.id))
        .limit(shownMax),
      buyerOnRecord(db, client.id),
    ]);
  const owed = new Map<string, number>();
  for (const row of owing) {
    owed.set(row.currency, (owed.get(row.currency) ?? 0) + remainingCents(row));
  }
  const newest = [quoted, written]
    .flatMap((lead) => (lead ? [lead] : []))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0];
  return {
    company: membership ?? null,
    phone: account?.phone || newest?.phone || '',
    owed: [...owed].map(([currency, cents]) => ({
      currency,
      amount: centsToAmount(cents, currency),
    })),
    openInvoices: owing.slice(0, shownMax).map((row) => ({
      id: row.id,
      number: row.number ?? '',
      remaining: centsToAmount(remainingCents(row), row.currency),
      currency: row.currency,
      dueDate: row.dueDate ?? '',
      isOverdue: isOverdue(row, today),
    })),
    openProposals: offered
      .map((row) => ({
        id: row.id,
        number: row.number,
        title: row.title,
        status: statusOn(today, row),
      }))
      .filter(({ status }) => status !== 'expired'),
    openRequests: requested.map(({ id, title, status, targetDate }) => ({
      id,
      title,
      status,
      targetDate,
    })),
    billing,
  };
}
