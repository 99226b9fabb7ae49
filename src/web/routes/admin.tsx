import { createFileRoute } from '@tanstack/react-router';

import { readAdminSearch } from '~/contract/admin/admin';
import { ScreenAdmin } from '~/web/admin/screen-admin';
import { AdminPending } from '~/web/admin/shell/admin-pending';
import { privateHead } from '~/web/seo/head';
import { ScreenFailed } from '~/web/shell/page-failed';

export const Route = createFileRoute('/admin')({
  staticData: { frame: 'own' },
  validateSearch: readAdminSearch,
  // Runs the loader for each section before the section is shown.
  loaderDeps: ({ search: { section } }) => ({ section }),
  loader: async ({ context: { api, queryClient }, location }) => {
    const [settings, viewer] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.identity.viewer.queryOptions()),
    ]);
    // The panel is rendered only in browsers.
    if (!import.meta.env.SSR && viewer?.isAdmin) {
      const { loadSection } = await import('~/web/admin/section-code');
      await loadSection({ api, queryClient }, readAdminSearch(location.search), viewer.role);
    }
    return { siteName: settings.brand.name };
  },
  head: ({ loaderData }) => privateHead('Admin', loaderData?.siteName),
  // Keeps showing a section until the next one is loaded, regardless of how long that takes. A
  // placeholder would hide the navigation.
  pendingMs: Number.POSITIVE_INFINITY,
  component: ScreenAdmin,
  pendingComponent: AdminPending,
  errorComponent: ScreenFailed,
});
