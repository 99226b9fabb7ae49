import type { Buyer } from '~/contract/documents/documents-schema';
import { type AdminInvoice, newInvoiceSchema } from '~/contract/invoices/invoices-schema';
import { type ItemDraft, newItem, toItemDrafts, toItems } from '~/web/admin/documents/item-drafts';

export interface InvoiceDraft {
  /** Of the account; empty for a client without one. */
  clientId: string;
  client: {
    name: string;
    email: string;
    company: string;
    address: string;
    postcode: string;
    city: string;
    country: string;
    taxNumber: string;
    buyerReference: string;
  };
  items: readonly ItemDraft[];
  dueDate: string;
  serviceDate: string;
  scheduledFor: string;
  note: string;
}

const noClient: InvoiceDraft['client'] = {
  name: '',
  email: '',
  company: '',
  address: '',
  postcode: '',
  city: '',
  country: '',
  taxNumber: '',
  buyerReference: '',
};

export const emptyDraft = (taxRate: string): InvoiceDraft => ({
  clientId: '',
  client: noClient,
  items: [newItem(taxRate)],
  dueDate: '',
  serviceDate: '',
  scheduledFor: '',
  note: '',
});

export const draftOf = (invoice: AdminInvoice): InvoiceDraft => ({
  clientId: invoice.clientId ?? '',
  client: clientOf(invoice.client),
  items: toItemDrafts(invoice.items),
  dueDate: invoice.dueDate ?? '',
  serviceDate: invoice.serviceDate ?? '',
  scheduledFor: invoice.scheduledFor ?? '',
  note: invoice.note,
});

/** Items as invoices have them: none is optional. */
export const billedItems = (drafts: readonly ItemDraft[], currency: string) =>
  toItems(drafts, currency).map(({ optional: _, ...item }) => item);

/** What is sent to the server. */
export const fieldsOf = (draft: InvoiceDraft, currency: string) => ({
  clientId: draft.clientId || null,
  client: draft.client,
  items: billedItems(draft.items, currency),
  dueDate: draft.dueDate || null,
  serviceDate: draft.serviceDate || null,
  note: draft.note,
});

/** The server's own rules, for what the form holds. */
export const draftSchemaIn = (currency: string) => ({
  safeParse: (draft: unknown) =>
    newInvoiceSchema.safeParse(fieldsOf(draft as InvoiceDraft, currency)),
});

/** The whole block of a client: what stood there before belongs to another one. */
export const clientOf = (buyer: Buyer): InvoiceDraft['client'] => ({ ...noClient, ...buyer });
