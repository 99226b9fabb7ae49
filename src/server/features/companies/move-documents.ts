import { and, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import { revokeDocumentLinks } from '~/server/features/documents/links';
import type { MovedWithEmail } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import { proposals } from '~/server/platform/db/schema/proposals';
import { recurringInvoices } from '~/server/platform/db/schema/recurring-invoices';
import type { Transaction } from './locks';

type DocumentIds = Pick<MovedWithEmail, 'proposals' | 'invoices' | 'recurringInvoices'>;

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

export const isOneOf = (email: SQL | AnyPgColumn, emails: readonly string[]): SQL =>
  sql`lower(${email}) = any(${sql.param(emails)}::text[])`;

type DocumentTable = typeof proposals | typeof invoices | typeof recurringInvoices;

interface DocumentMove {
  /** Condition for the documents that move: those of a client, or of a company. */
  owns(table: DocumentTable, name: SQL): SQL | undefined;
  /** Ids of documents that move regardless of their current state. */
  ids?: DocumentIds | undefined;
  from: readonly string[];
  to: string;
  /** Client for documents that have no account yet. */
  userId?: string;
}

/**
 * Addresses documents to another email, and revokes their links. Data on issued documents does not change.
 *
 * @returns the ids of the documents, and their names for `renewLinks`
 */
export async function moveDocuments(
  tx: Transaction,
  { owns, ids, from, to, userId }: DocumentMove,
): Promise<{ moved: DocumentIds; unlinked: string[] }> {
  const toJson = sql`to_jsonb(${to}::text)`;
  const is = (table: DocumentTable, name: SQL, known: number[] | undefined) =>
    and(isOneOf(table.clientEmail, from), or(known && inArray(table.id, known), owns(table, name)));
  const ofClient = (table: DocumentTable) =>
    userId === undefined ? {} : { userId: sql`coalesce(${table.userId}, ${userId})` };
  const movedProposals = await tx
    .update(proposals)
    .set({
      ...ofClient(proposals),
      clientEmail: to,
      updatedAt: new Date(),
      content: sql`case when ${proposals.status} = 'draft'
        then jsonb_set(${proposals.content}, '{client,email}', ${toJson}) else ${proposals.content} end`,
    })
    .where(is(proposals, sql`${proposals.content} #>> '{client,name}'`, ids?.proposals))
    .returning({ id: proposals.id });
  const movedInvoices = await tx
    .update(invoices)
    .set({
      ...ofClient(invoices),
      clientEmail: to,
      updatedAt: new Date(),
      buyer: sql`case when ${invoices.status} = 'draft'
        then jsonb_set(${invoices.buyer}, '{email}', ${toJson}) else ${invoices.buyer} end`,
      buyerOverrides: sql`case when lower(${invoices.buyerOverrides} ->> 'email') = ${invoices.clientEmail}
        then ${invoices.buyerOverrides} - 'email' else ${invoices.buyerOverrides} end`,
    })
    .where(is(invoices, sql`${invoices.buyer} ->> 'name'`, ids?.invoices))
    .returning({ id: invoices.id });
  const movedRecurring = await tx
    .update(recurringInvoices)
    .set({
      ...ofClient(recurringInvoices),
      clientEmail: to,
      updatedAt: new Date(),
      // Without an email of its own, the buyer follows the record.
      buyer: sql`jsonb_set(${recurringInvoices.buyer}, '{email}', ${toJson}, false)`,
    })
    .where(is(recurringInvoices, sql`${recurringInvoices.clientName}`, ids?.recurringInvoices))
    .returning({ id: recurringInvoices.id });
  const moved = {
    proposals: idsOf(movedProposals),
    invoices: idsOf(movedInvoices),
    recurringInvoices: idsOf(movedRecurring),
  };
  return { moved, unlinked: await revokeDocumentLinks(tx, moved) };
}
