import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';

import { InvoiceRows } from './invoice-rows';
import styles from './invoice-rows.module.css';

/** What a client has to pay; where there is nothing, the way to earlier invoices. */
export function WhatIsOwed() {
  const { api } = useRouter().options.context;
  const { data: invoices } = useSuspenseQuery(api.invoices.mine.queryOptions());
  const open = invoices.filter(({ status }) => status === 'open');
  if (invoices.length === 0) return null;
  if (open.length === 0) {
    return (
      <p className={styles.quiet}>
        No invoice is waiting to be paid. <Link to="/dashboard/invoices">All invoices</Link>
      </p>
    );
  }
  return (
    <section className={styles.owed} aria-labelledby="owed-title">
      <h2 id="owed-title" className={styles.heading}>
        To be paid
      </h2>
      <InvoiceRows invoices={open} label="Invoices to be paid" />
      <p className={styles.all}>
        <Link to="/dashboard/invoices">All invoices</Link>
      </p>
    </section>
  );
}
