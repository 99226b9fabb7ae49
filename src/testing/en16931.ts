import { XMLParser } from 'fast-xml-parser';

import { stepCents } from '~/contract/common/currencies';

/**
 * Business rules of EN 16931 that apply to what the product issues, in own words, by their ids, over the parsed XML of either syntax. Amounts
 * are cents, so that sums are compared exactly.
 */

interface EnParty {
  name: string;
  country: string;
  vatNumber: string;
  taxNumber: string;
  registration: string;
  endpoint: string;
  endpointScheme: string;
  city: string;
  postcode: string;
  contact: { name: string; phone: string; email: string };
}

export interface EnDocument {
  specification: string;
  number: string;
  issueDate: string;
  type: string;
  currency: string;
  buyerReference: string;
  seller: EnParty;
  buyer: EnParty;
  deliveryDate: string;
  deliveryCountry: string;
  periodStart: string;
  periodEnd: string;
  preceding: string[];
  means: { code: string; account: string; card: string }[];
  dueDate: string;
  terms: string;
  lines: {
    id: string;
    name: string;
    quantity: string;
    unit: string;
    priceCents: number;
    netCents: number;
    category: string;
    rate: string;
  }[];
  taxes: {
    category: string;
    rate: string;
    baseCents: number;
    taxCents: number;
    reason: string;
    reasonCode: string;
  }[];
  linesCents: number;
  withoutTaxCents: number;
  taxCents: number;
  withTaxCents: number;
  prepaidCents: number;
  dueCents: number;
}

type Node = { [name: string]: Node } | Node[] | string | undefined;

const parser = new XMLParser({
  ignoreAttributes: false,
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
});

/** All nodes at a path, each of whose steps may be there more than once. */
function all(node: Node, path: string): Node[] {
  return path.split('/').reduce<Node[]>(
    (nodes, step) =>
      nodes.flatMap((one) => {
        if (typeof one !== 'object' || Array.isArray(one)) return [];
        const next = one[step];
        if (next === undefined) return [];
        return Array.isArray(next) ? next : [next];
      }),
    [node],
  );
}

function text(node: Node, path: string): string {
  const [first] = all(node, path);
  if (typeof first === 'string') return first;
  const inner = first && !Array.isArray(first) ? first['#text'] : undefined;
  return typeof inner === 'string' ? inner : '';
}

const attribute = (node: Node, path: string, name: string): string =>
  text(all(node, path)[0], `@_${name}`);

const cents = (amount: string): number => {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount);
  if (!match) return Number.NaN;
  const value = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -value : value;
};
const centsAt = (node: Node, path: string) => cents(text(node, path) || '0');

function readUbl(root: Node): EnDocument {
  const isCredit = all(root, 'CreditNote').length > 0;
  const document = all(root, isCredit ? 'CreditNote' : 'Invoice')[0];
  const at = (path: string) => text(document, path);
  const party = (path: string): EnParty => {
    const node = all(document, `${path}/Party`)[0];
    const numbers = all(node, 'PartyTaxScheme');
    const numberOf = (scheme: string) =>
      text(
        numbers.find((one) => text(one, 'TaxScheme/ID') === scheme),
        'CompanyID',
      );
    return {
      name: text(node, 'PartyLegalEntity/RegistrationName'),
      country: text(node, 'PostalAddress/Country/IdentificationCode'),
      vatNumber: numberOf('VAT'),
      taxNumber: numberOf('FC'),
      registration: text(node, 'PartyLegalEntity/CompanyID'),
      endpoint: text(node, 'EndpointID'),
      endpointScheme: attribute(node, 'EndpointID', 'schemeID'),
      city: text(node, 'PostalAddress/CityName'),
      postcode: text(node, 'PostalAddress/PostalZone'),
      contact: {
        name: text(node, 'Contact/Name'),
        phone: text(node, 'Contact/Telephone'),
        email: text(node, 'Contact/ElectronicMail'),
      },
    };
  };
  const quantity = isCredit ? 'CreditedQuantity' : 'InvoicedQuantity';
  return {
    specification: at('CustomizationID'),
    number: at('ID'),
    issueDate: at('IssueDate'),
    type: at(isCredit ? 'CreditNoteTypeCode' : 'InvoiceTypeCode'),
    currency: at('DocumentCurrencyCode'),
    buyerReference: at('BuyerReference'),
    seller: party('AccountingSupplierParty'),
    buyer: party('AccountingCustomerParty'),
    deliveryDate: at('Delivery/ActualDeliveryDate'),
    deliveryCountry: at('Delivery/DeliveryLocation/Address/Country/IdentificationCode'),
    periodStart: at('InvoicePeriod/StartDate'),
    periodEnd: at('InvoicePeriod/EndDate'),
    preceding: all(document, 'BillingReference').map((one) =>
      text(one, 'InvoiceDocumentReference/ID'),
    ),
    means: all(document, 'PaymentMeans').map((one) => ({
      code: text(one, 'PaymentMeansCode'),
      account: text(one, 'PayeeFinancialAccount/ID'),
      card: text(one, 'CardAccount/PrimaryAccountNumberID'),
    })),
    dueDate: at('DueDate'),
    terms: at('PaymentTerms/Note'),
    lines: all(document, isCredit ? 'CreditNoteLine' : 'InvoiceLine').map((line) => ({
      id: text(line, 'ID'),
      name: text(line, 'Item/Name'),
      quantity: text(line, quantity),
      unit: attribute(line, quantity, 'unitCode'),
      priceCents: centsAt(line, 'Price/PriceAmount'),
      netCents: centsAt(line, 'LineExtensionAmount'),
      category: text(line, 'Item/ClassifiedTaxCategory/ID'),
      rate: text(line, 'Item/ClassifiedTaxCategory/Percent'),
    })),
    taxes: all(document, 'TaxTotal/TaxSubtotal').map((tax) => ({
      category: text(tax, 'TaxCategory/ID'),
      rate: text(tax, 'TaxCategory/Percent'),
      baseCents: centsAt(tax, 'TaxableAmount'),
      taxCents: centsAt(tax, 'TaxAmount'),
      reason: text(tax, 'TaxCategory/TaxExemptionReason'),
      reasonCode: text(tax, 'TaxCategory/TaxExemptionReasonCode'),
    })),
    linesCents: centsAt(document, 'LegalMonetaryTotal/LineExtensionAmount'),
    withoutTaxCents: centsAt(document, 'LegalMonetaryTotal/TaxExclusiveAmount'),
    taxCents: centsAt(document, 'TaxTotal/TaxAmount'),
    withTaxCents: centsAt(document, 'LegalMonetaryTotal/TaxInclusiveAmount'),
    prepaidCents: centsAt(document, 'LegalMonetaryTotal/PrepaidAmount'),
    dueCents: centsAt(document, 'LegalMonetaryTotal/PayableAmount'),
  };
}

const day = (compact: string) => compact.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');

function readCii(root: Node): EnDocument {
  const document = all(root, 'CrossIndustryInvoice')[0];
  const trade = all(document, 'SupplyChainTradeTransaction')[0];
  const agreement = all(trade, 'ApplicableHeaderTradeAgreement')[0];
  const delivery = all(trade, 'ApplicableHeaderTradeDelivery')[0];
  const settlement = all(trade, 'ApplicableHeaderTradeSettlement')[0];
  const sums = all(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation')[0];
  const party = (name: string): EnParty => {
    const node = all(agreement, name)[0];
    const numbers = all(node, 'SpecifiedTaxRegistration');
    const numberOf = (scheme: string) =>
      text(
        numbers.find((one) => attribute(one, 'ID', 'schemeID') === scheme),
        'ID',
      );
    return {
      name: text(node, 'Name'),
      country: text(node, 'PostalTradeAddress/CountryID'),
      vatNumber: numberOf('VA'),
      taxNumber: numberOf('FC'),
      registration: text(node, 'SpecifiedLegalOrganization/ID'),
      endpoint: text(node, 'URIUniversalCommunication/URIID'),
      endpointScheme: attribute(node, 'URIUniversalCommunication/URIID', 'schemeID'),
      city: text(node, 'PostalTradeAddress/CityName'),
      postcode: text(node, 'PostalTradeAddress/PostcodeCode'),
      contact: {
        name: text(node, 'DefinedTradeContact/PersonName'),
        phone: text(node, 'DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber'),
        email: text(node, 'DefinedTradeContact/EmailURIUniversalCommunication/URIID'),
      },
    };
  };
  return {
    specification: text(
      document,
      'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID',
    ),
    number: text(document, 'ExchangedDocument/ID'),
    issueDate: day(text(document, 'ExchangedDocument/IssueDateTime/DateTimeString')),
    type: text(document, 'ExchangedDocument/TypeCode'),
    currency: text(settlement, 'InvoiceCurrencyCode'),
    buyerReference: text(agreement, 'BuyerReference'),
    seller: party('SellerTradeParty'),
    buyer: party('BuyerTradeParty'),
    deliveryDate: day(
      text(delivery, 'ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString'),
    ),
    deliveryCountry: text(delivery, 'ShipToTradeParty/PostalTradeAddress/CountryID'),
    periodStart: day(text(settlement, 'BillingSpecifiedPeriod/StartDateTime/DateTimeString')),
    periodEnd: day(text(settlement, 'BillingSpecifiedPeriod/EndDateTime/DateTimeString')),
    preceding: all(settlement, 'InvoiceReferencedDocument').map((one) =>
      text(one, 'IssuerAssignedID'),
    ),
    means: all(settlement, 'SpecifiedTradeSettlementPaymentMeans').map((one) => ({
      code: text(one, 'TypeCode'),
      account: text(one, 'PayeePartyCreditorFinancialAccount/IBANID'),
      card: text(one, 'ApplicableTradeSettlementFinancialCard/ID'),
    })),
    dueDate: day(text(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString')),
    terms: text(settlement, 'SpecifiedTradePaymentTerms/Description'),
    lines: all(trade, 'IncludedSupplyChainTradeLineItem').map((line) => ({
      id: text(line, 'AssociatedDocumentLineDocument/LineID'),
      name: text(line, 'SpecifiedTradeProduct/Name'),
      quantity: text(line, 'SpecifiedLineTradeDelivery/BilledQuantity'),
      unit: attribute(line, 'SpecifiedLineTradeDelivery/BilledQuantity', 'unitCode'),
      priceCents: centsAt(
        line,
        'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount',
      ),
      netCents: centsAt(
        line,
        'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount',
      ),
      category: text(line, 'SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode'),
      rate: text(line, 'SpecifiedLineTradeSettlement/ApplicableTradeTax/RateApplicablePercent'),
    })),
    taxes: all(settlement, 'ApplicableTradeTax').map((tax) => ({
      category: text(tax, 'CategoryCode'),
      rate: text(tax, 'RateApplicablePercent'),
      baseCents: centsAt(tax, 'BasisAmount'),
      taxCents: centsAt(tax, 'CalculatedAmount'),
      reason: text(tax, 'ExemptionReason'),
      reasonCode: text(tax, 'ExemptionReasonCode'),
    })),
    linesCents: centsAt(sums, 'LineTotalAmount'),
    withoutTaxCents: centsAt(sums, 'TaxBasisTotalAmount'),
    taxCents: centsAt(sums, 'TaxTotalAmount'),
    withTaxCents: centsAt(sums, 'GrandTotalAmount'),
    prepaidCents: centsAt(sums, 'TotalPrepaidAmount'),
    dueCents: centsAt(sums, 'DuePayableAmount'),
  };
}

/** What a structured invoice says, in whichever syntax. */
export function readEn16931(xml: string): EnDocument {
  const root = parser.parse(xml) as Node;
  return all(root, 'CrossIndustryInvoice').length > 0 ? readCii(root) : readUbl(root);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const taxed = (document: EnDocument, category: string) =>
  document.taxes.filter((tax) => tax.category === category);
const usesOne = (document: EnDocument, category: string) =>
  document.lines.some((line) => line.category === category);

/** Rules of every category without tax: one sum, no tax, and those with a reason name it. */
function rulesWithoutTax(category: string, id: string, hasReason: boolean): Rules {
  return {
    [`BR-${id}-1`]: (d) => !usesOne(d, category) || taxed(d, category).length === 1,
    [`BR-${id}-5`]: (d) =>
      d.lines.every(
        (line) =>
          line.category !== category ||
          (category === 'O' ? line.rate === '' : Number(line.rate) === 0),
      ),
    [`BR-${id}-8`]: (d) =>
      taxed(d, category).every(
        (tax) =>
          tax.baseCents ===
          sum(d.lines.filter((line) => line.category === category).map((line) => line.netCents)),
      ),
    [`BR-${id}-9`]: (d) => taxed(d, category).every((tax) => tax.taxCents === 0),
    [`BR-${id}-10`]: (d) =>
      taxed(d, category).every((tax) => Boolean(tax.reason || tax.reasonCode) === hasReason),
  };
}

type Rules = Record<string, (document: EnDocument) => boolean>;

/** Each holds for a document that may be issued. */
export const en16931Rules: Rules = {
  'BR-01': (d) => d.specification.startsWith('urn:cen.eu:en16931:2017'),
  'BR-02': (d) => d.number !== '',
  'BR-03': (d) => /^\d{4}-\d{2}-\d{2}$/.test(d.issueDate),
  'BR-04': (d) => ['380', '381'].includes(d.type),
  'BR-05': (d) => /^[A-Z]{3}$/.test(d.currency),
  'BR-06': (d) => d.seller.name !== '',
  'BR-07': (d) => d.buyer.name !== '',
  'BR-09': (d) => /^[A-Z]{2}$/.test(d.seller.country),
  'BR-11': (d) => /^[A-Z]{2}$/.test(d.buyer.country),
  'BR-16': (d) => d.lines.length > 0,
  'BR-21': (d) => d.lines.every((line) => line.id !== ''),
  'BR-22': (d) => d.lines.every((line) => line.quantity !== ''),
  'BR-23': (d) => d.lines.every((line) => line.unit !== ''),
  'BR-25': (d) => d.lines.every((line) => line.name !== ''),
  'BR-27': (d) => d.lines.every((line) => line.priceCents >= 0),
  'BR-29': (d) => !d.periodStart || !d.periodEnd || d.periodEnd >= d.periodStart,
  'BR-49': (d) => d.means.every((one) => one.code !== ''),
  'BR-51': (d) => d.means.every((one) => one.card.length <= 10),
  'BR-55': (d) => d.type !== '381' || d.preceding.some(Boolean),
  'BR-61': (d) => d.means.every((one) => !['30', '58'].includes(one.code) || one.account !== ''),
  'BR-62': (d) => !d.seller.endpoint || d.seller.endpointScheme !== '',
  'BR-63': (d) => !d.buyer.endpoint || d.buyer.endpointScheme !== '',
  'BR-CO-04': (d) => d.lines.every((line) => line.category !== ''),
  'BR-CO-09': (d) =>
    [d.seller.vatNumber, d.buyer.vatNumber].every((one) => !one || /^[A-Z]{2}/.test(one)),
  'BR-CO-10': (d) => d.linesCents === sum(d.lines.map((line) => line.netCents)),
  'BR-CO-13': (d) => d.withoutTaxCents === d.linesCents,
  'BR-CO-14': (d) => d.taxCents === sum(d.taxes.map((tax) => tax.taxCents)),
  'BR-CO-15': (d) => d.withTaxCents === d.withoutTaxCents + d.taxCents,
  'BR-CO-16': (d) => d.dueCents === d.withTaxCents - d.prepaidCents,
  'BR-CO-17': (d) =>
    d.taxes.every(
      (tax) =>
        Math.abs(tax.taxCents - (tax.baseCents * Number(tax.rate || 0)) / 100) <=
        stepCents(d.currency),
    ),
  'BR-CO-18': (d) => d.taxes.length > 0,
  'BR-CO-25': (d) => d.dueCents <= 0 || d.dueDate !== '' || d.terms !== '',
  'BR-CO-26': (d) => d.seller.vatNumber !== '' || d.seller.registration !== '',
  'BR-S-02': (d) => !usesOne(d, 'S') || d.seller.vatNumber !== '' || d.seller.taxNumber !== '',
  'BR-S-05': (d) => d.lines.every((line) => line.category !== 'S' || Number(line.rate) > 0),
  'BR-S-08': (d) =>
    taxed(d, 'S').every(
      (tax) =>
        tax.baseCents ===
        sum(
          d.lines
            .filter((line) => line.category === 'S' && Number(line.rate) === Number(tax.rate))
            .map((line) => line.netCents),
        ),
    ),
  'BR-S-10': (d) => taxed(d, 'S').every((tax) => !tax.reason && !tax.reasonCode),
  ...rulesWithoutTax('Z', 'Z', false),
  ...rulesWithoutTax('E', 'E', true),
  ...rulesWithoutTax('AE', 'AE', true),
  ...rulesWithoutTax('K', 'IC', true),
  ...rulesWithoutTax('G', 'G', true),
  ...rulesWithoutTax('O', 'O', true),
  'BR-AE-2': (d) =>
    !usesOne(d, 'AE') ||
    ((d.seller.vatNumber !== '' || d.seller.taxNumber !== '') && d.buyer.vatNumber !== ''),
  'BR-IC-2': (d) => !usesOne(d, 'K') || (d.seller.vatNumber !== '' && d.buyer.vatNumber !== ''),
  'BR-IC-11': (d) => !usesOne(d, 'K') || d.deliveryDate !== '' || d.periodStart !== '',
  'BR-IC-12': (d) => !usesOne(d, 'K') || d.deliveryCountry !== '',
  'BR-G-2': (d) => !usesOne(d, 'G') || d.seller.vatNumber !== '',
  'BR-O-2': (d) => !usesOne(d, 'O') || (d.seller.vatNumber === '' && d.buyer.vatNumber === ''),
  'BR-O-11': (d) => !usesOne(d, 'O') || d.taxes.length === 1,
};

/** Rules of XRechnung 3.0, for a German seller and a buyer with a reference. */
export const xRechnungRules: Rules = {
  'BR-DE-1': (d) => d.means.length > 0,
  'BR-DE-2': (d) => Object.values(d.seller.contact).some(Boolean),
  'BR-DE-3': (d) => d.seller.city !== '',
  'BR-DE-4': (d) => d.seller.postcode !== '',
  'BR-DE-5': (d) => d.seller.contact.name !== '',
  'BR-DE-6': (d) => d.seller.contact.phone !== '',
  'BR-DE-7': (d) => d.seller.contact.email !== '',
  'BR-DE-8': (d) => d.buyer.city !== '',
  'BR-DE-9': (d) => d.buyer.postcode !== '',
  'BR-DE-15': (d) => d.buyerReference !== '',
  'BR-DE-16': (d) => d.seller.vatNumber !== '' || d.seller.taxNumber !== '',
  'BR-DE-21': (d) => d.specification.endsWith('xrechnung_3.0'),
  'BR-DE-24': (d) => d.means.every((one) => one.code !== '48' || one.card !== ''),
  'BR-DE-27': (d) => (d.seller.contact.phone.match(/\d/g) ?? []).length >= 3,
  'BR-DE-28': (d) => /^[^@\s]+@[^@\s]+$/.test(d.seller.contact.email),
  'PEPPOL-EN16931-R020': (d) => d.seller.endpoint !== '',
  'PEPPOL-EN16931-R010': (d) => d.buyer.endpoint !== '',
};

/** Rules of Peppol BIS Billing 3.0, for UBL between two electronic addresses. */
export const peppolRules: Rules = {
  'PEPPOL-EN16931-R003': (d) => d.buyerReference !== '',
  'PEPPOL-EN16931-R004': (d) => d.specification.endsWith('poacc:billing:3.0'),
  'PEPPOL-EN16931-R010': (d) => d.buyer.endpoint !== '',
  'PEPPOL-EN16931-R020': (d) => d.seller.endpoint !== '',
  'PEPPOL-EN16931-R120': (d) =>
    d.lines.every((line) => Math.abs(line.netCents - Number(line.quantity) * line.priceCents) <= 2),
};

/** The ids of the rules that a document breaks. */
export const brokenRules = (document: EnDocument, rules: Rules = en16931Rules): string[] =>
  Object.entries(rules).flatMap(([id, holds]) => (holds(document) ? [] : [id]));
