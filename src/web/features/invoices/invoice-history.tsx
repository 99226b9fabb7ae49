import { decimalsOf, formatAmount } from '~/contract/common/currencies';
import { paymentMethodInWords } from '~/contract/invoices/invoices';
import type { ClientInvoice } from '~/contract/invoices/invoices-schema';
import { formatDate } from '~/web/lib/dates';
import styles from './invoice-document.module.css';

const sumOf = (amounts: readonly string[]): number =>
  amounts.reduce((sum, amount) => sum + Number(amount), 0);

/** Lists payments, refunds and credits, from the total to the outstanding amount, so that the lines add up. */
export function InvoiceHistory({ invoice, files }: { invoice: ClientInvoice; files: string }) {
  const { creditNotes, currency, overpaid, paid, payments, refunds } = invoice;
  const money = (decimal: string) => formatAmount(decimal, currency);
  const received = payments.filter(({ status }) => status === 'completed' || status === 'refunded');
  if (received.length === 0 && creditNotes.length === 0) return null;
  const amountsOf = (rows: readonly { amount: string }[]) => rows.map(({ amount }) => amount);
  const balance = Number(paid) - sumOf(amountsOf(received)) + sumOf(amountsOf(refunds));
  const fromBalance = balance.toFixed(decimalsOf(currency));
  return (
    <section className={styles.part} aria-labelledby="history-title">
      <h2 id="history-title" className={styles.heading}>
        Payments and credit notes
      </h2>
      <dl className={styles.lines}>
        <div>
          <dt>Invoice total</dt>
          <dd>{money(invoice.total)}</dd>
        </div>
        {received.map((payment) => (
          <div key={payment.id}>
            <dt>
              Paid by {paymentMethodInWords(payment)}
              {payment.date && ` on ${formatDate(payment.date)}`}
            </dt>
            <dd>−{money(payment.amount)}</dd>
          </div>
        ))}
        {Number(fromBalance) !== 0 && (
          <div>
            <dt>{balance > 0 ? 'Paid from your balance' : 'Added to your balance'}</dt>
            <dd>
              {balance > 0 ? '−' : ''}
              {money(fromBalance.replace('-', ''))}
            </dd>
          </div>
        )}
        {refunds.map((refund) => (
          <div key={`refund ${refund.id}`}>
            <dt>
              {refund.amount.startsWith('-') ? 'Refund reversed' : 'Refunded'} on{' '}
              {formatDate(refund.date)}
              {refund.reference && <span className={styles.note}>{refund.reference}</span>}
            </dt>
            <dd>
              {refund.amount.startsWith('-') ? '−' : ''}
              {money(refund.amount.replace('-', ''))}
            </dd>
          </div>
        ))}
        {creditNotes.map((note) => (
          <div key={`note ${note.id}`}>
            <dt>
              <a href={`${files}/credit-notes/${note.id}/pdf`}>Credit note {note.number}</a> of{' '}
              {formatDate(note.issueDate)}
              <span className={styles.note}>{note.reason}</span>
            </dt>
            <dd>−{money(note.total)}</dd>
          </div>
        ))}
        <div className={styles.sum}>
          <dt>{Number(overpaid) > 0 ? 'Overpayment' : 'Balance due'}</dt>
          <dd>{money(Number(overpaid) > 0 ? overpaid : invoice.remaining)}</dd>
        </div>
      </dl>
    </section>
  );
}
