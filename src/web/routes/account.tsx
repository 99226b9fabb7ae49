import { createFileRoute } from '@tanstack/react-router';

import { AccountPending } from '~/web/account/account-pending';
import { ScreenAccount } from '~/web/account/screen-account';
import { PageFailed } from '~/web/shell/page-failed';

export const Route = createFileRoute('/account')({
  loader: async ({ context: { api, queryClient } }) => {
    const [settings, viewer] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.identity.viewer.queryOptions()),
    ]);
    if (viewer) await queryClient.ensureQueryData(api.identity.sessions.queryOptions());
    return { siteName: settings.brand.name };
  },
  head: ({ loaderData }) => ({
    meta: [
      { title: `Your account | ${loaderData?.siteName ?? ''}` },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: ScreenAccount,
  pendingComponent: AccountPending,
  errorComponent: PageFailed,
});
