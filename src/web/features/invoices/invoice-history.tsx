import { formatAmount } from '~/contract/common/currencies';
import type { ClientInvoice } from '~/contract/invoices/invoices-schema';
import { formatDate } from '~/web/lib/dates';
import styles from './invoice-document.module.css';

const methods = { card: 'card', transfer: 'transfer', debit: 'bank debit' };

/** Payments so far and credit notes, and what they leave to be paid. */
export function InvoiceHistory({ invoice, files }: { invoice: ClientInvoice; files: string }) {
  const money = (decimal: string) => formatAmount(decimal, invoice.currency);
  const received = invoice.payments.filter(
    ({ status }) => status === 'completed' || status === 'refunded',
  );
  if (received.length === 0 && invoice.creditNotes.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="history-title">
      <h2 id="history-title" className={styles.heading}>
        Payments and credit notes
      </h2>
      <dl className={styles.lines}>
        {received.map((payment) => (
          <div key={payment.id}>
            <dt>
              Paid by {methods[payment.method]}
              {payment.date && ` on ${formatDate(payment.date)}`}
              {Number(payment.refunded) > 0 && (
                <span className={styles.note}>{money(payment.refunded)} of it was refunded</span>
              )}
            </dt>
            <dd>{money(payment.amount)}</dd>
          </div>
        ))}
        {invoice.creditNotes.map((note) => (
          <div key={note.id}>
            <dt>
              <a href={`${files}/credit-notes/${note.id}/pdf`}>Credit note {note.number}</a> of{' '}
              {formatDate(note.issueDate)}
              <span className={styles.note}>{note.reason}</span>
            </dt>
            <dd>−{money(note.total)}</dd>
          </div>
        ))}
        <div className={styles.sum}>
          <dt>Still to be paid</dt>
          <dd>{money(invoice.remaining)}</dd>
        </div>
      </dl>
    </section>
  );
}
