import { createFileRoute } from '@tanstack/react-router';

import { PageInvitation } from '~/web/features/identity/page-invitation';
import { privateLinkHead } from '~/web/seo/head';
import { ScreenFailed } from '~/web/shell/page-failed';

export const Route = createFileRoute('/invitation')({
  staticData: { frame: 'own' },
  loader: async ({ context: { api, queryClient } }) => {
    const settings = await queryClient.ensureQueryData(api.settings.public.queryOptions());
    return { siteName: settings.brand.name };
  },
  head: ({ loaderData }) => privateLinkHead('Invitation', loaderData?.siteName),
  component: PageInvitation,
  errorComponent: ScreenFailed,
});
