import { describe, expect, it } from 'vitest';

import { correction, french, sampleContent, sampleItem } from '~/testing/e-invoices';
import { brokenRules, en16931Rules } from '~/testing/en16931';
import { type EnDocument, readEn16931 } from '~/testing/read-en16931';
import type { EInvoiceContent } from './e-invoice-content';
import { writeXml } from './write-xml';

/** For each rule, a document that keeps it and what breaks it. */
const broken: Record<string, [Partial<EInvoiceContent>, (document: EnDocument) => void]> = {
  'BR-01': [{}, (d) => (d.specification = 'none')],
  'BR-02': [{}, (d) => (d.number = '')],
  'BR-03': [{}, (d) => (d.issueDate = '22.11.2026')],
  'BR-04': [{}, (d) => (d.type = '')],
  'BR-05': [{}, (d) => (d.currency = '€')],
  'BR-06': [{}, (d) => (d.seller.name = '')],
  'BR-07': [{}, (d) => (d.buyer.name = '')],
  'BR-09': [{}, (d) => (d.seller.country = 'Germany')],
  'BR-11': [{}, (d) => (d.buyer.country = '')],
  'BR-16': [{}, (d) => (d.lines = [])],
  'BR-21': [{}, (d) => onLine(d, { id: '' })],
  'BR-22': [{}, (d) => onLine(d, { quantity: '' })],
  'BR-23': [{}, (d) => onLine(d, { unit: '' })],
  'BR-25': [{}, (d) => onLine(d, { name: '' })],
  'BR-27': [{}, (d) => onLine(d, { priceCents: -1 })],
  'BR-29': [
    { serviceFrom: '2026-11-01', serviceTo: '2026-11-30' },
    (d) => (d.periodEnd = '2026-10-01'),
  ],
  'BR-49': [{}, (d) => (d.means = [{ code: '', account: '', card: '' }])],
  'BR-51': [{}, (d) => (d.means = [{ code: '48', account: '', card: '4242424242424242' }])],
  'BR-55': [correction, (d) => (d.preceding = [])],
  'BR-61': [{}, (d) => (d.means = [{ code: '58', account: '', card: '' }])],
  'BR-62': [{}, (d) => (d.seller.endpointScheme = '')],
  'BR-63': [{}, (d) => (d.buyer.endpointScheme = '')],
  'BR-CO-04': [{}, (d) => onLine(d, { category: '' })],
  'BR-CO-09': [{}, (d) => (d.seller.vatNumber = '123456789')],
  'BR-CO-10': [{}, (d) => (d.linesCents += 1)],
  'BR-CO-13': [{}, (d) => (d.withoutTaxCents += 1)],
  'BR-CO-14': [{}, (d) => (d.taxCents += 1)],
  'BR-CO-15': [{}, (d) => (d.withTaxCents += 1)],
  'BR-CO-16': [{}, (d) => (d.dueCents += 1)],
  'BR-CO-17': [{}, (d) => onTax(d, { taxCents: 1 })],
  'BR-CO-18': [{}, (d) => (d.taxes = [])],
  'BR-CO-25': [{}, (d) => Object.assign(d, { dueDate: '', terms: '' })],
  'BR-CO-26': [{}, (d) => (d.seller.vatNumber = '')],
  'BR-S-02': [{}, (d) => Object.assign(d.seller, { vatNumber: '', taxNumber: '' })],
  'BR-S-05': [{}, (d) => onLine(d, { rate: '0' })],
  'BR-S-08': [{}, (d) => onTax(d, { baseCents: 1 })],
  'BR-S-10': [{}, (d) => onTax(d, { reason: 'Because' })],
  'BR-AE-2': [ofCategory('AE'), (d) => (d.buyer.vatNumber = '')],
  'BR-IC-2': [ofCategory('K'), (d) => (d.seller.vatNumber = '')],
  'BR-IC-11': [ofCategory('K'), (d) => Object.assign(d, { deliveryDate: '', periodStart: '' })],
  'BR-IC-12': [ofCategory('K'), (d) => (d.deliveryCountry = '')],
  'BR-G-2': [ofCategory('G'), (d) => (d.seller.vatNumber = '')],
  'BR-O-2': [ofCategory('O'), (d) => (d.seller.vatNumber = 'DE123456789')],
  'BR-O-11': [
    ofCategory('O'),
    (d) => d.taxes.push({ ...(d.taxes[0] as EnDocument['taxes'][0]), category: 'S' }),
  ],
  ...Object.fromEntries(
    (
      [
        ['Z', 'Z'],
        ['E', 'E'],
        ['AE', 'AE'],
        ['K', 'IC'],
        ['G', 'G'],
        ['O', 'O'],
      ] as const
    ).flatMap(([category, id]): [string, (typeof broken)[string]][] => [
      [`BR-${id}-1`, [ofCategory(category), (d) => (d.taxes = [])]],
      [`BR-${id}-5`, [ofCategory(category), (d) => onLine(d, { rate: '19' })]],
      [`BR-${id}-8`, [ofCategory(category), (d) => onTax(d, { baseCents: 1 })]],
      [`BR-${id}-9`, [ofCategory(category), (d) => onTax(d, { taxCents: 1 })]],
      [
        `BR-${id}-10`,
        [
          ofCategory(category),
          (d) => onTax(d, category === 'Z' ? { reason: 'Why' } : { reason: '', reasonCode: '' }),
        ],
      ],
    ]),
  ),
};

function ofCategory(category: 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O'): Partial<EInvoiceContent> {
  return { items: [sampleItem(category, '0')], buyer: french };
}
function onLine(document: EnDocument, change: Partial<EnDocument['lines'][0]>) {
  Object.assign(document.lines[0] ?? {}, change);
}
function onTax(document: EnDocument, change: Partial<EnDocument['taxes'][0]>) {
  Object.assign(document.taxes[0] ?? {}, change);
}

describe('the rules of EN 16931', () => {
  it('are each broken on purpose below', () => {
    expect(Object.keys(broken).sort()).toEqual(Object.keys(en16931Rules).sort());
  });

  it.each(Object.entries(broken))(
    '%s is seen when it is broken',
    async (id, [changes, breakIt]) => {
      const document = readEn16931(await writeXml(sampleContent(changes), 'ubl'));
      expect(brokenRules(document)).not.toContain(id);
      breakIt(document);
      expect(brokenRules(document)).toContain(id);
    },
  );
});
