import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { recentLimit } from '~/contract/dashboard/dashboard';
import { useSuspenseQuery } from '~/web/lib/queries';
import styles from './payment-list.module.css';
import { PaymentRows } from './payment-rows';

/** Milliseconds between polls. An event settles a pending payment, usually within a second. */
const lookAgainMs = 2_000;

export function PaymentList() {
  const { api } = useRouter().options.context;
  const { data: payments } = useSuspenseQuery({
    ...api.billing.payments.queryOptions(),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'pending') ? lookAgainMs : false,
  });
  const settled = payments.filter(({ status }) => status !== 'pending').length;

  // If a payment settles while the list is shown, the figures above and the complete list change as
  // well.
  const known = useRef(settled);
  useEffect(() => {
    if (known.current === settled) return;
    known.current = settled;
    void api.dashboard.invalidate();
    void api.billing.search.invalidate();
  }, [settled, api]);

  return (
    <section aria-labelledby="payments-title">
      <h2 id="payments-title" className={styles.heading}>
        Recent Payments
      </h2>
      {payments.length === 0 ? (
        <p className={styles.empty}>No payments yet.</p>
      ) : (
        <>
          <PaymentRows payments={payments.slice(0, recentLimit)} label="Recent payments" />
          <p className={styles.all}>
            <Link to="/dashboard/payments">All payments</Link>
          </p>
        </>
      )}
    </section>
  );
}
