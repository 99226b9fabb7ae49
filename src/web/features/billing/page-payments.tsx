import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { paymentStatuses, paymentStatusLabels } from '~/contract/billing/billing';
import { ListFilter } from '~/web/ui/list-filter';
import styles from '~/web/ui/list-page.module.css';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import { Paging } from '~/web/ui/paging';
import { PaymentRows } from './payment-rows';

const options = paymentStatuses.map((value) => ({ value, label: paymentStatusLabels[value] }));

const route = getRouteApi('/dashboard/payments/');

export function PagePayments() {
  const { api } = route.useRouteContext();
  const navigate = useNavigate();
  const search = route.useSearch();
  const { data } = useSuspenseQuery(api.billing.search.queryOptions(search));
  const isNarrowed = Boolean(search.search || search.status);
  return (
    <div className={`wrap ${styles.page}`}>
      <p className={styles.back}>
        <Link to="/dashboard">Dashboard</Link>
      </p>
      <h1 className={styles.title}>Payments</h1>
      <NeedsScripts what="Your dashboard" />
      <ListFilter
        {...search}
        action="/dashboard/payments"
        label="Search payments"
        placeholder="What it was for"
        options={options}
        onNarrow={(to) =>
          void navigate({ to: '/dashboard/payments', search: to, resetScroll: false })
        }
      />
      {data.rows.length > 0 ? (
        <PaymentRows payments={data.rows} label="Payments" />
      ) : (
        <p className={styles.empty}>
          {isNarrowed ? 'No payments match.' : 'No payments yet.'}
          {isNarrowed && (
            <Link to="/dashboard/payments" search={{}}>
              Show all
            </Link>
          )}
        </p>
      )}
      <Paging page={data.page} total={data.total} />
      <p className="visually-hidden" role="status">
        {data.total} {data.total === 1 ? 'payment' : 'payments'} found
      </p>
    </div>
  );
}
