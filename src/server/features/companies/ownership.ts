import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import type { CompanyRight } from '~/contract/companies/companies';
import type { Database } from '~/server/platform/db/client';
import { containing, holds } from '~/server/platform/db/paging';
import { payments } from '~/server/platform/db/schema/billing';
import { companies } from '~/server/platform/db/schema/companies';
import { billingProfiles } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import { proposals } from '~/server/platform/db/schema/proposals';
import { type CompanyRecordKind, companyRecords, isUnclaimed } from './company-records';

/** A client, identified by account and verified email. */
export interface Client {
  id: string;
  email: string;
}

/**
 * Selects the company whose records a client may see with a right; null without that right. Used as a part of each limited
 * query, so that a withdrawn right ends with the next query.
 */
const companyWithRight = (clientId: string | SQL, right: CompanyRight) =>
  sql`(select member.company_id from users member
    where member.id = ${clientId} and ${right} = any(member.company_rights))`;

/**
 * True for a client's own records, and for those of a company in which the client has the right. A record of a company
 * belongs only to the company.
 */
const isOwnedBy = (
  { table: { userId, companyId }, right }: CompanyRecordKind,
  clientId: string | SQL,
  unclaimed?: SQL,
) =>
  or(
    and(isNull(companyId), or(eq(userId, clientId), unclaimed)),
    eq(companyId, companyWithRight(clientId, right)),
  );

/** True for requests that a client may see and write in, with their threads, files and streams. */
export const isRequestOf = (clientId: string | SQL) => isOwnedBy(companyRecords.requests, clientId);

const isSeenBy = (kind: CompanyRecordKind, { id, email }: Client) =>
  isOwnedBy(kind, id, isUnclaimed(kind, email));

const isSent = sql`${proposals.status} <> 'draft'`;
const isIssued = sql`${invoices.status} <> 'draft'`;

/** True for proposals sent to a client or the client's company, as the client sees them. */
export const isProposalOf = (client: Client) =>
  and(isSent, isSeenBy(companyRecords.proposals, client));

/** True for issued invoices that a client may see: their own, and those of their company with the right to see them. */
export const isInvoiceOf = (client: Client) =>
  and(isIssued, isSeenBy(companyRecords.invoices, client));

/** True for recurring invoices of a client or the client's company, for an export. */
export const isRecurringInvoiceOf = (client: Client) =>
  isSeenBy(companyRecords.recurringInvoices, client);

/** True for a person's own records, and for those of their current company, but not of a former one. */
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

/** True for a person's requests, regardless of their rights in the company. Only for the agency. */
export const isRequestBy = (clientId: string) => isOfPerson(companyRecords.requests, clientId);

const isSentTo = (kind: CompanyRecordKind, { id, email }: Client) =>
  isOfPerson(kind, id, isUnclaimed(kind, email));

/** True for proposals sent to a person, regardless of their rights in the company. Only for the agency. */
export const isProposalTo = (client: Client) =>
  and(isSent, isSentTo(companyRecords.proposals, client));

/** True for invoices issued to a person, regardless of their rights in the company. Only for the agency. */
export const isInvoiceTo = (client: Client) =>
  and(isIssued, isSentTo(companyRecords.invoices, client));

/** True for recurring invoices to a person, regardless of their rights in the company. Only for the agency. */
export const isRecurringInvoiceTo = (client: Client) =>
  isSentTo(companyRecords.recurringInvoices, client);

/** Company of a client, with their rights in it. */
export interface Membership {
  companyId: number;
  rights: readonly CompanyRight[];
  isManager: boolean;
}

/** Returns the membership of a client. @returns undefined for a client without a company */
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

/**
 * True for a client's payments: of subscriptions, and of invoices that the client may see. Needs two index lookups with
 * few rows each.
 */
export const isPaymentOf = (clientId: string | SQL) =>
  sql`${payments.id} in (
    select own.id from payments own where own.user_id = ${clientId} and own.invoice_id is null
    union all
    select paid.id from invoices bill join payments paid on paid.invoice_id = bill.id
    where (bill.company_id is null and bill.user_id = ${clientId})
      or bill.company_id = ${companyWithRight(clientId, 'invoices')})`;

/**
 * Matches records of companies whose name, email, VAT number or city contains the text; undefined without a text. Uses an
 * array, so that the text search of the records can use its index.
 */
export const isOfNamedCompany = (
  companyId: AnyPgColumn,
  search: string | undefined,
): SQL | undefined =>
  search
    ? sql`${companyId} = any(array(select id from ${companies} where ${holds(companies.searchText, search)}))`
    : undefined;

/** Matches records of people whose billing data names a company that contains the text; undefined without a text. */
export const isBilledTo = (userId: AnyPgColumn, search: string | undefined): SQL | undefined =>
  search
    ? sql`${userId} = any(array(select user_id from ${billingProfiles} where lower(company) like ${containing(search)}))`
    : undefined;
