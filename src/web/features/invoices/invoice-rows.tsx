import { Link } from '@tanstack/react-router';

import { formatAmount } from '~/contract/common/currencies';
import { shownStatus } from '~/contract/invoices/invoices';
import type { OwnInvoice } from '~/contract/invoices/invoices-schema';
import { formatDate } from '~/web/lib/dates';
import { buttonClass } from '~/web/ui/button';
import { StatusBadge } from '~/web/ui/status-badge';
import styles from './invoice-rows.module.css';

/** Lists a client's invoices, each with its outstanding amount. */
export function InvoiceRows({ invoices, label }: { invoices: OwnInvoice[]; label: string }) {
  return (
    <ul aria-label={label} className={styles.rows}>
      {invoices.map((invoice) => {
        const { id, number, status, remaining, total, currency } = invoice;
        const params = { id: String(id) };
        const isOpen = status === 'open';
        return (
          <li key={id} className={styles.row}>
            <div>
              <Link to="/dashboard/invoices/$id" params={params} className={styles.number}>
                Invoice {number}
              </Link>
              <p className={styles.note}>
                {isOpen
                  ? `Due on ${formatDate(invoice.dueDate)}`
                  : `Issued ${formatDate(invoice.issueDate)}`}
              </p>
            </div>
            <p className={styles.amount}>
              {formatAmount(isOpen ? remaining : total, currency)}
              {isOpen && remaining !== total && (
                <span className={styles.note}>of {formatAmount(total, currency)}</span>
              )}
            </p>
            <StatusBadge status={shownStatus(invoice)} forClient />
            {isOpen && !invoice.isPaymentPending && (
              <Link
                to="/dashboard/invoices/$id"
                params={params}
                search={{ pay: true }}
                className={buttonClass('default', 'sm')}
                aria-label={`Pay invoice ${number}`}
              >
                Pay
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
