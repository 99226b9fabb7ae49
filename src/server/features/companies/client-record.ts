import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';

import type { UserDetail } from '~/contract/admin/admin-schema';
import { centsToAmount } from '~/contract/common/currencies';
import type { OpenRecords } from '~/contract/companies/company-detail-schema';
import { openProposalStatuses } from '~/contract/proposals/proposals';
import { fillIn, periodOf } from '~/contract/recurring-invoices/recurrence';
import { selectConversations } from '~/server/features/conversations/records';
import { isOverdue, remainingCents } from '~/server/features/invoices/invoices.rows';
import { statusOn } from '~/server/features/proposals/proposals.rows';
import {
  recurrenceOf,
  statusInRow,
} from '~/server/features/recurring-invoices/recurring-invoices.rows';
import type { Database } from '~/server/platform/db/client';
import { companies } from '~/server/platform/db/schema/companies';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { conversations } from '~/server/platform/db/schema/conversations';
import { users } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import { proposals } from '~/server/platform/db/schema/proposals';
import { quotes } from '~/server/platform/db/schema/quotes';
import { recurringInvoices } from '~/server/platform/db/schema/recurring-invoices';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { buyerOnRecord } from './billing-profile';
import { isInvoiceTo, isProposalTo, isRecurringInvoiceTo, isRequestBy } from './ownership';

/** Maximum number of open records of each kind, the most urgent first. */
const shownMax = 25;

/** Conditions for the records of a client or a company. */
interface RecordsOf {
  invoices: SQL | undefined;
  recurringInvoices: SQL | undefined;
  proposals: SQL | undefined;
  requests: SQL | undefined;
  /** Lower-case emails of the leads, as a list or a query. */
  emails: SQL;
}

/** Returns the open records of a company, of all its members. */
export const companyOpenRecords = (db: Database, id: number, today: string) =>
  openRecordsOf(db, today, {
    invoices: eq(invoices.companyId, id),
    recurringInvoices: eq(recurringInvoices.companyId, id),
    proposals: eq(proposals.companyId, id),
    requests: eq(serviceRequests.companyId, id),
    emails: sql`(select member.email from users member where member.company_id = ${id})`,
  });

async function openRecordsOf(db: Database, today: string, of: RecordsOf): Promise<OpenRecords> {
  const isOffered = and(
    of.proposals,
    isNull(proposals.deletedAt),
    sql`${proposals.status} in ${openProposalStatuses}`,
  );
  const isRequested = and(
    of.requests,
    sql`${serviceRequests.status} not in ('completed', 'cancelled')`,
  );
  const idsOf = (table: typeof quotes | typeof contactMessages) =>
    db.select({ id: table.id }).from(table).where(sql`lower(${table.email}) in ${of.emails}`);
  const [owing, repeated, offered, requested, discussed] = await Promise.all([
    db
      .select()
      .from(invoices)
      .where(and(of.invoices, eq(invoices.status, 'open')))
      .orderBy(asc(invoices.dueDate), asc(invoices.id)),
    db
      .select({ row: recurringInvoices, status: statusInRow })
      .from(recurringInvoices)
      .where(and(of.recurringInvoices, isNotNull(recurringInvoices.nextOn)))
      .orderBy(asc(recurringInvoices.nextOn), asc(recurringInvoices.id))
      .limit(shownMax),
    db
      .select()
      .from(proposals)
      .where(isOffered)
      .orderBy(asc(proposals.validUntil), asc(proposals.id))
      .limit(shownMax),
    db
      .select()
      .from(serviceRequests)
      .where(isRequested)
      .orderBy(asc(serviceRequests.targetDate), desc(serviceRequests.id))
      .limit(shownMax),
    selectConversations(db)
      .where(
        and(
          isNull(conversations.doneAt),
          isNull(conversations.mainId),
          eq(conversations.isHidden, false),
          or(
            inArray(conversations.quoteId, idsOf(quotes)),
            inArray(conversations.contactMessageId, idsOf(contactMessages)),
            and(
              isNotNull(conversations.waitingSince),
              or(
                inArray(
                  conversations.requestId,
                  db.select({ id: serviceRequests.id }).from(serviceRequests).where(isRequested),
                ),
                inArray(
                  conversations.proposalId,
                  db.select({ id: proposals.id }).from(proposals).where(isOffered),
                ),
              ),
            ),
          ),
        ),
      )
      .orderBy(sql`${conversations.waitingSince} nulls last`, desc(conversations.id))
      .limit(shownMax),
  ]);
  const owed = new Map<string, number>();
  for (const row of owing) {
    owed.set(row.currency, (owed.get(row.currency) ?? 0) + remainingCents(row));
  }
  return {
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
    recurringInvoices: repeated.map(({ row, status }) => ({
      id: row.id,
      about: fillIn(
        row.items[0]?.description ?? '',
        periodOf(recurrenceOf(row), row.nextOn ?? row.startsOn),
      ),
      every: { unit: row.unit, count: row.count },
      total: centsToAmount(row.totalCents, row.currency),
      currency: row.currency,
      status,
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
    conversations: discussed.map(({ kind, id, about, status, row }) => ({
      kind,
      id,
      about,
      status,
      waitingSince: row.waitingSince?.toISOString() ?? null,
    })),
  };
}

export type ClientRecord = Pick<UserDetail, 'company' | 'phone' | 'billing' | keyof OpenRecords>;

/** Returns a client's profile and open records for the agency, regardless of the client's rights in the company. */
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
  const [[account], [membership], [quoted], [written], open, billing] = await Promise.all([
    db.select({ phone: users.phone }).from(users).where(eq(users.id, client.id)),
    db
      .select({ id: companies.id, name: companies.name, rights: users.companyRights })
      .from(users)
      .innerJoin(companies, eq(companies.id, users.companyId))
      .where(eq(users.id, client.id)),
    phoneOf(quotes),
    phoneOf(contactMessages),
    openRecordsOf(db, today, {
      invoices: isInvoiceTo(client),
      recurringInvoices: isRecurringInvoiceTo(client),
      proposals: isProposalTo(client),
      requests: isRequestBy(client.id),
      emails: sql`(${client.email})`,
    }),
    buyerOnRecord(db, client.id),
  ]);
  const newest = [quoted, written]
    .flatMap((lead) => (lead ? [lead] : []))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0];
  return {
    company: membership ?? null,
    phone: account?.phone || newest?.phone || '',
    ...open,
    billing,
  };
}
