import { getRouteApi, Link } from '@tanstack/react-router';

import { formatMoney } from '~/contract/common/money';
import { formatDate } from '~/web/lib/dates';
import { useSuspenseQuery } from '~/web/lib/queries';
import { Button, buttonClass } from '~/web/ui/button';
import styles from './page-receipt.module.css';

const route = getRouteApi('/dashboard/payments/$id');

export function PageReceipt() {
  const { api } = route.useRouteContext();
  const { id } = route.useParams();
  const { data: receipt } = useSuspenseQuery(api.billing.receipt.queryOptions({ id: Number(id) }));
  const money = (decimal: string) => formatMoney(decimal, receipt.currency);
  const isRefunded = Number(receipt.refunded) > 0;
  const kept = (Number(receipt.amount) - Number(receipt.refunded)).toFixed(2);
  return (
    <article className={`wrap ${styles.page}`} aria-labelledby="receipt-title">
      <div className={styles.head}>
        <h1 id="receipt-title" className={styles.title}>
          Receipt
        </h1>
        <p className={styles.number}>{receipt.number}</p>
      </div>
      <div className={styles.parties}>
        <section>
          <h2 className={styles.label}>From</h2>
          <p className={styles.party}>{receipt.seller.name}</p>
          {receipt.seller.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </section>
        <section>
          <h2 className={styles.label}>Paid by</h2>
          <p className={styles.party}>{receipt.payer.name}</p>
          <p>{receipt.payer.email}</p>
        </section>
        <section>
          <h2 className={styles.label}>Paid on</h2>
          <p className={styles.party}>{formatDate(receipt.paidAt ?? receipt.createdAt)}</p>
          {receipt.invoice && (
            <p>
              For invoice{' '}
              <Link
                to="/dashboard/invoices/$id"
                params={{ id: String(receipt.invoice.id) }}
                className={styles.whole}
              >
                {receipt.invoice.number}
              </Link>
              , which shows the tax
            </p>
          )}
        </section>
      </div>
      <dl className={styles.lines}>
        <div>
          <dt>{receipt.description}</dt>
          <dd>{money(receipt.amount)}</dd>
        </div>
        {isRefunded && (
          <div>
            <dt>Refunded</dt>
            <dd>−{money(receipt.refunded)}</dd>
          </div>
        )}
        {Number(receipt.overpaid) > 0 && (
          <div>
            <dt>Overpayment</dt>
            <dd>{money(receipt.overpaid)}</dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>{isRefunded ? 'Paid, less refunds' : 'Paid'}</dt>
          <dd>{money(kept)}</dd>
        </div>
      </dl>
      <div className={styles.actions}>
        <Button onClick={() => window.print()}>Print</Button>
        <Link to="/dashboard" className={buttonClass('outline')}>
          Back to the dashboard
        </Link>
      </div>
    </article>
  );
}
