import type { ReactNode } from 'react';

import { formatAmount } from '~/contract/common/currencies';
import type { ClientInvoice } from '~/contract/invoices/invoices-schema';
import { ResultNote } from '~/web/ui/result-note';
import styles from './invoice-document.module.css';

/** An invoice has just been paid: how much, where the proof of it is, and what comes next. */
export function PaidNote(props: { invoice: ClientInvoice; files: string; next?: ReactNode }) {
  const { invoice, files, next } = props;
  return (
    <section className={styles.pay} aria-label="Payment">
      <ResultNote title={`Paid, ${formatAmount(invoice.paid, invoice.currency)}`}>
        <p>
          Thank you. There is nothing more to do: a confirmation is on its way to{' '}
          {invoice.client.email}, and we go on with the work.
        </p>
        <p className={styles.nextLinks}>
          <a href={`${files}/pdf`}>Download the paid invoice</a>
          {next}
        </p>
      </ResultNote>
    </section>
  );
}
