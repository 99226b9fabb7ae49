import { createFileRoute } from '@tanstack/react-router';

import { privateHead } from '~/web/lib/head';
import { loadForViewer } from '~/web/lib/load-for-viewer';
import { RequestsPending } from '~/web/requests/requests-pending';
import { ScreenNewRequest } from '~/web/requests/screens';

export const Route = createFileRoute('/dashboard/requests/new')({
  loader: ({ context }) =>
    loadForViewer(context, () =>
      context.queryClient.ensureQueryData(context.api.services.cards.queryOptions()),
    ),
  head: ({ loaderData }) => privateHead('New request', loaderData?.siteName),
  component: ScreenNewRequest,
  pendingComponent: RequestsPending,
});
