import type { CompanyDetail, OpenRecords } from '~/contract/companies/company-detail-schema';

const day = '2026-05-04T10:00:00.000Z';

/** Value for a client or company that has no open records. */
export const nothingOpen: OpenRecords = {
  owed: [],
  openInvoices: [],
  recurringInvoices: [],
  openProposals: [],
  openRequests: [],
  conversations: [],
};

/** Returns a sample company as its page in the panel shows it, with the given changes. */
export const sampleCompany = (changes: Partial<CompanyDetail> = {}): CompanyDetail => ({
  id: 7,
  name: 'Holm Joinery AS',
  vatNumber: '',
  address: '',
  postcode: '',
  city: '',
  country: '',
  email: '',
  buyerReference: '',
  taxNumber: '',
  registrationNumber: '',
  electronicAddress: null,
  notes: '',
  members: 0,
  status: 'settled',
  createdAt: day,
  updatedAt: day,
  people: [],
  invitations: [],
  ...nothingOpen,
  earned: [],
  requests: [],
  proposals: [],
  invoices: [],
  changes: [],
  ...changes,
});
