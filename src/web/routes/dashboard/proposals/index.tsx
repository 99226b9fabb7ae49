import { createFileRoute } from '@tanstack/react-router';

import { ProposalsPending } from '~/web/features/proposals/proposals-pending';
import { ScreenProposals } from '~/web/features/proposals/screens';
import { privateHead } from '~/web/seo/head';
import { loadForViewer } from '~/web/shell/load-for-viewer';

export const Route = createFileRoute('/dashboard/proposals/')({
  loader: ({ context }) =>
    loadForViewer(context, () =>
      context.queryClient.ensureQueryData(context.api.proposals.mine.queryOptions()),
    ),
  head: ({ loaderData }) => privateHead('Proposals', loaderData?.siteName),
  component: ScreenProposals,
  pendingComponent: ProposalsPending,
});
