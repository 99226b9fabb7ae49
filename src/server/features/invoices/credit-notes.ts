import { eq, inArray, or, type SQL, sql } from 'drizzle-orm';

import { centsToAmount } from '~/contract/common/currencies';
import type { Page } from '~/contract/common/paging';
import type { CreditNoteListRow, CreditNotesList } from '~/contract/invoices/invoices-schema';
import { isOfNamedCompany } from '~/server/features/companies/ownership';
import type { Database } from '~/server/platform/db/client';
import { containing, holds, orderOf, paginate } from '~/server/platform/db/paging';
import { creditNotes } from '~/server/platform/db/schema/credit-notes';
import { invoices } from '~/server/platform/db/schema/invoices';

const sorts = {
  createdAt: creditNotes.createdAt,
  number: creditNotes.number,
  total: creditNotes.totalCents,
};

const holdsNumber = (search: string): SQL =>
  sql`lower(${creditNotes.number}) like ${containing(search)}`;

/**
 * Matches invoices with a credit note whose number contains the text; undefined without a text. Uses an array, so that the
 * text search can use its index.
 */
export const hasCreditNote = (search: string | undefined): SQL | undefined =>
  search
    ? sql`${invoices.id} = any(array(select ${creditNotes.invoiceId} from ${creditNotes} where ${holdsNumber(search)}))`
    : undefined;

/** Searches credit notes by their number, or by the number, client or note of their invoice. */
export async function searchCreditNotes(
  db: Database,
  request: CreditNotesList,
): Promise<Page<CreditNoteListRow>> {
  const { search } = request;
  const ofInvoices = db
    .select({ id: invoices.id })
    .from(invoices)
    .where(or(holds(invoices.searchText, search), isOfNamedCompany(invoices.companyId, search)));
  const page = await paginate(db, request, {
    table: creditNotes,
    status: sql<string>`'issued'`,
    matching: search
      ? or(holdsNumber(search), inArray(creditNotes.invoiceId, ofInvoices))
      : undefined,
    select: ({ where, limit, offset }) =>
      db
        .select({ note: creditNotes, invoice: invoices })
        .from(creditNotes)
        .innerJoin(invoices, eq(invoices.id, creditNotes.invoiceId))
        .where(where)
        .orderBy(...orderOf(request.sort, sorts, creditNotes.id))
        .limit(limit)
        .offset(offset),
  });
  return {
    ...page,
    rows: page.rows.map(({ note, invoice }) => ({
      id: note.id,
      number: note.number,
      invoiceId: invoice.id,
      invoiceNumber: invoice.number ?? '',
      clientName: invoice.clientName,
      reason: note.reason,
      total: centsToAmount(note.totalCents, invoice.currency),
      currency: invoice.currency,
      issueDate: note.issueDate,
      createdAt: note.createdAt.toISOString(),
    })),
  };
}
