import type { AdminInvoice, ClientInvoice } from '~/contract/invoices/invoices-schema';

/** Sample invoices in the API's format, for component tests. */

const party = { name: 'Ada Byron', email: 'ada@example.com' };

export const sampleInvoice = (changes: Partial<ClientInvoice> = {}): ClientInvoice => ({
  number: 'INV-2026-0007',
  status: 'open',
  overdue: false,
  seller: {
    name: 'Kestrel LLC',
    email: 'hello@kestrel.example',
    phone: '',
    address: ['48 Ropewalk Lane'],
    city: 'Harbour Point',
    postcode: '01930',
    country: 'US',
    taxNumber: '',
  },
  sellerNumbers: [],
  client: party,
  clientNumbers: [],
  items: [
    {
      description: 'Design',
      quantity: '1.5',
      unit: 'days',
      unitPrice: '800.00',
      taxRate: '19',
      taxCategory: 'S',
      amount: '1200.00',
    },
  ],
  discount: null,
  totals: {
    subtotal: '1200.00',
    discountTotal: '0.00',
    taxes: [{ category: 'S', rate: '19', base: '1200.00', amount: '228.00' }],
    total: '1428.00',
  },
  total: '1428.00',
  paid: '0.00',
  credited: '0.00',
  remaining: '1428.00',
  overpaid: '0.00',
  currency: 'USD',
  issueDate: '2026-11-01',
  dueDate: '2026-11-15',
  serviceDate: null,
  serviceFrom: null,
  serviceTo: null,
  taxNotes: [],
  note: '',
  payments: [],
  refunds: [],
  creditNotes: [],
  syntaxes: [],
  bank: null,
  canPayOnline: true,
  ...changes,
});

export const samplePaidByTransfer: ClientInvoice['payments'][number] = {
  id: 3,
  amount: '500.00',
  refunded: '0.00',
  method: 'transfer',
  methodType: '',
  status: 'completed',
  reference: 'INV-2026-0007',
  failure: '',
  date: '2026-11-05',
  isReversed: false,
  isReturned: false,
};

export const sampleCreditNote: ClientInvoice['creditNotes'][number] = {
  id: 4,
  number: 'INV-2026-0008',
  reason: 'A wrong rate',
  items: [],
  totals: sampleInvoice().totals,
  total: '1428.00',
  issueDate: '2026-11-06',
  createdAt: '2026-11-06T09:00:00.000Z',
  syntaxes: [],
};

export function sampleAdminInvoice(changes: Partial<AdminInvoice> = {}): AdminInvoice {
  const { bank: _, canPayOnline: __, syntaxes: ____, ...shared } = sampleInvoice();
  return {
    ...shared,
    id: 21,
    clientId: null,
    clientName: party.name,
    clientEmail: party.email,
    company: '',
    client_name: party.name,
    client_email: party.email,
    about: 'An engine',
    scheduledFor: null,
    onCompletion: false,
    isReady: false,
    isPaymentPending: false,
    savedTotal: null,
    heldFor: '',
    proposalId: null,
    requestId: null,
    recurringInvoiceId: null,
    recurringDay: null,
    remindersOn: true,
    eInvoice: { valid: false, missing: [{ path: 'client.country', message: 'The country' }] },
    vatCheck: null,
    undelivered: [],
    timeline: [
      { id: 1, kind: 'issued', text: '', by: 'Admin', createdAt: '2026-11-01T09:00:00.000Z' },
    ],
    createdAt: '2026-11-01T09:00:00.000Z',
    updatedAt: '2026-11-01T09:00:00.000Z',
    ...changes,
  };
}
