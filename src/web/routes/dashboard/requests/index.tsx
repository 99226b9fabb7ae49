import { createFileRoute } from '@tanstack/react-router';

import { type RequestSearch, requestStatuses } from '~/contract/requests';
import { privateHead } from '~/web/lib/head';
import { loadForViewer } from '~/web/lib/load-for-viewer';
import { listSearchOf } from '~/web/lib/search';
import { RequestsPending } from '~/web/requests/requests-pending';
import { ScreenRequests } from '~/web/requests/screens';

export const Route = createFileRoute('/dashboard/requests/')({
  validateSearch: (given): RequestSearch => listSearchOf(requestStatuses, given),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    loadForViewer(context, () =>
      Promise.all([
        context.queryClient.ensureQueryData(context.api.requests.search.queryOptions(deps)),
        context.queryClient.ensureQueryData(context.api.requests.inquiries.queryOptions()),
      ]),
    ),
  head: ({ loaderData }) => privateHead('Service requests', loaderData?.siteName),
  component: ScreenRequests,
  pendingComponent: RequestsPending,
});
