import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { CompanyRight } from '~/contract/companies/companies';
import { invoices } from '~/server/platform/db/schema/invoices';
import { proposals } from '~/server/platform/db/schema/proposals';
import { recurringInvoices } from '~/server/platform/db/schema/recurring-invoices';
import { serviceRequests } from '~/server/platform/db/schema/requests';

/** Returns the name of a company in the audit log. */
export const aboutCompany = (id: number) => `company:${id}`;

/** Reason for pausing a recurring invoice of a company. */
export const nobodyMayPay =
  'Nobody in the company may see its invoices. Please give a member that right, or enter an email of the company';

/** Addressee of a record. */
interface Addressee {
  /** Name of the member or client; empty if unknown. */
  name: string;
  email: string;
}

export interface CompanyRecordKind {
  table: PgTable & {
    id: AnyPgColumn;
    userId: AnyPgColumn;
    companyId: AnyPgColumn;
    broughtById: AnyPgColumn;
  };
  /** Prefix of the record in the audit log and in emails, such as 'proposal' in 'proposal:12'. */
  about: string;
  /** Right that a member needs to see the record. */
  right: CompanyRight;
  /**
   * Lower-case email of the client of a record without an account; undefined if every record of this kind has an
   * account.
   */
  clientEmail?: SQL<string>;
  /**
   * Lower-case email that was entered for this record alone: null if none was entered, and empty if the record is sent
   * to nobody. Undefined if no record of this kind has one.
   */
  typedEmail?: SQL<string | null>;
  /**
   * Column assignments that replace the entered email of a record. Null removes the email, so that the record uses the
   * email of its owner or company.
   */
  retyped?(email: string | null): SQL;
  /** Column assignments for records that nobody may receive. */
  unreceived?: SQL;
  /**
   * Column assignments that address the record to another client; empty if the record identifies its client by account
   * only.
   */
  addressed(to: Addressee): SQL[];
}

const withEmail = (buyer: SQL, email: string) =>
  sql`jsonb_set(${buyer}, '{email}', to_jsonb(${email}::text), false)`;

const typedIn = (overrides: AnyPgColumn) => sql<string | null>`lower(${overrides} ->> 'email')`;

/**
 * All kinds of records that a company can have, in the order in which they are locked. Joining, leaving, merging and the
 * deletion of an account use this list. Dependent data, such as messages, files and testimonials, follows the record.
 */
export const companyRecords = {
  recurringInvoices: {
    table: recurringInvoices,
    about: 'recurring_invoice',
    right: 'invoices',
    clientEmail: sql`${recurringInvoices.clientEmail}`,
    typedEmail: typedIn(recurringInvoices.buyer),
    retyped: (email) =>
      email === null
        ? sql`buyer = nullif(buyer - 'email', '{}'::jsonb)`
        : sql`buyer = ${withEmail(sql`buyer`, email)}`,
    unreceived: sql`pause_reason = case when paused_at is null then ${nobodyMayPay} else pause_reason end,
      paused_at = coalesce(paused_at, now())`,
    addressed: ({ name, email }) => [
      sql`client_email = ${email}`,
      sql`client_name = case when buyer is null and ${name} <> '' then ${name} else client_name end`,
      sql`updated_at = now()`,
    ],
  },
  proposals: {
    table: proposals,
    about: 'proposal',
    right: 'invoices',
    clientEmail: sql`lower(${proposals.clientEmail})`,
    addressed: ({ email }) => [
      sql`client_email = ${email}`,
      // The content of a proposal that was sent does not change.
      sql`content = case when status = 'draft' and lower(content #>> '{client,email}') = lower(client_email)
        then jsonb_set(content, '{client,email}', to_jsonb(${email}::text)) else content end`,
      sql`updated_at = now()`,
    ],
  },
  invoices: {
    table: invoices,
    about: 'invoice',
    right: 'invoices',
    clientEmail: sql`${invoices.clientEmail}`,
    typedEmail: typedIn(invoices.buyerOverrides),
    retyped: (email) =>
      email === null
        ? sql`buyer_overrides = buyer_overrides - 'email'`
        : sql`buyer_overrides = ${withEmail(sql`buyer_overrides`, email)}`,
    addressed: ({ email }) => [
      sql`client_email = ${email}`,
      // The buyer of an issued invoice does not change.
      sql`buyer = case when status = 'draft' then ${withEmail(sql`buyer`, email)} else buyer end`,
      sql`updated_at = now()`,
    ],
  },
  requests: {
    table: serviceRequests,
    about: 'request',
    right: 'requests',
    addressed: () => [],
  },
} satisfies Record<string, CompanyRecordKind>;

export type CompanyRecordName = keyof typeof companyRecords;

/** Ids of records by kind, in the format of the audit log. */
export type RecordIds = Record<CompanyRecordName, number[]>;

const allKinds: [CompanyRecordName, CompanyRecordKind][] = Object.entries(companyRecords) as never;

/** Calls a function for each kind of record, one after the other, in locking order. */
export async function forEachKind<Result>(
  call: (kind: CompanyRecordKind, name: CompanyRecordName) => Promise<Result>,
): Promise<Record<CompanyRecordName, Result>> {
  const results: [CompanyRecordName, Result][] = [];
  for (const [name, kind] of allKinds) results.push([name, await call(kind, name)]);
  return Object.fromEntries(results) as Record<CompanyRecordName, Result>;
}

/** True for records that were sent to an email before it had an account. */
export const isUnclaimed = ({ table, clientEmail }: CompanyRecordKind, email: string) =>
  clientEmail && and(isNull(table.userId), eq(clientEmail, email.toLowerCase()));
