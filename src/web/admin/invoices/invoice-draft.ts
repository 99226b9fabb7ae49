import { type AdminInvoice, newInvoiceSchema } from '~/contract/invoices/invoices-schema';
import {
  changedFields,
  clientFields,
  noSelection,
  type SelectedClient,
  selectionOf,
} from '~/web/admin/documents/client-draft';
import {
  type DiscountDraft,
  discountDraftOf,
  discountOf,
  noDiscount,
} from '~/web/admin/documents/discount-draft';
import {
  billedItems,
  type ItemDraft,
  type ItemTax,
  newItem,
  toItemDrafts,
} from '~/web/admin/documents/item-drafts';

export interface InvoiceDraft extends DiscountDraft, SelectedClient {
  currency: string;
  items: readonly ItemDraft[];
  dueDate: string;
  serviceDate: string;
  serviceFrom: string;
  serviceTo: string;
  scheduledFor: string;
  note: string;
}

export const emptyDraftIn =
  (currency: string) =>
  (tax: ItemTax): InvoiceDraft => ({
    ...noSelection,
    currency,
    ...noDiscount,
    items: [newItem(tax)],
    dueDate: '',
    serviceDate: '',
    serviceFrom: '',
    serviceTo: '',
    scheduledFor: '',
    note: '',
  });

export const draftOf = (invoice: AdminInvoice): InvoiceDraft => ({
  ...selectionOf(invoice.clientId ?? '', invoice.client),
  currency: invoice.currency,
  ...discountDraftOf(invoice.discount),
  items: toItemDrafts(invoice.items, invoice.currency),
  dueDate: invoice.dueDate ?? '',
  serviceDate: invoice.serviceDate ?? '',
  serviceFrom: invoice.serviceFrom ?? '',
  serviceTo: invoice.serviceTo ?? '',
  scheduledFor: invoice.scheduledFor ?? '',
  note: invoice.note,
});

/** Returns the fields sent to the server. */
export const fieldsOf = (draft: InvoiceDraft, opened?: AdminInvoice) => ({
  clientId: draft.clientId || null,
  client: clientFields(draft, opened),
  items: billedItems(draft.items, draft.currency),
  discount: discountOf(draft, draft.currency),
  currency: draft.currency,
  dueDate: draft.dueDate || null,
  serviceDate: draft.serviceDate || null,
  serviceFrom: draft.serviceFrom || null,
  serviceTo: draft.serviceTo || null,
  scheduledFor: draft.scheduledFor || null,
  note: draft.note,
});

/** Returns the changed fields of an opened draft. */
export const changesOf = (draft: InvoiceDraft, opened: AdminInvoice) =>
  changedFields(fieldsOf(draft, opened), fieldsOf(draftOf(opened), opened));

/** Schema that validates the form's fields with the server's rules. */
export const draftSchema = {
  safeParse: (draft: unknown) => newInvoiceSchema.safeParse(fieldsOf(draft as InvoiceDraft)),
};
