import { createFileRoute } from '@tanstack/react-router';

import { InvoicesPending } from '~/web/features/invoices/invoices-pending';
import { ScreenOwnInvoices } from '~/web/features/invoices/screens';
import { privateHead } from '~/web/seo/head';
import { loadForViewer } from '~/web/shell/load-for-viewer';

export const Route = createFileRoute('/dashboard/invoices/')({
  loader: ({ context }) =>
    loadForViewer(context, () =>
      context.queryClient.ensureQueryData(context.api.invoices.mine.queryOptions()),
    ),
  head: ({ loaderData }) => privateHead('Invoices', loaderData?.siteName),
  component: ScreenOwnInvoices,
  pendingComponent: InvoicesPending,
});
