import type { Buyer } from '~/contract/documents/documents-schema';
import { type BillingDraft, emptyBilling } from '~/web/admin/form/billing-fields';

/** The client of a document while it is edited. */
export interface ClientDraft extends BillingDraft {
  name: string;
  email: string;
  company: string;
  /** Undefined: as it follows from company and VAT number. */
  isBusiness?: boolean | undefined;
}

export const noClient: ClientDraft = { ...emptyBilling, name: '', email: '', company: '' };

/** The whole block of a client: what stood there before belongs to another one. */
export const clientOf = ({ electronicAddress, ...buyer }: Buyer): ClientDraft => ({
  ...noClient,
  ...buyer,
  electronicAddress: electronicAddress ?? noClient.electronicAddress,
});
