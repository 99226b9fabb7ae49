import type { Invoice } from '@e-invoice-eu/core';

import { centsPerUnit } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import type { Buyer, FrozenSeller } from '~/contract/documents/documents-schema';
import { lineCents } from '~/contract/documents/money';
import { defaultTaxNoteOf } from '~/contract/documents/tax';
import { categoryOf, isExplained, type TaxCategory } from '~/contract/documents/tax-categories';
import type { InvoiceItem } from '~/contract/invoices/invoice-item';
import type { EInvoiceSyntax } from '~/contract/invoices/invoices';
import { xmlText } from '~/server/platform/values/xml-text';
import { contactOf, discountsOf, specificationOf } from './conformance';
import type { EInvoiceContent } from './e-invoice-content';
import { registrationOf } from './registration';

type Ubl = Invoice['ubl:Invoice'];
type Seller = Ubl['cac:AccountingSupplierParty']['cac:Party'];
type BuyerParty = Ubl['cac:AccountingCustomerParty']['cac:Party'];
type Means = NonNullable<Ubl['cac:PaymentMeans']>[number];

/** UN/ECE Recommendation 20 codes of units. */
const unitCodes = new Map(
  Object.entries({
    hour: 'HUR',
    hours: 'HUR',
    h: 'HUR',
    day: 'DAY',
    days: 'DAY',
    week: 'WEE',
    weeks: 'WEE',
    month: 'MON',
    months: 'MON',
    year: 'ANN',
    years: 'ANN',
    km: 'KMT',
  }),
);
const oneUnit = 'C62';

/** Reason codes of the VATEX list. `E` has no code, because each exemption is described by a sentence. */
const reasonCodes: Partial<Record<TaxCategory, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};

const vat = { 'cbc:ID': 'VAT' };

/** Formats an amount with at most two decimals, in every currency. */
const amountOf = (cents: number, currency: string): string =>
  (cents / centsPerUnit(currency)).toFixed(2);

/** Formats amounts, each with its currency. */
const amountsIn = (currency: string, cents: Record<string, number | undefined>) =>
  Object.fromEntries(
    Object.entries(cents).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [
            [name, amountOf(value, currency)],
            [`${name}@currencyID`, currency],
          ],
    ),
  );

const clean = (text: string | undefined): string => xmlText(text ?? '').trim();

/** Removes empty parts, because the standard forbids empty elements. */
function filled<Part extends object>(part: Part): { [Key in keyof Part]: NonNullable<Part[Key]> } {
  return Object.fromEntries(
    Object.entries(part).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  ) as { [Key in keyof Part]: NonNullable<Part[Key]> };
}

/** Returns a tax category with its rate: 0 without tax, and no rate outside the scope of VAT. */
const taxCategoryOf = (category: TaxCategory, rate: string) =>
  filled({
    'cbc:ID': category,
    'cbc:Percent': category === 'O' ? undefined : String(Number(rate)),
    'cac:TaxScheme': vat,
  });

function addressOf(place: {
  lines: readonly string[];
  city?: string | undefined;
  postcode?: string | undefined;
  country?: string | undefined;
}) {
  const [first, second, ...rest] = place.lines.map(clean).filter(Boolean);
  const others = rest.join(', ');
  return filled({
    'cbc:StreetName': first,
    'cbc:AdditionalStreetName': second,
    'cbc:CityName': clean(place.city),
    'cbc:PostalZone': clean(place.postcode),
    'cac:AddressLine': others ? { 'cbc:Line': others } : undefined,
    'cac:Country': { 'cbc:IdentificationCode': place.country ?? '' },
  });
}

/** Returns the electronic address, or else the email. */
const endpointOf = (party: Pick<FrozenSeller | Buyer, 'electronicAddress' | 'email'>) => {
  const { scheme, value: written } = party.electronicAddress ?? {
    scheme: 'EM',
    value: party.email,
  };
  const value = clean(written);
  return filled({
    'cbc:EndpointID': value,
    'cbc:EndpointID@schemeID': value ? scheme : undefined,
  });
};

/** Returns the legal registration, with the scheme of its register if there is one. */
function companyIdOf(
  number: string,
  { country, registrationNumber }: Pick<FrozenSeller | Buyer, 'country' | 'registrationNumber'>,
) {
  const { id, scheme } = registrationNumber ? registrationOf(number, country) : { id: number };
  return { 'cbc:CompanyID': id, 'cbc:CompanyID@schemeID': scheme };
}

/**
 * Returns the seller. A document outside the scope of VAT must not contain a VAT number, so the registration number
 * identifies the seller.
 */
function sellerOf({ seller }: EInvoiceContent, isOutside: boolean): Seller {
  const vatNumber = isOutside ? '' : clean(seller.vatNumber);
  const taxNumber = clean(seller.taxNumber);
  const identifier = vatNumber ? '' : taxNumber || clean(seller.vatNumber);
  const numbers = [
    vatNumber && { 'cbc:CompanyID': vatNumber, 'cac:TaxScheme': vat },
    taxNumber &&
      taxNumber !== vatNumber &&
      !isOutside && { 'cbc:CompanyID': taxNumber, 'cac:TaxScheme': { 'cbc:ID': 'FC' } },
  ].filter((one) => typeof one === 'object');
  const contact = contactOf(seller);
  return filled({
    ...endpointOf(seller),
    'cac:PartyName': { 'cbc:Name': clean(seller.name) },
    'cac:PostalAddress': addressOf({ ...seller, lines: seller.address }),
    'cac:PartyTaxScheme': numbers.length > 0 ? numbers : undefined,
    'cac:PartyLegalEntity': filled({
      'cbc:RegistrationName': clean(seller.name),
      ...companyIdOf(clean(seller.registrationNumber) || identifier, seller),
    }),
    'cac:Contact': filled({
      'cbc:Name': clean(contact.name),
      'cbc:Telephone': clean(contact.phone),
      'cbc:ElectronicMail': clean(contact.email),
    }),
  }) as Seller;
}

function buyerOf({ buyer }: EInvoiceContent, isOutside: boolean): BuyerParty {
  const name = clean(buyer.company) || clean(buyer.name) || '-';
  const vatNumber = isOutside ? '' : clean(buyer.vatNumber);
  return filled({
    ...endpointOf(buyer),
    'cac:PartyName': { 'cbc:Name': name },
    'cac:PostalAddress': addressOf({ ...buyer, lines: (buyer.address ?? '').split('\n') }),
    'cac:PartyTaxScheme': vatNumber
      ? { 'cbc:CompanyID': vatNumber, 'cac:TaxScheme': vat }
      : undefined,
    'cac:PartyLegalEntity': filled({
      'cbc:RegistrationName': name,
      ...companyIdOf(clean(buyer.registrationNumber), buyer),
    }),
    'cac:Contact': filled({
      'cbc:Name': clean(buyer.name),
      'cbc:ElectronicMail': clean(buyer.email),
    }),
  }) as BuyerParty;
}

/**
 * Returns the UNCL 4461 code of the payment method: a credit transfer, SEPA if in EUR, a card, a SEPA debit, or an
 * online payment service; 1 if unknown.
 */
function meansOf({ printed, number, currency }: EInvoiceContent): Means {
  const bank = printed?.bank;
  if (printed?.means === 'debit') return { 'cbc:PaymentMeansCode': '59' };
  if (printed?.means === 'online') return { 'cbc:PaymentMeansCode': '68' };
  if (printed?.means === 'card') {
    return filled({
      'cbc:PaymentMeansCode': printed.cardDigits ? '48' : '1',
      'cac:CardAccount': printed.cardDigits
        ? { 'cbc:PrimaryAccountNumberID': printed.cardDigits, 'cbc:NetworkID': 'NA' }
        : undefined,
    }) as Means;
  }
  if (!bank) return { 'cbc:PaymentMeansCode': '1', 'cbc:PaymentID': number };
  const details = clean(bank.paymentDetails.join(', ')) || undefined;
  // The standard requires an account identifier for a credit transfer.
  if (!bank.iban) {
    return {
      'cbc:PaymentMeansCode': '1',
      'cbc:PaymentMeansCode@name': details,
      'cbc:PaymentID': number,
    };
  }
  return {
    'cbc:PaymentMeansCode': currency === 'EUR' ? '58' : '30',
    'cbc:PaymentID': number,
    'cac:PayeeFinancialAccount': filled({
      'cbc:ID': bank.iban,
      'cbc:Name': clean(bank.accountHolder),
      'cac:FinancialInstitutionBranch': bank.bic ? { 'cbc:ID': bank.bic } : undefined,
    }),
  } as Means;
}

/**
 * Returns an item with a positive price, because the standard forbids negative ones. A deduction has a negative quantity
 * instead.
 */
function asPositivePrice(item: InvoiceItem): InvoiceItem {
  if (!item.unitPrice.startsWith('-')) return item;
  const isNegative = item.quantity.startsWith('-');
  return {
    ...item,
    quantity: isNegative ? item.quantity.slice(1) : `-${item.quantity}`,
    unitPrice: item.unitPrice.slice(1),
  };
}

/** Returns the document in the UBL structure of EN 16931, from which the library writes both syntaxes. */
export function ublOf(content: EInvoiceContent, syntax: EInvoiceSyntax | 'factur-x'): Invoice {
  const { items, taxes, currency, printed, corrects, buyer } = content;
  const isCredit = content.kind === 'credit note';
  const isOutside = taxes.some((tax) => tax.category === 'O');
  const baseCents = taxes.reduce((sum, tax) => sum + tax.baseCents, 0);
  const discounts = discountsOf(content);
  const discountCents = discounts.reduce((sum, { cents }) => sum + cents, 0);
  const taxCents = taxes.reduce((sum, tax) => sum + tax.amountCents, 0);
  const totalCents = baseCents + taxCents;
  const dueCents = totalCents - content.paidCents;
  const isSupply = taxes.some((tax) => tax.category === 'K');
  const delivery = filled({
    'cbc:ActualDeliveryDate': content.serviceDate ?? (isSupply ? content.issueDate : undefined),
    'cac:DeliveryLocation': isSupply
      ? { 'cac:Address': { 'cac:Country': { 'cbc:IdentificationCode': buyer.country ?? '' } } }
      : undefined,
  });
  const period = filled({
    'cbc:StartDate': content.serviceFrom,
    'cbc:EndDate': content.serviceTo,
  });
  const { customizationId, profileId } = specificationOf(content, syntax);
  const document = filled({
    'cbc:CustomizationID': customizationId,
    'cbc:ProfileID': profileId,
    'cbc:ID': content.number,
    'cbc:IssueDate': content.issueDate,
    'cbc:DueDate': content.dueDate,
    'cbc:InvoiceTypeCode': isCredit ? '381' : '380',
    'cbc:Note': clean(content.note) ? [clean(content.note)] : undefined,
    'cbc:DocumentCurrencyCode': currency,
    // Peppol always requires a reference, so the fallback is the name of the person who ordered.
    'cbc:BuyerReference': clean(
      buyer.buyerReference || (buyer.electronicAddress ? buyer.name : ''),
    ),
    'cac:InvoicePeriod': Object.keys(period).length > 0 ? period : undefined,
    'cac:BillingReference': corrects
      ? [
          {
            'cac:InvoiceDocumentReference': {
              'cbc:ID': corrects.number,
              'cbc:IssueDate': corrects.issueDate,
            },
          },
        ]
      : undefined,
    'cac:AccountingSupplierParty': { 'cac:Party': sellerOf(content, isOutside) },
    'cac:AccountingCustomerParty': { 'cac:Party': buyerOf(content, isOutside) },
    'cac:Delivery': Object.keys(delivery).length > 0 ? delivery : undefined,
    'cac:PaymentMeans': [meansOf(content)],
    'cac:PaymentTerms': { 'cbc:Note': termsOf(content, dueCents) },
    'cac:AllowanceCharge':
      discounts.length > 0
        ? discounts.map(({ category, rate, cents }) => ({
            'cbc:ChargeIndicator': 'false',
            // UNCL 5189 code for a discount.
            'cbc:AllowanceChargeReasonCode': '95',
            'cbc:AllowanceChargeReason': 'Discount',
            ...amountsIn(currency, { 'cbc:Amount': cents }),
            'cac:TaxCategory': taxCategoryOf(category, rate),
          }))
        : undefined,
    'cac:TaxTotal': [
      {
        ...amountsIn(currency, { 'cbc:TaxAmount': taxCents }),
        'cac:TaxSubtotal': taxes.map((tax) => {
          const category = tax.category;
          return {
            ...amountsIn(currency, {
              'cbc:TaxableAmount': tax.baseCents,
              'cbc:TaxAmount': tax.amountCents,
            }),
            'cac:TaxCategory': filled({
              ...taxCategoryOf(category, tax.rate),
              'cbc:TaxExemptionReasonCode': reasonCodes[category],
              'cbc:TaxExemptionReason': isExplained(category)
                ? printed?.taxNotes[category] ||
                  defaultTaxNoteOf(category, { country: content.seller.country })
                : undefined,
            }),
          };
        }),
      },
    ],
    'cac:LegalMonetaryTotal': amountsIn(currency, {
      'cbc:LineExtensionAmount': baseCents + discountCents,
      'cbc:TaxExclusiveAmount': baseCents,
      'cbc:TaxInclusiveAmount': totalCents,
      'cbc:AllowanceTotalAmount': discountCents || undefined,
      'cbc:PrepaidAmount': content.paidCents || undefined,
      'cbc:PayableAmount': dueCents,
    }),
    'cac:InvoiceLine': items.map(asPositivePrice).map((item, index) => ({
      'cbc:ID': String(index + 1),
      // Formats the quantity without leading zeros.
      'cbc:InvoicedQuantity': String(Number(item.quantity)),
      'cbc:InvoicedQuantity@unitCode': unitCodes.get(item.unit?.toLowerCase() ?? '') ?? oneUnit,
      ...amountsIn(currency, { 'cbc:LineExtensionAmount': lineCents(item, currency) }),
      'cac:Item': filled({
        'cbc:Description': clean(item.detail),
        'cbc:Name': clean(item.description) || '-',
        'cac:ClassifiedTaxCategory': taxCategoryOf(categoryOf(item), item.taxRate),
      }),
      'cac:Price': { 'cbc:PriceAmount': item.unitPrice, 'cbc:PriceAmount@currencyID': currency },
    })),
  });
  // The library's type has a tuple for every combination of lists. The schema with which it validates at run time is
  // equivalent.
  return { 'ubl:Invoice': document as unknown as Ubl };
}

function termsOf({ kind, corrects, dueDate }: EInvoiceContent, dueCents: number): string {
  if (kind === 'credit note') {
    return `Credited to invoice ${corrects?.number ?? ''}. No payment due.`;
  }
  if (dueCents === 0 || !dueDate) return 'Paid. No payment due.';
  return `Due by ${dateInWords(dueDate)}.`;
}
