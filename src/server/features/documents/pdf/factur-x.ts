import { lineCents } from '~/contract/documents/money';
import type { InvoicePdf } from './invoice-pdf';

/** UN/ECE Recommendation 20 codes of the units that items are offered in. */
const unitCodes: Record<string, string> = {
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
};
const oneUnit = 'C62';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const xmlText = (text: string) =>
  text
    // Characters that XML has no form for.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is removed
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');

type Content = string | (string | undefined)[];

const element = (name: string, content: Content | undefined, attributes = ''): string => {
  const inner = Array.isArray(content) ? content.filter(Boolean).join('') : xmlText(content ?? '');
  return inner === '' ? '' : `<${name}${attributes}>${inner}</${name}>`;
};
const ram = (name: string, content: Content | undefined, attributes = '') =>
  element(`ram:${name}`, content, attributes);
const day = (name: string, date: string) =>
  ram(name, [`<udt:DateTimeString format="102">${date.replaceAll('-', '')}</udt:DateTimeString>`]);

/** A VAT identification number begins with its country's letters; any other number is the local one. */
const taxNumber = (number: string | undefined) =>
  number
    ? ram('SpecifiedTaxRegistration', [
        ram('ID', number, ` schemeID="${/^[A-Z]{2}[A-Z0-9]/.test(number) ? 'VA' : 'FC'}"`),
      ])
    : '';

/** With two decimals, or three where it has them. */
const rateOf = (rate: string) => Number(rate).toFixed(3).replace(/0$/, '');
/** Standard rate, or zero rated. */
const categoryOf = (rate: string) => (Number(rate) > 0 ? 'S' : 'Z');

/**
 * The invoice as EN 16931 XML in the syntax of Factur-X (UN/CEFACT CII); undefined where what the standard requires of seller, buyer
 * or amounts is missing.
 */
export function facturX(invoice: InvoicePdf): string | undefined {
  const { seller, client, totals, currency } = invoice;
  const required = [seller.name, seller.country, seller.taxNumber, client.name, client.country];
  if (required.some((value) => !value)) return undefined;
  // A discount would have to be divided by rate, and amounts have two decimals at most.
  if (Number(totals.discountTotal) !== 0 || /\.\d{3}/.test(totals.total)) return undefined;
  const basis = totals.taxes.reduce((sum, { base }) => sum + Math.round(Number(base) * 100), 0);
  const lines = invoice.items.reduce((sum, item) => sum + lineCents(item, currency), 0);
  if (lines !== basis || totals.taxes.length === 0) return undefined;
  const tax = totals.taxes.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);

  const line = (item: InvoicePdf['items'][number], index: number) =>
    ram('IncludedSupplyChainTradeLineItem', [
      ram('AssociatedDocumentLineDocument', [ram('LineID', String(index + 1))]),
      ram('SpecifiedTradeProduct', [
        ram('Name', item.description),
        ram('Description', item.detail),
      ]),
      ram('SpecifiedLineTradeAgreement', [
        ram('NetPriceProductTradePrice', [ram('ChargeAmount', item.unitPrice)]),
      ]),
      ram('SpecifiedLineTradeDelivery', [
        ram(
          'BilledQuantity',
          item.quantity,
          ` unitCode="${unitCodes[item.unit?.toLowerCase() ?? ''] ?? oneUnit}"`,
        ),
      ]),
      ram('SpecifiedLineTradeSettlement', [
        ram('ApplicableTradeTax', [
          ram('TypeCode', 'VAT'),
          ram('CategoryCode', categoryOf(item.taxRate)),
          ram('RateApplicablePercent', rateOf(item.taxRate)),
        ]),
        ram('SpecifiedTradeSettlementLineMonetarySummation', [ram('LineTotalAmount', item.amount)]),
      ]),
    ]);

  const party = (
    name: string,
    one: {
      name: string;
      lines: readonly string[];
      postcode?: string | undefined;
      city?: string | undefined;
      country: string;
      email: string;
      taxNumber?: string | undefined;
    },
  ) =>
    ram(name, [
      ram('Name', one.name),
      ram('PostalTradeAddress', [
        ram('PostcodeCode', one.postcode),
        ram('LineOne', one.lines[0]),
        ram('LineTwo', one.lines[1]),
        ram('LineThree', one.lines.slice(2).join(', ')),
        ram('CityName', one.city),
        ram('CountryID', one.country),
      ]),
      ram('URIUniversalCommunication', [ram('URIID', one.email, ' schemeID="EM"')]),
      taxNumber(one.taxNumber),
    ]);

  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"',
    ' xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"',
    ' xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">',
    element('rsm:ExchangedDocumentContext', [
      ram('GuidelineSpecifiedDocumentContextParameter', [ram('ID', 'urn:cen.eu:en16931:2017')]),
    ]),
    element('rsm:ExchangedDocument', [
      ram('ID', invoice.number),
      // A commercial invoice.
      ram('TypeCode', '380'),
      day('IssueDateTime', invoice.issueDate),
      invoice.note ? ram('IncludedNote', [ram('Content', invoice.note)]) : '',
    ]),
    element('rsm:SupplyChainTradeTransaction', [
      ...invoice.items.map(line),
      ram('ApplicableHeaderTradeAgreement', [
        party('SellerTradeParty', { ...seller, lines: seller.address }),
        party('BuyerTradeParty', {
          ...client,
          name: client.company || client.name,
          lines: client.address?.split('\n') ?? [],
          country: client.country ?? '',
        }),
      ]),
      // Empty where nothing is known of the delivery, and required.
      invoice.serviceDate
        ? ram('ApplicableHeaderTradeDelivery', [
            ram('ActualDeliverySupplyChainEvent', [day('OccurrenceDateTime', invoice.serviceDate)]),
          ])
        : '<ram:ApplicableHeaderTradeDelivery/>',
      ram('ApplicableHeaderTradeSettlement', [
        ram('PaymentReference', invoice.number),
        ram('InvoiceCurrencyCode', currency),
        ...totals.taxes.map(({ rate, base, amount }) =>
          ram('ApplicableTradeTax', [
            ram('CalculatedAmount', amount),
            ram('TypeCode', 'VAT'),
            ram('BasisAmount', base),
            ram('CategoryCode', categoryOf(rate)),
            ram('RateApplicablePercent', rateOf(rate)),
          ]),
        ),
        ram('SpecifiedTradePaymentTerms', [day('DueDateDateTime', invoice.dueDate)]),
        ram('SpecifiedTradeSettlementHeaderMonetarySummation', [
          ram('LineTotalAmount', (lines / 100).toFixed(2)),
          ram('TaxBasisTotalAmount', (basis / 100).toFixed(2)),
          ram('TaxTotalAmount', (tax / 100).toFixed(2), ` currencyID="${currency}"`),
          ram('GrandTotalAmount', totals.total),
          ram('DuePayableAmount', totals.total),
        ]),
      ]),
    ]),
    '</rsm:CrossIndustryInvoice>',
  ].join('');
}
