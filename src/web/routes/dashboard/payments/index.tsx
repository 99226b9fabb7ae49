import { createFileRoute } from '@tanstack/react-router';

import { type PaymentSearch, paymentStatuses } from '~/contract/billing/payments';
import { PaymentsPending } from '~/web/features/billing/payments-pending';
import { ScreenPayments } from '~/web/features/billing/screen-payments';
import { listSearchOf } from '~/web/lib/search';
import { privateHead } from '~/web/seo/head';
import { loadForViewer } from '~/web/shell/load-for-viewer';

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
