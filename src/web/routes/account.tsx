import { createFileRoute } from '@tanstack/react-router';

import { AccountPending } from '~/web/account/account-pending';
import { ScreenAccount } from '~/web/account/screen-account';
import { privateHead } from '~/web/lib/head';
import { loadForViewer } from '~/web/lib/load-for-viewer';

export const Route = createFileRoute('/account')({
  loader: ({ context }) =>
    loadForViewer(context, () =>
      context.queryClient.ensureQueryData(context.api.identity.sessions.queryOptions()),
    ),
  head: ({ loaderData }) => privateHead('Your account', loaderData?.siteName),
  component: ScreenAccount,
  pendingComponent: AccountPending,
});
