import { formatCents } from '~/contract/common/currencies';
import { choicesOf, completeSelection } from '~/contract/documents/choices';
import { discountLabel } from '~/contract/documents/discount-label';
import { type Discount, type LineItem, lineCents, totalsOf } from '~/contract/documents/money';
import { taxLabel } from '~/contract/documents/tax-words';
import { TotalsList } from './totals-list';

/** Shows the totals of the items. They are updated while typing, and computed with the same function as on the server. */
export function DocumentTotals(props: {
  items: readonly LineItem[];
  discount?: Discount | null;
  currency: string;
  /** Country of the seller, which determines the name of the tax. */
  sellerCountry: string;
}) {
  const { items, discount, currency } = props;
  const totals = totalsOf({ items, discount }, currency);
  const money = (cents: number) => formatCents(cents, currency);
  const priceOf = (item: LineItem) => lineCents(item, currency) * (100 + Number(item.taxRate));
  // Sorts the most expensive options first, because the first item of each choice counts.
  const options = [...items.entries()]
    .filter(([, item]) => item.optional)
    .sort(([, one], [, other]) => priceOf(other) - priceOf(one))
    .map(([index]) => index);
  const most = completeSelection(items, options);
  const withOptions = totalsOf({ items, discount }, currency, most).totalCents;
  const mostLabel = choicesOf(items).size > 0 ? 'Maximum total' : 'Total with all options';
  const { subtotalCents, discountCents, taxes, totalCents } = totals;
  return (
    <TotalsList
      lines={[
        { label: 'Subtotal', amount: money(subtotalCents) },
        ...(discountCents > 0
          ? [{ label: discountLabel(discount), amount: `−${money(discountCents)}` }]
          : []),
        ...taxes.flatMap((tax) => {
          const kind = { category: tax.category, rate: tax.rate };
          const label = taxLabel(kind, money(tax.baseCents), props.sellerCountry);
          return label ? [{ label, amount: money(tax.amountCents) }] : [];
        }),
        { label: 'Total', amount: money(totalCents), isSum: true },
        ...(options.length > 0 ? [{ label: mostLabel, amount: money(withOptions) }] : []),
      ]}
    />
  );
}
