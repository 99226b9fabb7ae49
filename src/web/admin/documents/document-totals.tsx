import { formatCents } from '~/contract/common/currencies';
import { type Discount, type LineItem, totalsOf } from '~/contract/documents/money';

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
  return (
    <dl className="document-totals" aria-label="Totals">
      <dt>Subtotal</dt>
      <dd>{money(totals.subtotalCents)}</dd>
      {totals.discountCents > 0 && (
        <>
          <dt>Discount</dt>
          <dd>−{money(totals.discountCents)}</dd>
        </>
      )}
      {totals.taxes
        .filter(({ rate }) => rate !== '0')
        .map(({ rate, baseCents, amountCents }) => (
          <div key={rate} style={{ display: 'contents' }}>
            <dt>
              Tax, {rate}% of {money(baseCents)}
            </dt>
            <dd>{money(amountCents)}</dd>
          </div>
        ))}
      <dt className="document-total">Total</dt>
      <dd className="document-total">{money(totals.totalCents)}</dd>
      {options.length > 0 && (
        <>
          <dt>With all options</dt>
          <dd>{money(withOptions)}</dd>
        </>
      )}
    </dl>
  );
}
