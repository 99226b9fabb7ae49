import { createFileRoute } from '@tanstack/react-router';

import { readAdminSearch } from '~/contract/admin/admin';
import { ScreenAdmin } from '~/web/admin/screen-admin';
import { AdminPending } from '~/web/admin/shell/admin-pending';
import { privateHead } from '~/web/seo/head';
import { ScreenFailed } from '~/web/shell/page-failed';

export const Route = createFileRoute('/admin')({
  staticData: { frame: 'own' },
  validateSearch: readAdminSearch,
  loader: async ({ context: { api, queryClient } }) => {
    const [settings] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.identity.viewer.queryOptions()),
    ]);
    return { siteName: settings.brand.name };
  },
  head: ({ loaderData }) => privateHead('Admin', loaderData?.siteName),
  component: ScreenAdmin,
  pendingComponent: AdminPending,
  errorComponent: ScreenFailed,
});
