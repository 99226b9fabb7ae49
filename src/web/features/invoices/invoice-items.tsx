import { formatAmount, formatUnitPrice } from '~/contract/common/currencies';
import { discountLabel } from '~/contract/documents/discount-label';
import { itemTaxInWords, itemTaxLabel, taxLabel, taxWordOf } from '~/contract/documents/tax-words';
import type { ClientInvoice } from '~/contract/invoices/invoices-schema';
import styles from './invoice-items.module.css';

type Billed = Pick<
  ClientInvoice,
  'items' | 'discount' | 'totals' | 'currency' | 'taxNotes' | 'seller'
>;

const quantityOf = ({ quantity, unit }: Billed['items'][number]) =>
  [quantity.replace('-', '−'), unit].filter(Boolean).join(' ');

/** Lists the items of an invoice, with the totals of each tax rate. */
export function InvoiceItems({ items, discount, totals, currency, taxNotes, seller }: Billed) {
  const { country } = seller;
  const money = (decimal: string) => formatAmount(decimal, currency);
  const isTaxed = totals.taxes.some(({ category }) => category !== 'Z');
  const isDiscounted = Number(totals.discountTotal) > 0;
  return (
    <>
      <table className={styles.items}>
        <caption className="visually-hidden">Items</caption>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col">Quantity</th>
            <th scope="col">Unit price</th>
            {isTaxed && <th scope="col">{taxWordOf(country)}</th>}
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items never change their position
            <tr key={index}>
              <td>
                <span className={styles.what}>{item.description}</span>
                {item.detail && <span className={styles.detail}>{item.detail}</span>}
                <span className={styles.short}>
                  {quantityOf(item)} × {formatUnitPrice(item.unitPrice, currency)}
                  {isTaxed && `, ${itemTaxInWords(item, country)}`}
                </span>
              </td>
              <td>{quantityOf(item)}</td>
              <td>{formatUnitPrice(item.unitPrice, currency)}</td>
              {isTaxed && <td>{itemTaxLabel(item, country)}</td>}
              <td>{money(item.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles.totals}>
        {(isTaxed || isDiscounted) && (
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
        {isTaxed &&
          totals.taxes.map((tax) => {
            const note = taxNotes.find(({ category }) => category === tax.category)?.text;
            return (
              <div key={`${tax.rate} ${tax.category}`}>
                <dt>
                  {taxLabel(tax, money(tax.base), country) ||
                    `${taxWordOf(country)} ${tax.rate}% of ${money(tax.base)}`}
                  {note && <span className={styles.detail}>{note}</span>}
                </dt>
                <dd>{money(tax.amount)}</dd>
              </div>
            );
          })}
        <div className={styles.total}>
          <dt>Total</dt>
          <dd>{money(totals.total)}</dd>
        </div>
      </dl>
    </>
  );
}
