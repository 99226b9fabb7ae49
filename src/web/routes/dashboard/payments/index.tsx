import { createFileRoute } from '@tanstack/react-router';

import { type PaymentSearch, paymentStatuses } from '~/contract/billing';
import { PaymentsPending } from '~/web/billing/payments-pending';
import { ScreenPayments } from '~/web/billing/screen-payments';
import { privateHead } from '~/web/lib/head';
import { loadForViewer } from '~/web/lib/load-for-viewer';
import { listSearchOf } from '~/web/lib/search';

export const Route = createFileRoute('/dashboard/payments/')({
  validateSearch: (given): PaymentSearch => listSearchOf(paymentStatuses, given),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    loadForViewer(context, () =>
      context.queryClient.ensureQueryData(context.api.billing.search.queryOptions(deps)),
    ),
  head: ({ loaderData }) => privateHead('Payments', loaderData?.siteName),
  component: ScreenPayments,
  pendingComponent: PaymentsPending,
});
