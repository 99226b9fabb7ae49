import { decimalsOf } from '~/contract/common/currencies';
import type { FieldIssue } from '~/contract/common/errors';
import { countryCodes, currencyCodes } from '~/contract/common/places';
import {
  isSameTax,
  lineCents,
  normalRate,
  type TaxSum,
  totalsOf,
} from '~/contract/documents/money';
import { taxCategoryNames } from '~/contract/documents/tax-categories';
import type { EInvoiceSyntax } from '~/contract/invoices/invoices';
import type { EInvoiceContent } from './e-invoice-content';

const en16931 = 'urn:cen.eu:en16931:2017';
const xRechnung = `${en16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`;
const peppol = `${en16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`;
const peppolProcess = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

/**
 * Returns whether a code is an ISO currency that Stripe charges in. Excludes STD, whose ISO code
 * has changed.
 */
const isCurrency = (code: string): boolean => code !== 'STD' && currencyCodes.includes(code);

/** Returns the contact person of a seller: its own name if none is set. */
export const contactOf = ({ contact, name, phone, email }: EInvoiceContent['seller']) => ({
  name: contact?.name || name,
  phone: contact?.phone || phone,
  email: contact?.email || email,
});

/** Lists fields that XRechnung requires beyond EN 16931, and that are missing in a document of a German seller. */
function missingForXRechnung({ seller, buyer }: EInvoiceContent): FieldIssue[] {
  const contact = contactOf(seller);
  const needed: [unknown, string, string][] = [
    [seller.city, 'seller.city', 'The city of the agency'],
    [seller.postcode, 'seller.postcode', 'The postcode of the agency'],
    [/\d.*\d.*\d/.test(contact.phone), 'seller.contact.phone', 'A phone number of the agency'],
    [contact.email, 'seller.contact.email', 'An email address of the agency'],
    [buyer.city, 'client.city', 'The city of the client'],
    [buyer.postcode, 'client.postcode', 'The postcode of the client'],
  ];
  return needed.flatMap(([isThere, path, message]) => (isThere ? [] : [{ path, message }]));
}

/**
 * Returns whether a document is paid by direct debit. XRechnung and Peppol then require its mandate and account, which
 * Stripe does not reveal.
 */
const isByDebit = ({ printed }: EInvoiceContent): boolean => printed?.means === 'debit';

/** Returns whether a document should also conform to XRechnung: the seller is German, and the buyer has a reference. */
const isForXRechnung = ({ seller, buyer }: EInvoiceContent): boolean =>
  seller.country === 'DE' && Boolean(buyer.buyerReference);

/** Returns whether a reference is a Leitweg-ID of a German authority, which accepts only XRechnung. */
const isLeitwegId = (reference = ''): boolean =>
  /^\d{2,12}(-[A-Z0-9]{1,30})?-\d{2}$/i.test(reference.trim());

/**
 * Returns whether both parties have an electronic address, in which case the document should also conform to Peppol BIS
 * Billing.
 */
const isForPeppol = ({ seller, buyer }: EInvoiceContent): boolean =>
  Boolean(seller.electronicAddress && buyer.electronicAddress);

/** Returns the specification that a document claims to conform to. */
export function specificationOf(
  content: EInvoiceContent,
  syntax: EInvoiceSyntax | 'factur-x',
): { customizationId: string; profileId: string } {
  if (syntax === 'factur-x' || isByDebit(content)) {
    return { customizationId: en16931, profileId: peppolProcess };
  }
  if (syntax === 'ubl' && isForPeppol(content)) {
    return { customizationId: peppol, profileId: peppolProcess };
  }
  const meetsXRechnung = isForXRechnung(content) && missingForXRechnung(content).length === 0;
  return { customizationId: meetsXRechnung ? xRechnung : en16931, profileId: peppolProcess };
}

/** Returns the discount by rate and category: the sum of the items minus the taxable base. */
export function discountsOf({
  items,
  taxes,
  currency,
}: Pick<EInvoiceContent, 'items' | 'taxes' | 'currency'>): (Pick<TaxSum, 'rate' | 'category'> & {
  cents: number;
})[] {
  const { taxes: listed } = totalsOf({ items }, currency);
  return taxes.flatMap(({ rate, category, baseCents }) => {
    const lines = listed.find((one) => isSameTax(one, { rate: normalRate(rate), category }));
    const cents = (lines?.baseCents ?? 0) - baseCents;
    return cents === 0 ? [] : [{ rate, category, cents }];
  });
}

/** Returns whether all amounts have at most two decimals. Unit prices can have more. */
function hasTwoDecimals(content: EInvoiceContent): boolean {
  const { currency, items, taxes } = content;
  if (decimalsOf(currency) < 3) return true;
  return [
    ...items.map((item) => lineCents(item, currency)),
    ...taxes.flatMap(({ baseCents, amountCents }) => [baseCents, amountCents]),
    ...discountsOf(content).map(({ cents }) => cents),
  ].every((cents) => cents % 10 === 0);
}

/**
 * Lists missing fields that EN 16931 requires, and those that XRechnung requires if the client accepts nothing else.
 * Paths begin with `seller`, `client`, `items`, `settings` or the name of a field of the invoice.
 */
export function missingFor(content: EInvoiceContent): FieldIssue[] {
  const { seller, buyer, items, taxes, currency } = content;
  const issues: FieldIssue[] = [];
  const need = (isThere: unknown, path: string, message: string) => {
    if (!isThere) issues.push({ path, message });
  };
  const categories = new Set(taxes.map(({ category }) => category));
  const has = (...ones: readonly Parameters<typeof categories.has>[0][]) =>
    ones.some((one) => categories.has(one));

  need(items.length > 0, 'items', 'An item on the invoice');
  need(isCurrency(currency), 'currency', `${currency} is not a currency of the standard`);
  need(
    hasTwoDecimals(content),
    'currency',
    `Amounts with two decimals: the standard has no third one, as amounts in ${currency} can have`,
  );
  need(seller.name, 'seller.name', 'The registered name of the agency');
  const isCountry = (code: string | undefined) => countryCodes.includes(code ?? '');
  need(isCountry(seller.country), 'seller.country', 'The country of the agency');
  need(
    seller.vatNumber || seller.taxNumber,
    'seller.vatNumber',
    'The VAT number or the tax number of the agency',
  );
  need(buyer.company || buyer.name, 'client.name', 'The name of the client');
  need(isCountry(buyer.country), 'client.country', 'The country of the client');
  // For UBL, the library requires an electronic address of both parties, which can be an email.
  need(seller.electronicAddress || seller.email, 'seller.email', 'The email of the agency');
  need(
    buyer.electronicAddress || buyer.email,
    'client.email',
    'The email or the Peppol address of the client',
  );
  if (has('K', 'G')) {
    need(seller.vatNumber, 'seller.vatNumber', 'The VAT number of the agency');
  }
  if (has('AE', 'K')) {
    need(
      buyer.vatNumber,
      'client.vatNumber',
      `The VAT number of the client, for ${taxCategoryNames[has('AE') ? 'AE' : 'K'].toLowerCase()}`,
    );
  }
  if (has('O')) {
    need(categories.size === 1, 'items', 'Items outside the scope of VAT need a separate invoice');
  }
  const bases = taxes.reduce((sum, { baseCents }) => sum + baseCents, 0);
  const discounts = discountsOf(content);
  const discounted = discounts.reduce((sum, { cents }) => sum + cents, 0);
  need(
    discounted === content.discountCents &&
      discounts.every(({ cents }) => cents > 0) &&
      items.reduce((sum, item) => sum + lineCents(item, currency), 0) === bases + discounted,
    'items',
    'Items that add up to the document totals',
  );
  const totals = bases + taxes.reduce((sum, { amountCents }) => sum + amountCents, 0);
  need(totals >= 0, 'items', 'A total that is not below zero');

  if (isForXRechnung(content) && isLeitwegId(buyer.buyerReference)) {
    issues.push(...missingForXRechnung(content));
  }
  return issues;
}
