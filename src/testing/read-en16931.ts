import { XMLParser } from 'fast-xml-parser';

/**
 * Structured invoices in a form that is the same for both syntaxes. Amounts are cents, so that totals are compared exactly.
 */

interface EnParty {
  name: string;
  country: string;
  vatNumber: string;
  taxNumber: string;
  registration: string;
  registrationScheme: string;
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
    /** Price in the currency's unit, with the decimals as written. */
    price: number;
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
  /** Discounts of the document. */
  allowances: { category: string; rate: string; cents: number; reason: string }[];
  linesCents: number;
  allowanceCents: number;
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

/** Returns all nodes at a path. Each step of the path may match several nodes. */
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
      registrationScheme: attribute(node, 'PartyLegalEntity/CompanyID', 'schemeID'),
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
      price: Number(text(line, 'Price/PriceAmount')),
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
    allowances: all(document, 'AllowanceCharge')
      .filter((one) => text(one, 'ChargeIndicator') === 'false')
      .map((one) => ({
        category: text(one, 'TaxCategory/ID'),
        rate: text(one, 'TaxCategory/Percent'),
        cents: centsAt(one, 'Amount'),
        reason: text(one, 'AllowanceChargeReason'),
      })),
    linesCents: centsAt(document, 'LegalMonetaryTotal/LineExtensionAmount'),
    allowanceCents: centsAt(document, 'LegalMonetaryTotal/AllowanceTotalAmount'),
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
      registrationScheme: attribute(node, 'SpecifiedLegalOrganization/ID', 'schemeID'),
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
      price: Number(
        text(line, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount'),
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
    allowances: all(settlement, 'SpecifiedTradeAllowanceCharge')
      .filter((one) => text(one, 'ChargeIndicator/Indicator') === 'false')
      .map((one) => ({
        category: text(one, 'CategoryTradeTax/CategoryCode'),
        rate: text(one, 'CategoryTradeTax/RateApplicablePercent'),
        cents: centsAt(one, 'ActualAmount'),
        reason: text(one, 'Reason'),
      })),
    linesCents: centsAt(sums, 'LineTotalAmount'),
    allowanceCents: centsAt(sums, 'AllowanceTotalAmount'),
    withoutTaxCents: centsAt(sums, 'TaxBasisTotalAmount'),
    taxCents: centsAt(sums, 'TaxTotalAmount'),
    withTaxCents: centsAt(sums, 'GrandTotalAmount'),
    prepaidCents: centsAt(sums, 'TotalPrepaidAmount'),
    dueCents: centsAt(sums, 'DuePayableAmount'),
  };
}

/** Reads a structured invoice in either syntax. */
export function readEn16931(xml: string): EnDocument {
  const root = parser.parse(xml) as Node;
  return all(root, 'CrossIndustryInvoice').length > 0 ? readCii(root) : readUbl(root);
}
