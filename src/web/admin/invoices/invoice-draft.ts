import type { Buyer } from '~/contract/documents/documents-schema';
import { type AdminInvoice, newInvoiceSchema } from '~/contract/invoices/invoices-schema';
import {
  type ItemDraft,
  type ItemTax,
  newItem,
  toItemDrafts,
  toItems,
} from '~/web/admin/documents/item-drafts';

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
    vatNumber: string;
    buyerReference: string;
    electronicAddress: { scheme: string; value: string };
    /** Undefined: as it follows from company and VAT number. */
    isBusiness?: boolean | undefined;
  };
  items: readonly ItemDraft[];
  dueDate: string;
  serviceDate: string;
  serviceFrom: string;
  serviceTo: string;
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
  vatNumber: '',
  buyerReference: '',
  electronicAddress: { scheme: '', value: '' },
};

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
  items: toItemDrafts(invoice.items),
  dueDate: invoice.dueDate ?? '',
  serviceDate: invoice.serviceDate ?? '',
  serviceFrom: invoice.serviceFrom ?? '',
  serviceTo: invoice.serviceTo ?? '',
  scheduledFor: invoice.scheduledFor ?? '',
  note: invoice.note,
});

/** Items as invoices have them: none is optional. */
export const billedItems = (drafts: readonly ItemDraft[], currency: string) =>
  toItems(drafts, currency).map(({ optional: _, ...item }) => item);

/** An address for structured invoices has two parts, and is left out without either. */
const buyerOf = ({ electronicAddress, ...client }: InvoiceDraft['client']) => ({
  ...client,
  electronicAddress: electronicAddress.scheme || electronicAddress.value ? electronicAddress : null,
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

/** The whole block of a client: what stood there before belongs to another one. */
export const clientOf = ({ electronicAddress, ...buyer }: Buyer): InvoiceDraft['client'] => ({
  ...noClient,
  ...buyer,
  electronicAddress: electronicAddress ?? noClient.electronicAddress,
});
