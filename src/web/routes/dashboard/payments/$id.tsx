import { createFileRoute, notFound } from '@tanstack/react-router';

import { int4Max } from '~/contract/common/limits';
import { ReceiptPending } from '~/web/features/billing/receipt-pending';
import { ScreenReceipt } from '~/web/features/billing/screen-receipt';
import { orNotFound } from '~/web/lib/or-not-found';
import { privateHead } from '~/web/seo/head';
import { loadForViewer } from '~/web/shell/load-for-viewer';
import { PageNotFound } from '~/web/shell/page-not-found';

export const Route = createFileRoute('/dashboard/payments/$id')({
  loader: async ({ context, params }) => {
    const id = Number(params.id);
    if (!Number.isInteger(id) || id < 1 || id > int4Max) throw notFound();
    const { api, queryClient } = context;
    let number = '';
    const loaded = await loadForViewer(context, async () => {
      ({ number } = await queryClient
        .ensureQueryData(api.billing.receipt.queryOptions({ id }))
        .catch(orNotFound));
    });
    return { ...loaded, number };
  },
  head: ({ loaderData }) =>
    privateHead(`Receipt ${loaderData?.number ?? ''}`.trim(), loaderData?.siteName),
  component: ScreenReceipt,
  pendingComponent: ReceiptPending,
  notFoundComponent: PageNotFound,
});
