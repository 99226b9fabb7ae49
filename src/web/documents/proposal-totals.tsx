import { formatAmount } from '~/contract/common/currencies';
import { discountLabel } from '~/contract/documents/discount-label';
import type { Totals } from '~/contract/documents/money';
import { taxLabel } from '~/contract/documents/tax-words';
import type { ShownProposal } from '~/contract/proposals/proposals-schema';
import styles from './proposal-document.module.css';

export function ProposalTotals(props: {
  totals: Totals;
  discount: ShownProposal['discount'];
  currency: string;
  sellerCountry: string;
}) {
  const { totals, discount, currency, sellerCountry } = props;
  const money = (amount: string) => formatAmount(amount, currency);
  const taxes = totals.taxes.filter(({ category }) => category !== 'Z');
  const isDiscounted = Number(totals.discountTotal) > 0;
  return (
    <dl className={styles.totals} aria-label="Totals">
      {(taxes.length > 0 || isDiscounted) && (
        <div>
          <dt>Subtotal</dt>
          <dd>{money(totals.subtotal)}</dd>
        </div>
      )}
      {isDiscounted && (
        <div>
          <dt>{discountLabel(discount)}</dt>
          <dd>−{money(totals.discountTotal)}</dd>
        </div>
      )}
      {taxes.map((tax) => (
        <div key={`${tax.rate} ${tax.category}`}>
          <dt>{taxLabel(tax, money(tax.base), sellerCountry)}</dt>
          <dd>{money(tax.amount)}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{money(totals.total)}</dd>
      </div>
    </dl>
  );
}
