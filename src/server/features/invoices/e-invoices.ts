import type { FrozenSeller, Printed } from '~/contract/documents/documents-schema';
import { eInvoiceSyntaxes } from '~/contract/invoices/invoices';
import type { EInvoice } from '~/contract/invoices/invoices-schema';
import type { DocumentContext } from '~/server/features/documents/context';
import { missingFor } from '~/server/features/documents/e-invoice/conformance';
import type { EInvoiceContent } from '~/server/features/documents/e-invoice/e-invoice-content';
import { printedOf } from '~/server/features/documents/printed';
import type { creditNotes } from '~/server/platform/db/schema/credit-notes';
import type { invoices } from '~/server/platform/db/schema/invoices';

type InvoiceRow = typeof invoices.$inferSelect;
type CreditNoteRow = typeof creditNotes.$inferSelect;

/** Seller of a draft, if the settings name none. */
export const noSeller: FrozenSeller = {
  name: '',
  email: '',
  phone: '',
  address: [],
  city: '',
  postcode: '',
  country: '',
  taxNumber: '',
};

/** Columns of a draft that the document shows. */
type DraftContent = Pick<
  InvoiceRow,
  | 'number'
  | 'dueDate'
  | 'serviceDate'
  | 'serviceFrom'
  | 'serviceTo'
  | 'buyer'
  | 'items'
  | 'totals'
  | 'totalCents'
  | 'currency'
  | 'note'
  | 'stripeInvoiceId'
>;

/** Returns the structured content of an issued invoice. */
export function contentOfInvoice(
  row: DraftContent & Pick<InvoiceRow, 'issueDate' | 'seller' | 'printed'>,
): EInvoiceContent {
  return {
    kind: 'invoice',
    number: row.number ?? '',
    issueDate: row.issueDate ?? '',
    dueDate: row.dueDate,
    serviceDate: row.serviceDate,
    serviceFrom: row.serviceFrom,
    serviceTo: row.serviceTo,
    seller: row.seller ?? noSeller,
    buyer: row.buyer,
    items: row.items,
    taxes: row.totals.taxes,
    discountCents: row.totals.discountCents,
    currency: row.currency,
    note: row.note,
    printed: row.printed,
    corrects: null,
    // The invoice of a plan was already paid when it was issued. Later payments do not change documents.
    paidCents: row.stripeInvoiceId ? row.totalCents : 0,
  };
}

/** Returns the structured content of a draft as it would be issued now. */
export function contentOfDraft(row: DraftContent, context: DocumentContext): EInvoiceContent {
  const printed: Printed = printedOf(row.totals, context);
  const { today, seller } = context;
  return contentOfInvoice({ ...row, issueDate: today, seller, printed });
}

/** Returns the structured content of a credit note. */
export function contentOfNote(note: CreditNoteRow, invoice: InvoiceRow): EInvoiceContent {
  return {
    ...contentOfInvoice(invoice),
    kind: 'credit note',
    number: note.number,
    issueDate: note.issueDate,
    dueDate: null,
    seller: note.seller,
    items: note.items,
    taxes: note.totals.taxes,
    discountCents: note.totals.discountCents,
    note: note.reason,
    printed: note.printed,
    corrects: { number: invoice.number ?? '', issueDate: invoice.issueDate ?? '' },
    paidCents: 0,
  };
}

/** Returns whether a document is a structured invoice, or which data is missing for one. */
export function eInvoiceOf(content: EInvoiceContent): EInvoice {
  const missing = missingFor(content);
  return missing.length > 0
    ? { valid: false, missing }
    : { valid: true, syntaxes: [...eInvoiceSyntaxes] };
}

export const syntaxesOf = (content: EInvoiceContent) => {
  const shown = eInvoiceOf(content);
  return shown.valid ? shown.syntaxes : [];
};
