import { formatCents } from '~/contract/common/currencies';
import { type Discount, type LineItem, totalsOf } from '~/contract/documents/money';
import { TotalsList } from './totals-list';

/** What the lines come to, computed while they are typed by the function that the server computes with. */
export function DocumentTotals(props: {
  items: readonly LineItem[];
  discount?: Discount | null;
  currency: string;
}) {
  const { items, discount, currency } = props;
  const totals = totalsOf({ items, discount }, currency);
  const money = (cents: number) => formatCents(cents, currency);
  const options = items.flatMap((item, index) => (item.optional ? [index] : []));
  const withOptions = totalsOf({ items, discount }, currency, options).totalCents;
  const { subtotalCents, discountCents, taxes, totalCents } = totals;
  return (
    <TotalsList
      lines={[
        { label: 'Subtotal', amount: money(subtotalCents) },
        ...(discountCents > 0 ? [{ label: 'Discount', amount: `−${money(discountCents)}` }] : []),
        ...taxes
          .filter(({ rate }) => rate !== '0')
          .map(({ rate, baseCents, amountCents }) => ({
            label: `Tax, ${rate}% of ${money(baseCents)}`,
            amount: money(amountCents),
          })),
        { label: 'Total', amount: money(totalCents), isSum: true },
        ...(options.length > 0 ? [{ label: 'With all options', amount: money(withOptions) }] : []),
      ]}
    />
  );
}
