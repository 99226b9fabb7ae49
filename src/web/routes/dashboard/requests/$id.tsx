import { createFileRoute, notFound } from '@tanstack/react-router';

import { RequestBrief } from '~/web/features/forms/briefs';
import { RequestNotFound } from '~/web/features/requests/request-not-found';
import { RequestsPending } from '~/web/features/requests/requests-pending';
import { ScreenRequest } from '~/web/features/requests/screens';
import { ClientThread } from '~/web/features/threads/client-thread';
import { DeliverableList } from '~/web/features/threads/deliverable-list';
import { RequestDocuments } from '~/web/features/threads/request-documents';
import { RequestFileViewer } from '~/web/features/threads/request-file-viewer';
import { RequestFiles } from '~/web/features/threads/request-files';
import { UnlessAgreed } from '~/web/features/threads/unless-agreed';
import { WaitingBanner } from '~/web/features/threads/waiting-banner';
import { orNotFound } from '~/web/lib/or-not-found';
import { privateHead } from '~/web/seo/head';
import { loadForViewer } from '~/web/shell/load-for-viewer';

export const Route = createFileRoute('/dashboard/requests/$id')({
  loader: async ({ context: { api, queryClient, ...context }, params }) => {
    if (!/^[1-9]\d{0,8}$/.test(params.id)) throw notFound();
    const id = Number(params.id);
    // Refetches the data, because the thread may have changed since an earlier visit.
    const now = { staleTime: 0 };
    let title = '';
    const loaded = await loadForViewer({ api, queryClient, ...context }, async () => {
      const [request] = await Promise.all([
        queryClient.fetchQuery({ ...api.requests.get.queryOptions({ id }), ...now }),
        queryClient.fetchQuery({ ...api.requestThreads.get.queryOptions({ id }), ...now }),
        queryClient.fetchQuery({ ...api.requestThreads.page.queryOptions({ id }), ...now }),
        queryClient.ensureQueryData(api.services.cards.queryOptions()),
      ]).catch(orNotFound);
      title = request.title;
    });
    return { ...loaded, title };
  },
  head: ({ loaderData }) =>
    privateHead(loaderData?.title || 'Service request', loaderData?.siteName),
  component: RequestRoute,
  pendingComponent: RequestsPending,
  notFoundComponent: RequestNotFound,
});

function RequestRoute() {
  const requestId = Number(Route.useParams().id);
  return (
    <ScreenRequest
      frame={(page) => <RequestFileViewer requestId={requestId}>{page}</RequestFileViewer>}
      waiting={
        <>
          <RequestBrief requestId={requestId} />
          <WaitingBanner requestId={requestId} />
          <DeliverableList requestId={requestId} />
        </>
      }
      actionsFrame={(actions) => <UnlessAgreed requestId={requestId}>{actions}</UnlessAgreed>}
      thread={<ClientThread requestId={requestId} />}
      beside={
        <>
          <RequestDocuments requestId={requestId} />
          <RequestFiles requestId={requestId} />
        </>
      }
    />
  );
}
