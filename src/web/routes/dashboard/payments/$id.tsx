import { createFileRoute, notFound } from '@tanstack/react-router';

import { int4Max } from '~/contract/limits';
import { ReceiptPending } from '~/web/billing/receipt-pending';
import { ScreenReceipt } from '~/web/billing/screen-receipt';
import { orNotFound } from '~/web/lib/or-not-found';
import { PageNotFound } from '~/web/not-found/page-not-found';
import { PageFailed } from '~/web/shell/page-failed';

export const Route = createFileRoute('/dashboard/payments/$id')({
  loader: async ({ context: { api, queryClient }, params }) => {
    const [settings, viewer] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.identity.viewer.queryOptions()),
    ]);
    const id = Number(params.id);
    if (!Number.isInteger(id) || id < 1 || id > int4Max) throw notFound();
    if (viewer) {
      await queryClient.ensureQueryData(api.billing.receipt.queryOptions({ id })).catch(orNotFound);
    }
    return { siteName: settings.brand.name };
  },
  head: ({ loaderData }) => ({
    meta: [
      { title: `Receipt | ${loaderData?.siteName ?? ''}` },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: ScreenReceipt,
  pendingComponent: ReceiptPending,
  errorComponent: PageFailed,
  notFoundComponent: PageNotFound,
});
