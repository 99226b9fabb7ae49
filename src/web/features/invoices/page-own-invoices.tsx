import { getRouteApi } from '@tanstack/react-router';

import { useSuspenseQuery } from '~/web/lib/queries';
import { Empty } from '~/web/ui/empty';
import styles from '~/web/ui/list-page.module.css';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import { InvoiceRows } from './invoice-rows';
import rows from './invoice-rows.module.css';

const route = getRouteApi('/dashboard/invoices/');

/** Page with all invoices of a client, unpaid ones first. */
export function PageOwnInvoices() {
  const { api } = route.useRouteContext();
  const { data: invoices } = useSuspenseQuery(api.invoices.mine.queryOptions());
  const open = invoices.filter(({ status }) => status === 'open');
  const closed = invoices.filter(({ status }) => status !== 'open');
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className={styles.title}>Invoices</h1>
      <NeedsScripts what="Your dashboard" />
      {invoices.length === 0 && (
        <div className={styles.rows}>
          <Empty>
            <p>No invoices yet.</p>
          </Empty>
        </div>
      )}
      {open.length > 0 && (
        <section className={rows.group} aria-labelledby="open-title">
          <h2 id="open-title" className={rows.heading}>
            Unpaid
          </h2>
          <InvoiceRows invoices={open} label="Unpaid invoices" />
        </section>
      )}
      {closed.length > 0 && (
        <section className={rows.group} aria-labelledby="closed-title">
          <h2 id="closed-title" className={rows.heading}>
            Earlier invoices
          </h2>
          <InvoiceRows invoices={closed} label="Earlier invoices" />
        </section>
      )}
    </div>
  );
}
