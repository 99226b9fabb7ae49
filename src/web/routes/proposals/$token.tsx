import { createFileRoute } from '@tanstack/react-router';

import { PageProposal } from '~/web/features/proposals/page-proposal';
import { ProposalNotFound } from '~/web/features/proposals/proposal-not-found';
import { orNotFound } from '~/web/lib/or-not-found';
import { privateLinkHead } from '~/web/seo/head';
import { ScreenFailed } from '~/web/shell/page-failed';

export const Route = createFileRoute('/proposals/$token')({
  staticData: { frame: 'own' },
  loader: async ({ context: { api, queryClient }, params: { token } }) => {
    const [settings, { number, title }] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.proposals.byLink.queryOptions({ token })).catch(orNotFound),
    ]);
    return { siteName: settings.brand.name, title: `${title}, proposal ${number}` };
  },
  head: ({ loaderData }) => privateLinkHead(loaderData?.title ?? 'Proposal', loaderData?.siteName),
  component: PageProposal,
  errorComponent: ScreenFailed,
  notFoundComponent: ProposalNotFound,
});
