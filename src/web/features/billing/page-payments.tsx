import { getRouteApi } from '@tanstack/react-router';

import { paymentStatuses } from '~/contract/billing/payments';
import { useSuspenseQuery } from '~/web/lib/queries';
import { ListScreen } from '~/web/shell/list-screen';
import { PaymentRows } from './payment-rows';

const route = getRouteApi('/dashboard/payments/');

export function PagePayments() {
  const { api } = route.useRouteContext();
  const { data } = useSuspenseQuery(api.billing.search.queryOptions(route.useSearch()));
  return (
    <ListScreen
      title="Payments"
      path="/dashboard/payments"
      noun={['payment', 'payments']}
      placeholder="Description"
      statuses={paymentStatuses}
      emptyText="No payments yet."
      data={data}
      renderRows={(rows) => <PaymentRows payments={rows} label="Payments" />}
    />
  );
}
