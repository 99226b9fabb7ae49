import { Link } from '@tanstack/react-router';

import { hasReceipt } from '~/contract/billing/billing';
import type { Payment } from '~/contract/billing/billing-schema';
import { shownPaymentStatus } from '~/contract/billing/payment-filters';
import { formatAmount } from '~/contract/common/currencies';
import { formatDate } from '~/web/lib/dates';
import { StatusBadge } from '~/web/ui/status-badge';
import styles from './payment-rows.module.css';

/** Payments with date, amount and status. */
export function PaymentRows({ payments, label }: { payments: Payment[]; label: string }) {
  return (
    <ul aria-label={label} className={styles.rows}>
      {payments.map((payment) => (
        <li key={payment.id} className={styles.row}>
          <div>
            <p className={styles.what}>{payment.description}</p>
            <p className={styles.note}>
              {formatDate(payment.paidAt ?? payment.createdAt)}
              {payment.failure && ` · ${payment.failure}`}
            </p>
          </div>
          <p className={styles.amount}>{formatAmount(payment.amount, payment.currency)}</p>
          <StatusBadge status={shownPaymentStatus(payment)} />
          {hasReceipt(payment.status) && (
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
