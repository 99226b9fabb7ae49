import { type LineItem, totalsOf } from '~/contract/documents/money';
import type { EInvoiceContent } from '~/server/features/documents/e-invoice/e-invoice-content';

/** Sample structured invoices of a German agency, with all data that XRechnung requires. */

export const sampleSeller: EInvoiceContent['seller'] = {
  name: 'Turmfalke & Söhne GmbH',
  email: 'hello@turmfalke.example',
  phone: '+49 30 1234567',
  address: ['Weg 1', 'Hof 2', 'Dritter Stock'],
  city: 'Berlin',
  postcode: '10115',
  country: 'DE',
  taxNumber: '12/345/67890',
  vatNumber: 'DE123456789',
  contact: { name: 'Ada Byron', phone: '+49 30 1234567', email: 'ada@turmfalke.example' },
};

export const sampleItem = (
  taxCategory: LineItem['taxCategory'],
  taxRate: string,
  unitPrice = '100.00',
  quantity = '1',
) => ({ description: 'Design <of> a page', quantity, unitPrice, taxRate, taxCategory });

/** Returns an invoice whose totals are computed from its items. */
export function sampleContent(changes: Partial<EInvoiceContent> = {}): EInvoiceContent {
  const items = changes.items ?? [
    { ...sampleItem('S', '19', '99.99', '2.5'), unit: 'hours', detail: 'With "care"' },
    sampleItem('S', '7', '12.00', '10'),
  ];
  const currency = changes.currency ?? 'EUR';
  return {
    kind: 'invoice',
    number: 'INV-2026-0001',
    issueDate: '2026-11-22',
    dueDate: '2026-12-06',
    serviceDate: '2026-11-20',
    serviceFrom: null,
    serviceTo: null,
    seller: sampleSeller,
    buyer: { name: 'שרה כהן', company: 'شركة النور', email: 'sara@noor.example', country: 'DE' },
    taxes: totalsOf({ items }, currency).taxes,
    discountCents: 0,
    currency,
    note: 'Thank you',
    printed: {
      taxNotes: {},
      bank: {
        accountHolder: 'Turmfalke & Söhne GmbH',
        iban: 'DE89370400440532013000',
        bic: 'COBADEFFXXX',
        paymentDetails: [],
      },
      means: 'any',
      cardDigits: '',
      language: 'en',
    },
    corrects: null,
    paidCents: 0,
    ...changes,
    items,
  };
}

export const french = {
  name: 'Bea Martin',
  company: 'Société Martin',
  email: 'bea@martin.example',
  country: 'FR',
  vatNumber: 'FR12345678901',
};

export const correction = {
  kind: 'credit note',
  number: 'INV-2026-0002',
  dueDate: null,
  corrects: { number: 'INV-2026-0001', issueDate: '2026-11-01' },
} as const;
