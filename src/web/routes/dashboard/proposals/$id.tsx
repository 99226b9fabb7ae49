import { createFileRoute, notFound } from '@tanstack/react-router';

import { int4Max } from '~/contract/common/limits';
import { ProposalsPending } from '~/web/features/proposals/proposals-pending';
import { ScreenOwnProposal } from '~/web/features/proposals/screens';
import { orNotFound } from '~/web/lib/or-not-found';
import { privateHead } from '~/web/seo/head';
import { loadForViewer } from '~/web/shell/load-for-viewer';
import { PageNotFound } from '~/web/shell/page-not-found';

export const Route = createFileRoute('/dashboard/proposals/$id')({
  loader: async ({ context, params }) => {
    const id = Number(params.id);
    if (!Number.isInteger(id) || id < 1 || id > int4Max) throw notFound();
    const { api, queryClient } = context;
    let title = '';
    const loaded = await loadForViewer(context, async () => {
      ({ title } = await queryClient
        .ensureQueryData(api.proposals.get.queryOptions({ id }))
        .catch(orNotFound));
    });
    return { ...loaded, title };
  },
  head: ({ loaderData }) => privateHead(loaderData?.title || 'Proposal', loaderData?.siteName),
  component: ScreenOwnProposal,
  pendingComponent: ProposalsPending,
  notFoundComponent: PageNotFound,
});
