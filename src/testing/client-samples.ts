import type { MySubscription, Offer, Payment } from '~/contract/billing/billing-schema';
import type { BillingProfile, OwnCompany } from '~/contract/companies/companies-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { OwnInvoice } from '~/contract/invoices/invoices-schema';
import type { Notifications } from '~/contract/notifications/notifications-schema';
import type { PersonalData } from '~/contract/personal-data/personal-data-schema';
import type { OwnProposal } from '~/contract/proposals/proposals-schema';
import type { RequestDetail, ServiceRequest } from '~/contract/requests/requests-schema';
import type { About } from '~/contract/settings/settings-schema';
import type { RequestThread } from '~/contract/threads/threads-schema';

/** Sample responses of the API to a client, for component tests. */

export const ada: CurrentUser = {
  id: 'client-1',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Byron',
  profileImageUrl: null,
  isAdmin: false,
};

const day = '2026-05-04T10:00:00.000Z';

export const sampleRequest = (changes: Partial<ServiceRequest> = {}): ServiceRequest => ({
  id: 7,
  title: 'An engine',
  description: 'What is to be done about it',
  status: 'pending',
  serviceId: null,
  serviceName: '',
  targetDate: null,
  wishedDate: null,
  urgent: false,
  note: '',
  createdAt: day,
  updatedAt: day,
  ...changes,
});

export const sampleRequestDetail = (changes: Partial<RequestDetail> = {}): RequestDetail => ({
  ...sampleRequest(),
  events: [{ id: 1, kind: 'created', text: '', byAgency: false, createdAt: day }],
  hasOlderEvents: false,
  ...changes,
});

export const samplePayment = (changes: Partial<Payment> = {}): Payment => ({
  id: 3,
  amount: '249.00',
  refunded: '0.00',
  currency: 'USD',
  description: 'Professional, monthly',
  status: 'completed',
  isReversed: false,
  isReturned: false,
  failure: '',
  paidAt: day,
  createdAt: day,
  ...changes,
});

export const sampleSubscription = (changes: Partial<MySubscription> = {}): MySubscription => ({
  id: 5,
  status: 'active',
  plan: { id: 2, name: 'Professional', description: '', features: [] },
  billingCycle: 'monthly',
  amount: '400.00',
  currency: 'USD',
  currentPeriodEnd: '2026-12-21T10:00:00.000Z',
  cancelAtPeriodEnd: false,
  card: 'Visa ending in 4242',
  createdAt: day,
  ...changes,
});

export const sampleRequestThread = (changes: Partial<RequestThread> = {}): RequestThread => ({
  requestId: 7,
  status: 'in_progress',
  targetDate: null,
  waitingSince: null,
  unread: 0,
  lastReadId: null,
  deliverables: [],
  files: [],
  proposals: [],
  invoices: [],
  draft: { text: '', fileIds: [] },
  ...changes,
});

export const sampleOwnInvoice: OwnInvoice = {
  id: 7,
  number: 'INV-2026-0007',
  status: 'open',
  overdue: true,
  isPaymentPending: false,
  paid: '0.00',
  total: '1428.00',
  remaining: '928.00',
  currency: 'USD',
  issueDate: '2026-11-01',
  dueDate: '2026-11-15',
};

export const sampleOwnProposal: OwnProposal = {
  id: 2,
  number: 'P-0002',
  title: 'A second engine',
  status: 'sent',
  total: '6800.00',
  currency: 'USD',
  validUntil: '2026-12-31',
  sentAt: day,
};

export const allMails: Notifications = { messages: true, deliverables: true, status: true };

const ownProfile: BillingProfile = {
  name: 'Ada Byron',
  company: '',
  vatNumber: '',
  address: '',
  postcode: '',
  city: '',
  country: '',
  email: '',
  buyerReference: '',
  companyId: null,
  canEdit: true,
};

export const sampleProfile = (changes: Partial<BillingProfile> = {}): BillingProfile => ({
  ...ownProfile,
  ...changes,
});

/** Responses for a client without a company. */
export const noCompany = {
  mine: (): OwnCompany => ({ company: null, invitations: [] }),
  profile: () => ownProfile,
};

export const noPersonalData: PersonalData = { deletion: null, export: null, companies: [] };

/** Responses for a request with an empty thread. */
export const emptyRequestThreads = {
  unread: () => ({ requests: [], total: 0 }),
  get: () => sampleRequestThread(),
  page: () => ({ rows: [], before: null }),
};

/** About page of an agency without a team. */
const noTeam: About = {
  title: '',
  lead: '',
  story: { title: '', paragraphs: [] },
  values: { title: '', items: [] },
  week: { title: '', items: [] },
  team: { title: '', people: [] },
};

/** Responses for the dashboard of a new client. */
export const emptyDashboard = {
  settings: { about: () => noTeam },
  identity: { viewer: () => ada },
  dashboard: {
    stats: () => ({
      activeServices: 0,
      totalSpent: '0.00',
      requestsInProgress: 0,
      subscriptionStatus: 'none',
    }),
  },
  invoices: { mine: () => [] },
  requests: { search: () => ({ rows: [], total: 0, page: 1 }), inquiries: () => [] },
  proposals: { mine: () => [] },
  requestThreads: emptyRequestThreads,
  billing: {
    mine: () => null,
    payments: () => [],
    provider: () => ({ kind: 'sandbox' as const }),
    offer: (): Offer => ({
      currency: 'USD',
      tax: null,
      billing: { required: [], missing: [] },
    }),
    search: () => ({ rows: [], total: 0, page: 1 }),
  },
};
