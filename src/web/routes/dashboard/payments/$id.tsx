import { createFileRoute, notFound } from '@tanstack/react-router';

import { int4Max } from '~/contract/limits';
import { ReceiptPending } from '~/web/billing/receipt-pending';
import { ScreenReceipt } from '~/web/billing/screen-receipt';
import { privateHead } from '~/web/lib/head';
import { loadForViewer } from '~/web/lib/load-for-viewer';
import { orNotFound } from '~/web/lib/or-not-found';
import { PageNotFound } from '~/web/not-found/page-not-found';

export const Route = createFileRoute('/dashboard/payments/$id')({
  loader: ({ context, params }) => {
    const id = Number(params.id);
    if (!Number.isInteger(id) || id < 1 || id > int4Max) throw notFound();
    const { api, queryClient } = context;
    return loadForViewer(context, () =>
      queryClient.ensureQueryData(api.billing.receipt.queryOptions({ id })).catch(orNotFound),
    );
  },
  head: ({ loaderData }) => privateHead('Receipt', loaderData?.siteName),
  component: ScreenReceipt,
  pendingComponent: ReceiptPending,
  notFoundComponent: PageNotFound,
});
