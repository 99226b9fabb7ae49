import type { Buyer } from '~/contract/documents/documents-schema';
import { type BillingDraft, emptyBilling } from '~/web/admin/form/billing-fields';

/** The client of a document while it is edited. */
export interface ClientDraft extends BillingDraft {
  name: string;
  email: string;
  company: string;
  /** Undefined: derived from company and VAT number. */
  isBusiness?: boolean | undefined;
}

export const noClient: ClientDraft = { ...emptyBilling, name: '', email: '', company: '' };

/** Replaces all fields, because the previous ones belong to another client. */
export const clientOf = ({ electronicAddress, ...buyer }: Buyer): ClientDraft => ({
  ...noClient,
  ...buyer,
  electronicAddress: electronicAddress ?? noClient.electronicAddress,
});
