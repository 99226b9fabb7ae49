import { createFileRoute } from '@tanstack/react-router';

import { PayOnline } from '~/web/features/billing/pay-online.lazy';
import { InvoiceLinkNotFound } from '~/web/features/invoices/invoice-not-found';
import { PageInvoice } from '~/web/features/invoices/page-invoice';
import { paySearchOf } from '~/web/features/invoices/pay-search';
import { orNotFound } from '~/web/lib/or-not-found';
import { privateLinkHead } from '~/web/seo/head';

export const Route = createFileRoute('/invoices/$token')({
  validateSearch: paySearchOf,
  loader: async ({ context: { api, queryClient }, params }) => {
    const [settings, { number }] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient
        .ensureQueryData(api.invoices.byLink.queryOptions({ token: params.token }))
        .catch(orNotFound),
    ]);
    return { siteName: settings.brand.name, number };
  },
  head: ({ loaderData }) =>
    privateLinkHead(`Invoice ${loaderData?.number ?? ''}`.trim(), loaderData?.siteName),
  component: () => <PageInvoice form={PayOnline} />,
  notFoundComponent: InvoiceLinkNotFound,
});
