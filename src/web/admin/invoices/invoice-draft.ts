import { type AdminInvoice, newInvoiceSchema } from '~/contract/invoices/invoices-schema';
import { buyerOf, type ClientDraft, clientOf, noClient } from '~/web/admin/documents/client-draft';
import {
  billedItems,
  type ItemDraft,
  type ItemTax,
  newItem,
  toItemDrafts,
} from '~/web/admin/documents/item-drafts';

export interface InvoiceDraft {
  /** Of the account; empty for a client without one. */
  clientId: string;
  client: ClientDraft;
  items: readonly ItemDraft[];
  dueDate: string;
  serviceDate: string;
  serviceFrom: string;
  serviceTo: string;
  scheduledFor: string;
  note: string;
}

export const emptyDraft = (tax: ItemTax): InvoiceDraft => ({
  clientId: '',
  client: noClient,
  items: [newItem(tax)],
  dueDate: '',
  serviceDate: '',
  serviceFrom: '',
  serviceTo: '',
  scheduledFor: '',
  note: '',
});

export const draftOf = (invoice: AdminInvoice): InvoiceDraft => ({
  clientId: invoice.clientId ?? '',
  client: clientOf(invoice.client),
  items: toItemDrafts(invoice.items, invoice.currency),
  dueDate: invoice.dueDate ?? '',
  serviceDate: invoice.serviceDate ?? '',
  serviceFrom: invoice.serviceFrom ?? '',
  serviceTo: invoice.serviceTo ?? '',
  scheduledFor: invoice.scheduledFor ?? '',
  note: invoice.note,
});

/** What is sent to the server. */
export const fieldsOf = (draft: InvoiceDraft, currency: string) => ({
  clientId: draft.clientId || null,
  client: buyerOf(draft.client),
  items: billedItems(draft.items, currency),
  dueDate: draft.dueDate || null,
  serviceDate: draft.serviceDate || null,
  serviceFrom: draft.serviceFrom || null,
  serviceTo: draft.serviceTo || null,
  note: draft.note,
});

/** The server's own rules, for what the form holds. */
export const draftSchemaIn = (currency: string) => ({
  safeParse: (draft: unknown) =>
    newInvoiceSchema.safeParse(fieldsOf(draft as InvoiceDraft, currency)),
});
