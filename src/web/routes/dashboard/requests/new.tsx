import { createFileRoute } from '@tanstack/react-router';

import { RequestsPending } from '~/web/features/requests/requests-pending';
import { ScreenNewRequest } from '~/web/features/requests/screens';
import { FilesField } from '~/web/features/threads/files-field';
import { privateHead } from '~/web/seo/head';
import { loadForViewer } from '~/web/shell/load-for-viewer';

export const Route = createFileRoute('/dashboard/requests/new')({
  loader: ({ context }) =>
    loadForViewer(context, () =>
      context.queryClient.ensureQueryData(context.api.services.cards.queryOptions()),
    ),
  head: ({ loaderData }) => privateHead('New request', loaderData?.siteName),
  component: () => <ScreenNewRequest files={(error) => <FilesField error={error} />} />,
  pendingComponent: RequestsPending,
});
