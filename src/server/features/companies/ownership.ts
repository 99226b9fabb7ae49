import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';

import type { CompanyRight } from '~/contract/companies/companies';
import type { Database } from '~/server/platform/db/client';
import { payments } from '~/server/platform/db/schema/billing';
import { invoices } from '~/server/platform/db/schema/invoices';
import { proposals } from '~/server/platform/db/schema/proposals';
import { type CompanyRecordKind, companyRecords, isUnclaimed } from './company-records';

/** A client, by account and verified email. */
export interface Client {
  id: string;
  email: string;
}

/**
 * The company whose records a client may see with a right; null without it. It is read in the query that it limits: a right that was
 * withdrawn ends with the next query.
 */
const companyWithRight = (clientId: string | SQL, right: CompanyRight) =>
  sql`(select member.company_id from users member
    where member.id = ${clientId} and ${right} = any(member.company_rights))`;

/** What is a client's own, or of the company in which the client has the right. What a company has is nobody's own. */
const isOwnedBy = (
  { table: { userId, companyId }, right }: CompanyRecordKind,
  clientId: string | SQL,
  unclaimed?: SQL,
) =>
  or(
    and(isNull(companyId), or(eq(userId, clientId), unclaimed)),
    eq(companyId, companyWithRight(clientId, right)),
  );

/** The requests that a client may see and write in, with their threads, files and streams. */
export const isRequestOf = (clientId: string | SQL) => isOwnedBy(companyRecords.requests, clientId);

const isSeenBy = (kind: CompanyRecordKind, { id, email }: Client) =>
  isOwnedBy(kind, id, isUnclaimed(kind, email));

const isSent = sql`${proposals.status} <> 'draft'`;
const isIssued = sql`${invoices.status} <> 'draft'`;

/** Proposals that were sent to a client or the client's company: as the client sees them. */
export const isProposalOf = (client: Client) =>
  and(isSent, isSeenBy(companyRecords.proposals, client));

/** Issued invoices of a client or the client's company: as the client sees them. */
export const isInvoiceOf = (client: Client) =>
  and(isIssued, isSeenBy(companyRecords.invoices, client));

/** Recurring invoices of a client or the client's company, as an export lists them. */
export const isRecurringInvoiceOf = (client: Client) =>
  isSeenBy(companyRecords.recurringInvoices, client);

/** What is a person's own, or of the company that they are in: what is of a company that they have left is theirs no more. */
const isOfPerson = (
  { table: { userId, companyId } }: CompanyRecordKind,
  clientId: string,
  unclaimed?: SQL,
) =>
  and(
    or(eq(userId, clientId), unclaimed),
    or(
      isNull(companyId),
      sql`${companyId} = (select member.company_id from users member where member.id = ${clientId})`,
    ),
  );

/** The requests of a person, whatever they may see of their company: for the agency. */
export const isRequestBy = (clientId: string) => isOfPerson(companyRecords.requests, clientId);

const isSentTo = (kind: CompanyRecordKind, { id, email }: Client) =>
  isOfPerson(kind, id, isUnclaimed(kind, email));

/** Proposals that were sent to a person, whatever they may see of their company: for the agency. */
export const isProposalTo = (client: Client) =>
  and(isSent, isSentTo(companyRecords.proposals, client));

/** Invoices that were issued to a person, whatever they may see of their company: for the agency. */
export const isInvoiceTo = (client: Client) =>
  and(isIssued, isSentTo(companyRecords.invoices, client));

/** Whether a client has a company, and what they may see of it. */
export interface Membership {
  companyId: number;
  rights: readonly CompanyRight[];
  isManager: boolean;
}

/** @returns undefined for a client without a company */
export async function membershipOf(
  db: Pick<Database, 'execute'>,
  clientId: string,
): Promise<Membership | undefined> {
  const [row] = await db.execute<{
    companyId: number;
    rights: CompanyRight[];
    isManager: boolean;
  }>(sql`
    select company_id as "companyId", company_rights as rights, is_company_manager as "isManager"
    from users where id = ${clientId} and company_id is not null`);
  return row;
}

/** A client's payments: of subscriptions, and of the invoices that the client may see. Two lookups by index, of few rows each. */
export const isPaymentOf = (clientId: string | SQL) =>
  sql`${payments.id} in (
    select own.id from payments own where own.user_id = ${clientId} and own.invoice_id is null
    union all
    select paid.id from invoices bill join payments paid on paid.invoice_id = bill.id
    where (bill.company_id is null and bill.user_id = ${clientId})
      or bill.company_id = ${companyWithRight(clientId, 'invoices')})`;
