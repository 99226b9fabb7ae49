import { centsToAmount, formatCents } from '~/contract/common/currencies';
import { AppError, type FieldIssue } from '~/contract/common/errors';
import { discountedItems, lineCents, normalRate, type TaxSum } from '~/contract/documents/money';
import { categoryOf } from '~/contract/documents/tax-categories';
import type { InvoiceItem } from '~/contract/invoices/invoice-item';
import type { CreditFields } from '~/contract/invoices/invoices-schema';
import { completeItems, type ItemDefaults, rejectFields } from '~/server/features/documents/items';
import type { CreditNoteRow, InvoiceRow } from './invoices.rows';

type GivenItem = NonNullable<CreditFields['items']>[number];

/** Item of an invoice, or several with the same description and tax. */
interface Creditable {
  item: InvoiceItem;
  /** Sum that is not credited yet, after the discount and without tax. Negative for a deduction. */
  leftCents: number;
}

const nameOf = ({ description }: { description: string }) => description.trim().toLowerCase();

const hasTax = (one: InvoiceItem, { taxRate, taxCategory }: Partial<InvoiceItem>): boolean =>
  (taxRate === undefined || normalRate(one.taxRate) === normalRate(taxRate)) &&
  (taxCategory === undefined || categoryOf(one) === taxCategory);

/** Returns the items of an invoice with the amounts that are not credited yet. */
function creditableOf(
  { items, discount, currency }: InvoiceRow,
  notes: readonly CreditNoteRow[],
): Creditable[] {
  const all: Creditable[] = [];
  const find = (item: InvoiceItem) =>
    all.find(
      (one) =>
        nameOf(one.item) === nameOf(item) &&
        hasTax(one.item, { ...item, taxCategory: categoryOf(item) }),
    );
  for (const item of discountedItems({ items, discount }, currency)) {
    const known = find(item);
    const cents = lineCents(item, currency);
    if (known) known.leftCents += cents;
    else all.push({ item, leftCents: cents });
  }
  for (const item of notes.flatMap((note) => note.items)) {
    const credited = find(item);
    if (credited) credited.leftCents -= lineCents(item, currency);
  }
  return all;
}

/** Returns whether a credited amount exceeds what is not credited yet. Both are negative for a deduction. */
export const isBeyond = (cents: number, left: number): boolean =>
  left < 0 ? cents > 0 || cents < left : cents > left;

/**
 * Returns the amount of an item that can still be credited: at most what remains of its tax, plus the deductions with
 * this tax.
 */
function leftOfItem(
  { item, leftCents }: Creditable,
  creditable: readonly Creditable[],
  left: readonly TaxSum[],
): number {
  const isSame = (tax: Partial<InvoiceItem>) => hasTax(item, tax);
  const ofTax = left.find(({ rate, category }) => isSame({ taxRate: rate, taxCategory: category }));
  const deducted = creditable
    .filter((one) => isSame({ ...one.item, taxCategory: categoryOf(one.item) }))
    .reduce((sum, one) => sum + Math.min(0, one.leftCents), 0);
  return Math.min(leftCents, (ofTax?.baseCents ?? 0) - deducted);
}

/**
 * Completes credited items. A credited item with the same description as one of the invoice gets the tax of that item.
 * Without a price, the credited item also gets the amount that is not credited yet, after the discount.
 *
 * @param left amounts that are not credited yet, for each rate
 * @throws BAD_REQUEST that names missing fields, CONFLICT if an item exceeds what remains of it
 */
export function creditedItems(
  invoice: InvoiceRow,
  notes: readonly CreditNoteRow[],
  given: readonly GivenItem[],
  { defaults, left }: { defaults: ItemDefaults; left: readonly TaxSum[] },
): InvoiceItem[] {
  const { currency } = invoice;
  const creditable = creditableOf(invoice, notes);
  const issues: FieldIssue[] = [];
  const add = (index: number, field: string, message: string) =>
    issues.push({ path: `items.${index}.${field}`, message });
  const namedBy = given.map((item) =>
    creditable.filter((one) => nameOf(one.item) === nameOf(item) && hasTax(one.item, item)),
  );
  const filled = given.map(({ quantity, unitPrice, ...item }, index) => {
    const [named, ...others] = namedBy[index] ?? [];
    if (others.length > 0)
      add(index, 'taxRate', 'The invoice has this item at several taxes. Please enter its tax');
    if (unitPrice === undefined && quantity !== undefined)
      add(index, 'unitPrice', 'Please enter a unit price, or omit the quantity as well');
    else if (unitPrice === undefined && !named)
      add(index, 'unitPrice', 'Please enter a unit price, or the description of an invoice’s item');
    const tax = named && { taxRate: named.item.taxRate, taxCategory: categoryOf(named.item) };
    const rest = named ? leftOfItem(named, creditable, left) : 0;
    if (unitPrice === undefined && named && rest === 0)
      add(index, 'description', 'Nothing is left of this item');
    return {
      ...item,
      ...tax,
      quantity: quantity ?? '1',
      unitPrice: unitPrice ?? centsToAmount(rest, currency),
    };
  });
  rejectFields(issues);
  const complete = completeItems(filled, defaults);
  for (const [index, item] of complete.entries()) {
    const [named] = namedBy[index] ?? [];
    if (!named) continue;
    const cents = lineCents(item, currency);
    if (isBeyond(cents, named.leftCents)) {
      const rest = formatCents(named.leftCents, currency);
      const message = `This is more than is left of “${item.description}”: ${rest} before tax`;
      add(index, 'unitPrice', message);
    }
    named.leftCents -= cents;
  }
  const [first] = issues;
  if (first) throw new AppError('CONFLICT', first.message, { issues });
  return complete;
}
