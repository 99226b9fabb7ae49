import { createFileRoute } from '@tanstack/react-router';

import { deliverableStatuses, type FileSearch } from '~/contract/files/deliverables';
import { FilesPending } from '~/web/features/threads/files-pending';
import { ScreenFiles } from '~/web/features/threads/screen-files';
import { listSearchOf } from '~/web/lib/search';
import { privateHead } from '~/web/seo/head';
import { loadForViewer } from '~/web/shell/load-for-viewer';

export const Route = createFileRoute('/dashboard/files')({
  validateSearch: (given): FileSearch => listSearchOf(deliverableStatuses, given),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    loadForViewer(context, () =>
      // Refetches the list, because the agency may have sent files since.
      context.queryClient.fetchQuery({
        ...context.api.requestThreads.files.queryOptions(deps),
        staleTime: 0,
      }),
    ),
  head: ({ loaderData }) => privateHead('Files', loaderData?.siteName),
  component: () => <ScreenFiles />,
  pendingComponent: FilesPending,
});
