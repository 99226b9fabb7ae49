import { createFileRoute, notFound } from '@tanstack/react-router';

import { int4Max } from '~/contract/common/limits';
import { PayOnline } from '~/web/features/billing/pay-online.lazy';
import { InvoiceNotFound } from '~/web/features/invoices/invoice-not-found';
import { InvoicesPending } from '~/web/features/invoices/invoices-pending';
import { paySearchOf } from '~/web/features/invoices/pay-search';
import { ScreenOwnInvoice } from '~/web/features/invoices/screens';
import { orNotFound } from '~/web/lib/or-not-found';
import { privateHead } from '~/web/seo/head';
import { loadForViewer } from '~/web/shell/load-for-viewer';

export const Route = createFileRoute('/dashboard/invoices/$id')({
  validateSearch: paySearchOf,
  loader: async ({ context, params }) => {
    const id = Number(params.id);
    if (!Number.isInteger(id) || id < 1 || id > int4Max) throw notFound();
    const { api, queryClient } = context;
    let number = '';
    const loaded = await loadForViewer(context, async () => {
      ({ number } = await queryClient
        .ensureQueryData(api.invoices.get.queryOptions({ id }))
        .catch(orNotFound));
    });
    return { ...loaded, number };
  },
  head: ({ loaderData }) =>
    privateHead(`Invoice ${loaderData?.number ?? ''}`.trim(), loaderData?.siteName),
  component: () => <ScreenOwnInvoice form={PayOnline} />,
  pendingComponent: InvoicesPending,
  notFoundComponent: InvoiceNotFound,
});
