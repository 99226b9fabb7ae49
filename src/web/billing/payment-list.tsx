import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import type { Payment } from '~/contract/billing';
import { formatMoney } from '~/contract/money';
import { formatDate } from '~/web/lib/dates';
import styles from './payment-list.module.css';

/** How many are shown before the rest is asked for. */
const recent = 5;

/** What is pending is settled by an event, usually within a second. */
const lookAgainMs = 2_000;

const hasReceipt = ({ status }: Payment) => status === 'completed' || status === 'refunded';

export function PaymentList() {
  const { api } = useRouter().options.context;
  const { data: payments } = useSuspenseQuery({
    ...api.billing.payments.queryOptions(),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'pending') ? lookAgainMs : false,
  });
  const rest = payments.slice(recent);
  const settled = payments.filter(({ status }) => status !== 'pending').length;

  // What is settled while one looks changes the figures above.
  const known = useRef(settled);
  useEffect(() => {
    if (known.current === settled) return;
    known.current = settled;
    void api.dashboard.invalidate();
  }, [settled, api]);

  return (
    <section aria-labelledby="payments-title">
      <h2 id="payments-title" className={styles.heading}>
        Recent Payments
      </h2>
      {payments.length === 0 ? (
        <p className={styles.empty}>No payments yet.</p>
      ) : (
        <Rows payments={payments.slice(0, recent)} />
      )}
      {rest.length > 0 && (
        <details>
          <summary className={styles.more}>{rest.length} earlier</summary>
          <Rows payments={rest} />
        </details>
      )}
    </section>
  );
}

function Rows({ payments }: { payments: Payment[] }) {
  return (
    <ul className={styles.rows}>
      {payments.map((payment) => (
        <li key={payment.id} className={styles.row}>
          <div>
            <p className={styles.what}>{payment.description}</p>
            <p className={styles.note}>
              {formatDate(payment.paidAt ?? payment.createdAt)}
              {payment.failure && ` · ${payment.failure}`}
            </p>
          </div>
          <p className={styles.amount}>{formatMoney(payment.amount, payment.currency)}</p>
          <p className={styles.status} data-status={payment.status}>
            {payment.status}
          </p>
          {hasReceipt(payment) && (
            <Link
              to="/dashboard/payments/$id"
              params={{ id: String(payment.id) }}
              aria-label={`Receipt of ${formatDate(payment.paidAt ?? payment.createdAt)}`}
            >
              Receipt
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
