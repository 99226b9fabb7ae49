import { presentTotals, totalsOf } from '~/contract/documents/money';
import type { TaxProposal } from '~/contract/documents/tax';
import type { AdminProposal, ItemDefaults } from '~/contract/proposals/proposals-schema';

const day = '2026-05-04T10:00:00.000Z';

/** Returns a sample proposal as the panel reads it, for component tests. */
export function sampleProposal(changes: Partial<AdminProposal> = {}): AdminProposal {
  const items = [
    {
      description: 'Design',
      quantity: '1',
      unitPrice: '100.00',
      taxRate: '19',
      taxCategory: 'S' as const,
      optional: false,
      amount: '100.00',
    },
  ];
  const totals = presentTotals(totalsOf({ items }, 'USD'), 'USD');
  return {
    id: 21,
    number: 'P-0007',
    status: 'draft',
    version: 0,
    title: 'A new website',
    leadId: null,
    messageId: null,
    clientId: null,
    clientName: 'Ada Byron',
    clientEmail: 'ada@example.com',
    client_name: 'Ada Byron',
    client_email: 'ada@example.com',
    client: { name: 'Ada Byron', email: 'ada@example.com' },
    intro: '',
    introHtml: '',
    items,
    discount: null,
    proposedTax: { taxCategory: 'S', taxRate: '19' },
    schedule: [{ label: 'On acceptance', percent: '100', due: 'on_acceptance', amount: '119.00' }],
    terms: '',
    termsHtml: '',
    validUntil: '2026-12-24',
    currency: 'USD',
    seller: {
      name: 'Kestrel Ltd',
      email: 'hello@kestrel.example',
      phone: '',
      address: [],
      city: '',
      postcode: '',
      country: '',
      taxNumber: '',
    },
    sellerNumbers: [],
    totals,
    total: totals.total,
    contentHash: 'a'.repeat(64),
    requestId: null,
    sentAt: null,
    viewedAt: null,
    decidedAt: null,
    createdAt: day,
    updatedAt: day,
    declineReason: '',
    acceptance: null,
    versions: [],
    invoices: [],
    timeline: [{ id: 1, kind: 'created', text: '', by: 'Admin Aldridge', createdAt: day }],
    ...changes,
  };
}

/** Returns the defaults of new items, for a seller in Germany. */
export const sampleItemDefaults = (standardRate = '19'): ItemDefaults => ({
  taxRate: standardRate,
  currency: 'USD',
  seller: { scheme: 'regular', standardRate, country: 'DE', paymentDays: 14, lacks: [] },
});

/** Returns the tax of a domestic client. */
export const sampleTax = (): TaxProposal => ({
  taxCategory: 'S',
  taxRate: '19',
  why: 'in the same country',
});
