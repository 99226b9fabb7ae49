import { createFileRoute } from '@tanstack/react-router';

import { type RequestSearch, requestStatuses } from '~/contract/requests/requests';
import { RequestsPending } from '~/web/features/requests/requests-pending';
import { ScreenRequests } from '~/web/features/requests/screens';
import { listSearchOf } from '~/web/lib/search';
import { privateHead } from '~/web/seo/head';
import { loadForViewer } from '~/web/shell/load-for-viewer';

export const Route = createFileRoute('/dashboard/requests/')({
  validateSearch: (given): RequestSearch => listSearchOf(requestStatuses, given),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    loadForViewer(context, () =>
      Promise.all([
        context.queryClient.fetchQuery({
          ...context.api.requestThreads.unread.queryOptions(),
          staleTime: 0,
        }),
        context.queryClient.ensureQueryData(context.api.requests.search.queryOptions(deps)),
        context.queryClient.ensureQueryData(context.api.requests.inquiries.queryOptions()),
      ]),
    ),
  head: ({ loaderData }) => privateHead('Service requests', loaderData?.siteName),
  component: () => <ScreenRequests />,
  pendingComponent: RequestsPending,
});
