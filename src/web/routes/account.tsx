import { createFileRoute } from '@tanstack/react-router';

import { AccountPending } from '~/web/features/account/account-pending';
import { ScreenAccount } from '~/web/features/account/screen-account';
import { ClientArea } from '~/web/features/dashboard/client-area';
import { privateHead } from '~/web/seo/head';
import { loadForViewer } from '~/web/shell/load-for-viewer';

export const Route = createFileRoute('/account')({
  staticData: { frame: 'client' },
  loader: ({ context }) =>
    loadForViewer(context, (viewer) =>
      Promise.all([
        viewer.isAdmin
          ? undefined
          : context.queryClient.ensureQueryData(context.api.personalData.get.queryOptions()),
        context.queryClient.ensureQueryData(context.api.identity.sessions.queryOptions()),
        context.queryClient.ensureQueryData(context.api.notifications.get.queryOptions()),
        context.queryClient.ensureQueryData(context.api.companies.mine.queryOptions()),
        context.queryClient.ensureQueryData(context.api.companies.profile.queryOptions()),
      ]),
    ),
  head: ({ loaderData }) => privateHead('Your account', loaderData?.siteName),
  component: () => (
    <ClientArea>
      <ScreenAccount />
    </ClientArea>
  ),
  pendingComponent: () => (
    <ClientArea>
      <AccountPending />
    </ClientArea>
  ),
});
