import type { MySubscription, Payment } from '~/contract/billing/billing-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { RequestDetail, ServiceRequest } from '~/contract/requests/requests-schema';

/** Sample API responses to a client, for tests of components. */

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

/** The responses for the dashboard of a new client. */
export const emptyDashboard = {
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
  billing: {
    mine: () => null,
    payments: () => [],
    provider: () => ({ kind: 'sandbox' as const }),
    search: () => ({ rows: [], total: 0, page: 1 }),
  },
};
