import { stepCents } from '~/contract/common/currencies';
import type { EnDocument } from './read-en16931';

/** Business rules of EN 16931 that apply to the product's documents, paraphrased, by id. */

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const taxed = (document: EnDocument, category: string) =>
  document.taxes.filter((tax) => tax.category === category);
const usesOne = (document: EnDocument, category: string) =>
  document.lines.some((line) => line.category === category);

/** Returns the sum of the matching lines, minus discounts. */
const baseOf = (
  { lines, allowances }: EnDocument,
  fits: (one: { category: string; rate: string }) => boolean,
): number =>
  sum(lines.filter(fits).map(({ netCents }) => netCents)) -
  sum(allowances.filter(fits).map(({ cents }) => cents));

/** Rules for every category without tax: one total, no tax, and a reason if the category requires one. */
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
        (tax) => tax.baseCents === baseOf(d, (one) => one.category === category),
      ),
    [`BR-${id}-9`]: (d) => taxed(d, category).every((tax) => tax.taxCents === 0),
    [`BR-${id}-10`]: (d) =>
      taxed(d, category).every((tax) => Boolean(tax.reason || tax.reasonCode) === hasReason),
  };
}

type Rules = Record<string, (document: EnDocument) => boolean>;

/** Rules that return true for a document which can be issued. */
const en16931Rules: Rules = {
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
  'BR-27': (d) => d.lines.every((line) => line.price >= 0),
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
  'BR-33': (d) => d.allowances.every((one) => one.reason !== ''),
  'BR-CO-11': (d) => d.allowanceCents === sum(d.allowances.map((one) => one.cents)),
  'BR-CO-13': (d) => d.withoutTaxCents === d.linesCents - d.allowanceCents,
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
        baseOf(d, (one) => one.category === 'S' && Number(one.rate) === Number(tax.rate)),
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
    d.lines.every(
      (line) => Math.abs(line.netCents - Number(line.quantity) * line.price * 100) <= 2,
    ),
};

/** Returns the ids of the rules that a document breaks. */
export const brokenRules = (document: EnDocument, rules: Rules = en16931Rules): string[] =>
  Object.entries(rules).flatMap(([id, holds]) => (holds(document) ? [] : [id]));
