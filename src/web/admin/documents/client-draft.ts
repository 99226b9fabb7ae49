import type { Buyer } from '~/contract/documents/documents-schema';

/** The billing data of a client while it is edited. */
export interface ClientDraft {
  name: string;
  email: string;
  company: string;
  address: string;
  postcode: string;
  city: string;
  country: string;
  taxNumber: string;
  vatNumber: string;
  registrationNumber: string;
  buyerReference: string;
  electronicAddress: { scheme: string; value: string };
  /** Undefined: as it follows from company and VAT number. */
  isBusiness?: boolean | undefined;
}

export const noClient: ClientDraft = {
  name: '',
  email: '',
  company: '',
  address: '',
  postcode: '',
  city: '',
  country: '',
  taxNumber: '',
  vatNumber: '',
  registrationNumber: '',
  buyerReference: '',
  electronicAddress: { scheme: '', value: '' },
};

/** The whole block of a client: what stood there before belongs to another one. */
export const clientOf = ({ electronicAddress, ...buyer }: Buyer): ClientDraft => ({
  ...noClient,
  ...buyer,
  electronicAddress: electronicAddress ?? noClient.electronicAddress,
});

/** Returns the fields sent to the server: an address for structured invoices has two parts, and is left out without either. */
export const buyerOf = ({ electronicAddress, ...client }: ClientDraft) => ({
  ...client,
  electronicAddress: electronicAddress.scheme || electronicAddress.value ? electronicAddress : null,
});
