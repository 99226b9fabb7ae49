import { createFileRoute } from '@tanstack/react-router';

import { PageWelcome } from '~/web/features/welcome/page-welcome-late';
import { isSignedOut } from '~/web/lib/api-error';
import { pageHead } from '~/web/seo/head';
import { organizationData, webSiteData } from '~/web/seo/structured-data';
import { PageRoot } from './-page-root';

export const Route = createFileRoute('/')({
  loader: async ({ context: { api, queryClient } }) => {
    const [settings, viewer] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.identity.viewer.queryOptions()),
    ]);
    // Admins look at the site as visitors do.
    const isClient = viewer !== null && !viewer.isAdmin;
    if (isClient) {
      try {
        await Promise.all([
          queryClient.ensureQueryData(api.dashboard.welcome.queryOptions()),
          PageWelcome.preload?.(),
        ]);
        return { settings };
      } catch (error) {
        // Signed out in another tab or on another device: treated as a visitor.
        if (!isSignedOut(error)) throw error;
        api.identity.viewer.setData(undefined, null);
      }
    }
    await Promise.all([
      queryClient.ensureQueryData(api.services.cards.queryOptions()),
      queryClient.ensureQueryData(api.portfolio.featuredCards.queryOptions()),
    ]);
    return { settings };
  },
  head: ({ loaderData, match }) => {
    if (!loaderData) return {};
    const { publicUrl } = match.context;
    const { settings } = loaderData;
    return pageHead({
      title: [settings.brand.name, settings.brand.tagline].filter(Boolean).join(': '),
      description: settings.brand.description,
      path: '/',
      publicUrl,
      siteName: settings.brand.name,
      structuredData: import.meta.env.SSR
        ? [organizationData(settings, publicUrl), webSiteData(settings, publicUrl)]
        : [],
    });
  },
  component: PageRoot,
});
