import type { ReactNode } from 'react';

import { formatAmount } from '~/contract/common/currencies';
import type { ClientInvoice } from '~/contract/invoices/invoices-schema';
import { ResultNote } from '~/web/ui/result-note';
import styles from './invoice-document.module.css';
import { stateSentence } from './state-sentence';

/**
 * Confirmation of a payment: the amount, the receipt, and what happens next. On screen, it replaces
 * the state of the invoice.
 */
export function PaidNote(props: { invoice: ClientInvoice; files: string; next?: ReactNode }) {
  const { invoice, files, next } = props;
  const { email } = invoice.client;
  return (
    <section className={`${styles.pay} ${styles.paid}`} aria-label="Payment">
      <ResultNote title={`Paid, ${formatAmount(invoice.paid, invoice.currency)}`}>
        <p>
          {stateSentence(invoice)}
          {email && ` We’ve sent a confirmation to ${email}.`}
        </p>
        <p className={styles.nextLinks}>
          <a href={`${files}/pdf`}>Download paid invoice</a>
          {next}
        </p>
      </ResultNote>
    </section>
  );
}
