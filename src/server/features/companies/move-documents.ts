import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import type { MovedWithEmail } from '~/server/platform/db/schema/identity';
import { changedIds } from './brought-records';
import { type CompanyRecordKind, companyRecords } from './company-records';
import type { Transaction } from './locks';

type DocumentIds = Pick<MovedWithEmail, 'proposals' | 'invoices' | 'recurringInvoices'>;

export const isOneOf = (email: SQL | AnyPgColumn, emails: readonly string[]): SQL =>
  sql`lower(${email}) = any(${sql.param(emails)}::text[])`;

/** Client's name on a document. */
const clientNames: Record<keyof DocumentIds, SQL> = {
  proposals: sql`content #>> '{client,name}'`,
  invoices: sql`buyer ->> 'name'`,
  recurringInvoices: sql`client_name`,
};

interface AccountMove {
  client: { id: string; companyId: number | null };
  from: readonly string[];
  to: string;
  /** Condition for documents without an account that were the client's: see `isNameThen`. */
  isNamed(name: SQL, createdAt: AnyPgColumn): SQL;
  /**
   * Changes of the email that are being undone: the documents that they moved, and when the first change began. Other
   * documents can contain an undone email only if they were created after that time.
   */
  undone?: { moved: DocumentIds; since: Date } | undefined;
}

/**
 * Updates documents after a change of an account's email. Documents that were sent to the previous email before it had
 * an account become the client's. If the previous email was entered for a document of the client or the company, the
 * new one replaces it. The caller must then call `readdress`.
 *
 * @returns the ids of these documents
 */
export async function moveDocuments(
  tx: Transaction,
  { client, from, to, isNamed, undone }: AccountMove,
): Promise<DocumentIds> {
  const moved: DocumentIds = { proposals: [], invoices: [], recurringInvoices: [] };
  for (const name of ['recurringInvoices', 'proposals', 'invoices'] as const) {
    const {
      table,
      clientEmail,
      typedEmail,
      retyped,
    }: CompanyRecordKind & {
      table: { createdAt: AnyPgColumn };
    } = companyRecords[name];
    if (!undone && clientEmail) {
      const isUnclaimed = and(
        isNull(table.userId),
        isOneOf(clientEmail, from),
        isNamed(clientNames[name], table.createdAt),
      );
      moved[name].push(
        ...(await changedIds(
          tx,
          sql`update ${table} set user_id = ${client.id}, client_email = ${to}, updated_at = now() where ${isUnclaimed}`,
        )),
      );
    }
    if (!typedEmail || !retyped) continue;
    const isTheirs = or(
      eq(table.userId, client.id),
      client.companyId === null ? undefined : eq(table.companyId, client.companyId),
    );
    const isOfThatTime =
      undone &&
      or(
        sql`${table.id} = any(${sql.param(undone.moved[name])}::int[])`,
        sql`${table.createdAt} >= ${undone.since.toISOString()}::timestamptz`,
      );
    moved[name].push(
      ...(await changedIds(
        tx,
        sql`update ${table} set ${retyped(to)} where ${and(isTheirs, isOneOf(typedEmail, from), isOfThatTime)}`,
      )),
    );
  }
  return moved;
}
