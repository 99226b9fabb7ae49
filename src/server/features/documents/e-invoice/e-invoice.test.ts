import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';

import { presentTotals, totalsOf } from '~/contract/documents/money';
import type { TaxCategory } from '~/contract/documents/tax-categories';
import { eInvoiceSyntaxes } from '~/contract/invoices/invoices';
import { fromStripeAmount, toStripeAmount } from '~/server/features/payments/amounts';
import { correction, french, sampleContent, sampleItem, sampleSeller } from '~/testing/e-invoices';
import { brokenRules, peppolRules, xRechnungRules } from '~/testing/en16931';
import { readEn16931 } from '~/testing/read-en16931';
import { missingFor } from './conformance';
import type { EInvoiceContent } from './e-invoice-content';
import { ublOf } from './ubl';
import { writeXml } from './write-xml';

const card = {
  taxNotes: {},
  bank: null,
  means: 'card',
  cardDigits: '4242',
  language: 'en',
} as const;
const american = { ...french, country: 'US', vatNumber: '' };

/** Adds a discount of 10% on all tax categories. */
function discounted(changes: Partial<EInvoiceContent> & Pick<EInvoiceContent, 'items'>) {
  const { items, currency = 'EUR' } = changes;
  const { taxes, discountCents } = totalsOf({ items, discount: { percent: '10' } }, currency);
  return { ...changes, taxes, discountCents };
}

const documents: [string, Partial<EInvoiceContent>][] = [
  [
    'two rates and zero rated',
    { items: [sampleItem('S', '19', '120.00', '1.5'), sampleItem('S', '7'), sampleItem('Z', '0')] },
  ],
  [
    'exempt, for a small business',
    { items: [sampleItem('E', '0')], seller: { ...sampleSeller, vatNumber: '' } },
  ],
  ['reverse charge', { items: [sampleItem('AE', '0')], buyer: french }],
  ['intra-community supply', { items: [sampleItem('K', '0')], buyer: french, serviceDate: null }],
  ['export', { items: [sampleItem('G', '0')], currency: 'USD', buyer: american }],
  [
    'outside the scope',
    {
      items: [sampleItem('O', '0')],
      currency: 'USD',
      buyer: { ...french, country: 'US', vatNumber: 'US1' },
    },
  ],
  [
    'a period, a credited line and a card',
    {
      items: [sampleItem('S', '19', '100.00'), sampleItem('S', '19', '40.00', '-1')],
      serviceDate: null,
      serviceFrom: '2026-11-01',
      serviceTo: '2026-11-30',
      paidCents: 7140,
      printed: card,
    },
  ],
  [
    'a discount on two rates, and a deposit that was paid',
    discounted({
      items: [
        sampleItem('S', '19', '120.00', '1.5'),
        sampleItem('S', '7', '0.0125', '14000'),
        sampleItem('S', '19', '-50.00'),
      ],
    }),
  ],
  [
    'a discount under reverse charge',
    discounted({ items: [sampleItem('AE', '0')], buyer: french }),
  ],
  [
    'a discount of a small business',
    discounted({ items: [sampleItem('E', '0')], seller: { ...sampleSeller, vatNumber: '' } }),
  ],
  [
    'a discount outside the scope',
    discounted({ items: [sampleItem('O', '0')], currency: 'USD', buyer: american }),
  ],
  [
    'a discount on an intra-community supply',
    discounted({ items: [sampleItem('K', '0')], buyer: french }),
  ],
  [
    'a discount on an export',
    discounted({ items: [sampleItem('G', '0')], currency: 'USD', buyer: american }),
  ],
  ['withholding', { items: [sampleItem('S', '21', '1000.00'), sampleItem('Z', '0', '-150.00')] }],
  ['dinars with two decimals', { items: [sampleItem('Z', '0', '12.340')], currency: 'KWD' }],
  ['whole yen', { items: [sampleItem('S', '10', '333', '3')], currency: 'JPY' }],
  ['a credit note', correction],
  [
    'a credit note under reverse charge',
    { ...correction, items: [sampleItem('AE', '0')], buyer: french },
  ],
];

const read = async (changes: Partial<EInvoiceContent>, syntax: 'cii' | 'ubl') => {
  const xml = await writeXml(sampleContent(changes), syntax);
  expect(XMLValidator.validate(xml)).toBe(true);
  return readEn16931(xml);
};

describe.each(eInvoiceSyntaxes)('a structured invoice in %s', (syntax) => {
  it.each(documents)('meets EN 16931: %s', async (_, changes) => {
    expect(missingFor(sampleContent(changes))).toEqual([]);
    expect(brokenRules(await read(changes, syntax))).toEqual([]);
  });

  it('contains the data of the document', async () => {
    const content = sampleContent();
    const document = await read({}, syntax);
    expect(document).toMatchObject({
      number: 'INV-2026-0001',
      issueDate: '2026-11-22',
      type: '380',
      currency: 'EUR',
      dueDate: '2026-12-06',
      deliveryDate: '2026-11-20',
      seller: { name: 'Turmfalke & Söhne GmbH', vatNumber: 'DE123456789', city: 'Berlin' },
      buyer: {
        name: 'شركة النور',
        country: 'DE',
        endpoint: 'sara@noor.example',
        endpointScheme: 'EM',
      },
      means: [{ code: '58', account: 'DE89370400440532013000' }],
      withTaxCents: content.taxes.reduce((all, one) => all + one.baseCents + one.amountCents, 0),
    });
    expect(document.lines[0]).toMatchObject({
      name: 'Design <of> a page',
      quantity: '2.5',
      unit: 'HUR',
    });
  });

  it('has the registration numbers of seller and buyer, with known schemes', async () => {
    const seller = { ...sampleSeller, country: 'NL', registrationNumber: '6912 3456' };
    const buyer = { ...french, country: 'BE', vatNumber: '', registrationNumber: '0403.170.701' };
    const document = await read({ seller, buyer }, syntax);
    expect(brokenRules(document)).toEqual([]);
    expect(document).toMatchObject({
      seller: { registration: '69123456', registrationScheme: '0106' },
      buyer: { registration: '0403170701', registrationScheme: '0208' },
    });
    const german = { ...sampleSeller, registrationNumber: 'HRB 12345 B' };
    expect(await read({ seller: german }, syntax)).toMatchObject({
      seller: { registration: 'HRB 12345 B', registrationScheme: '' },
      buyer: { registration: '' },
    });
  });

  it('names the invoice that it corrects, and the period of a plan', async () => {
    expect(await read(correction, syntax)).toMatchObject({
      type: '381',
      preceding: ['INV-2026-0001'],
    });
    const plan = await read(
      { serviceDate: null, serviceFrom: '2026-11-01', serviceTo: '2026-11-30', printed: card },
      syntax,
    );
    expect(plan).toMatchObject({
      periodStart: '2026-11-01',
      periodEnd: '2026-11-30',
      means: [{ code: '48', card: '4242' }],
    });
  });

  it('of a plan paid by debit names the debit, and claims no rules that require its mandate', async () => {
    const printed = { ...card, means: 'debit', cardDigits: '3000' } as const;
    const plan = await read(
      {
        printed,
        seller: { ...sampleSeller, electronicAddress: { scheme: '9930', value: 'DE123456789' } },
        buyer: {
          ...french,
          buyerReference: 'PO 7',
          electronicAddress: { scheme: '0009', value: '12345678901' },
        },
      },
      syntax,
    );
    expect(brokenRules(plan)).toEqual([]);
    expect(plan).toMatchObject({
      specification: 'urn:cen.eu:en16931:2017',
      means: [{ code: '59' }],
    });
  });

  it('states the reason and its code if there is no tax', async () => {
    const printed = { ...sampleContent().printed, taxNotes: { AE: 'Autoliquidation' } } as never;
    const { taxes } = await read(
      { items: [sampleItem('AE', '0')], buyer: french, printed },
      syntax,
    );
    expect(taxes).toMatchObject([
      { category: 'AE', reason: 'Autoliquidation', reasonCode: 'VATEX-EU-AE' },
    ]);
  });

  it('meets XRechnung for a German seller and a buyer with a reference', async () => {
    const buyer = {
      ...french,
      country: 'DE',
      vatNumber: '',
      city: 'Bonn',
      postcode: '53111',
      buyerReference: '04011000-12345-03',
    };
    expect(missingFor(sampleContent({ buyer }))).toEqual([]);
    const document = await read({ buyer }, syntax);
    expect(brokenRules(document)).toEqual([]);
    expect(brokenRules(document, xRechnungRules)).toEqual([]);
  });
});

it('UBL between two electronic addresses meets Peppol BIS Billing', async () => {
  const seller = { ...sampleSeller, electronicAddress: { scheme: '9930', value: 'DE123456789' } };
  const buyer = {
    ...french,
    buyerReference: 'PO 7',
    electronicAddress: { scheme: '0009', value: '12345678901' },
  };
  const document = await read({ seller, buyer }, 'ubl');
  expect(brokenRules(document)).toEqual([]);
  expect(brokenRules(document, peppolRules)).toEqual([]);
  expect(document.buyer).toMatchObject({ endpoint: '12345678901', endpointScheme: '0009' });
});

it('a structured invoice for any other client is valid without the fields that only XRechnung requires, and does not claim XRechnung', async () => {
  const buyer = { ...french, buyerReference: 'PO 7' };
  expect(missingFor(sampleContent({ buyer }))).toEqual([]);
  const document = await read({ buyer }, 'cii');
  expect(brokenRules(document)).toEqual([]);
  expect(document.specification).toBe('urn:cen.eu:en16931:2017');
});

it('a structured invoice embedded in a PDF claims the profile EN 16931', async () => {
  const buyer = {
    ...french,
    country: 'DE',
    vatNumber: '',
    city: 'Bonn',
    postcode: '53111',
    buyerReference: 'A',
  };
  const xml = await writeXml(sampleContent({ buyer }), 'factur-x');
  expect(readEn16931(xml).specification).toBe('urn:cen.eu:en16931:2017');
});

it.each<[string, Partial<EInvoiceContent>]>([
  ['leading zeros of a quantity', { items: [sampleItem('S', '19', '100.00', '007.50')] }],
  [
    'characters that XML cannot represent',
    { items: [{ ...sampleItem('S', '19'), description: '\u0001' }], note: '\u0002' },
  ],
  ['a rate with three decimals', { items: [sampleItem('S', '8.875')] }],
  ['an address of one line', { buyer: { ...french, address: '  \n1 rue Ada\n\n' } }],
])('a structured invoice is written with %s', async (_, changes) => {
  expect(missingFor(sampleContent(changes))).toEqual([]);
  for (const syntax of eInvoiceSyntaxes) {
    expect(brokenRules(await read(changes, syntax))).toEqual([]);
  }
});

describe('missing data', () => {
  const paths = (changes: Partial<EInvoiceContent>) =>
    missingFor(sampleContent(changes)).map(({ path }) => path);

  it.each<[string, Partial<EInvoiceContent>, string[]]>([
    [
      'the numbers of the seller',
      { seller: { ...sampleSeller, vatNumber: '', taxNumber: '' } },
      ['seller.vatNumber'],
    ],
    [
      'the countries',
      { seller: { ...sampleSeller, country: '' }, buyer: { ...french, country: '' } },
      ['seller.country', 'client.country'],
    ],
    [
      'a VAT number for reverse charge',
      { items: [sampleItem('AE', '0')], buyer: { ...french, vatNumber: '' } },
      ['client.vatNumber'],
    ],
    ['an item', { items: [] }, ['items']],
    [
      'an existing country',
      { buyer: { ...french, country: 'XX', vatNumber: '' } },
      ['client.country'],
    ],
    [
      'an address of a buyer whose data was deleted',
      { buyer: { name: 'Deleted client', email: '', country: 'DE' } },
      ['client.email'],
    ],
    ['an existing currency', { currency: 'STD' }, ['currency']],
    [
      'an item outside the scope beside taxed items',
      { items: [sampleItem('O', '0'), sampleItem('S', '19')] },
      ['items'],
    ],
    [
      'a currency with two decimals',
      { items: [sampleItem('S', '19', '1.234')], currency: 'KWD' },
      ['currency'],
    ],
    [
      'data that an authority requires, by its Leitweg-ID',
      {
        seller: { ...sampleSeller, city: '', phone: '', contact: undefined },
        buyer: { ...french, country: 'DE', vatNumber: '', buyerReference: '04011000-12345-03' },
      },
      ['seller.city', 'seller.contact.phone', 'client.city', 'client.postcode'],
    ],
  ])('is named by its field: %s', (_, changes, expected) => {
    expect(paths(changes)).toEqual(expected);
  });
});

describe('the totals of any document', () => {
  const rates = fc.constantFrom<[TaxCategory, string]>(
    ['S', '19'],
    ['S', '7'],
    ['S', '8.875'],
    ['S', '25.5'],
    ['Z', '0'],
    ['E', '0'],
    ['AE', '0'],
  );
  const decimal = (places: number) =>
    fc.bigInt({ min: -(10n ** 11n), max: 10n ** 12n }).map((millionths) => {
      const digits = String(millionths < 0n ? -millionths : millionths).padStart(7, '0');
      const kept = digits.slice(-6).slice(0, places);
      return `${millionths < 0n ? '-' : ''}${digits.slice(0, -6)}${kept && `.${kept}`}`;
    });
  const anyItem = fc
    .tuple(rates, fc.integer({ min: -99_999, max: 999_999 }), fc.nat(6).chain(decimal))
    .filter(([, thousandths]) => thousandths !== 0)
    .map(([[category, rate], thousandths, price]) =>
      sampleItem(category, rate, price, String(thousandths / 1000)),
    );
  const anyContent = fc
    .tuple(
      fc.constantFrom('EUR', 'JPY', 'KWD'),
      fc.array(anyItem, { minLength: 1, maxLength: 7 }),
      fc.oneof(
        fc.constant(undefined),
        fc.nat(10_000).map((hundredths) => ({ percent: (hundredths / 100).toFixed(2) })),
        fc.nat(999).map((amount) => ({ amount: String(amount) })),
      ),
    )
    .map(([currency, items, discount]) => {
      const totals = totalsOf({ items, discount }, currency);
      const { taxes, discountCents } = totals;
      const content = sampleContent({ items, currency, buyer: french, taxes, discountCents });
      return { content, totals, shown: presentTotals(totals, currency) };
    })
    // Excludes cases that cannot occur: structured invoices cannot contain amounts with three decimals, and documents with
    // negative totals cannot be issued.
    .filter(({ content }) => missingFor(content).length === 0);

  it('match the computed totals in a thousand documents', () => {
    fc.assert(
      fc.property(anyContent, ({ content, shown, totals }) => {
        const { currency } = content;
        const { 'ubl:Invoice': written } = ublOf(content, 'ubl');
        const total = written['cac:LegalMonetaryTotal'];
        expect(Number(total['cbc:TaxInclusiveAmount'])).toBe(Number(shown.total));
        expect(Number(total['cbc:LineExtensionAmount'])).toBe(Number(shown.subtotal));
        expect(Number(total['cbc:AllowanceTotalAmount'] ?? 0)).toBe(Number(shown.discountTotal));
        expect(
          written['cac:TaxTotal'][0]['cac:TaxSubtotal']?.map((tax) => [
            Number(tax['cbc:TaxableAmount']),
            Number(tax['cbc:TaxAmount']),
          ]),
        ).toEqual(shown.taxes.map(({ base, amount }) => [Number(base), Number(amount)]));
        const stripeUnits = toStripeAmount(totals.totalCents, currency);
        expect(fromStripeAmount(stripeUnits, currency)).toBe(totals.totalCents);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are equal in both syntaxes, and satisfy every rule', async () => {
    for (const { content, shown } of fc.sample(anyContent, 12)) {
      for (const syntax of eInvoiceSyntaxes) {
        const document = readEn16931(await writeXml(content, syntax));
        expect(document.withTaxCents).toBe(Math.round(Number(shown.total) * 100));
        expect(document.lines.map(({ price }) => price)).toEqual(
          content.items.map(({ unitPrice }) => Math.abs(Number(unitPrice))),
        );
        expect(brokenRules(document)).toEqual([]);
      }
    }
  });
});
