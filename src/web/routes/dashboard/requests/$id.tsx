import { createFileRoute, notFound } from '@tanstack/react-router';

import { RequestNotFound } from '~/web/features/requests/request-not-found';
import { RequestsPending } from '~/web/features/requests/requests-pending';
import { ScreenRequest } from '~/web/features/requests/screens';
import { orNotFound } from '~/web/lib/or-not-found';
import { privateHead } from '~/web/seo/head';
import { loadForViewer } from '~/web/shell/load-for-viewer';

export const Route = createFileRoute('/dashboard/requests/$id')({
  loader: ({ context: { api, queryClient, ...context }, params }) => {
    if (!/^[1-9]\d{0,8}$/.test(params.id)) throw notFound();
    const id = Number(params.id);
    return loadForViewer({ api, queryClient, ...context }, () =>
      Promise.all([
        queryClient.ensureQueryData(api.requests.get.queryOptions({ id })).catch(orNotFound),
        queryClient.ensureQueryData(api.services.cards.queryOptions()),
      ]),
    );
  },
  head: ({ loaderData }) => privateHead('Service request', loaderData?.siteName),
  component: ScreenRequest,
  pendingComponent: RequestsPending,
  notFoundComponent: RequestNotFound,
});
