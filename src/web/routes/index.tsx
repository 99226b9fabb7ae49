import { createFileRoute } from '@tanstack/react-router';

import { WaitingList } from '~/web/features/dashboard/waiting-list.lazy';
import { PageWelcome } from '~/web/features/welcome/page-welcome.lazy';
import { isSignedOut } from '~/web/lib/api-error';
import { loadedHead, pageHead } from '~/web/seo/head';
import { organizationData, webSiteData } from '~/web/seo/structured-data';
import { PageRoot } from './-page-root';

export const Route = createFileRoute('/')({
  loader: async ({ context: { api, queryClient, publicUrl } }) => {
    const [settings, viewer] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.identity.viewer.queryOptions()),
    ]);
    const { brand } = settings;
    const loaded = loadedHead(
      {
        title: [brand.name, brand.tagline].filter(Boolean).join(': '),
        description: brand.description,
        path: '/',
        siteName: brand.name,
      },
      import.meta.env.SSR
        ? [organizationData(settings, publicUrl), webSiteData(settings, publicUrl)]
        : [],
    );
    // Admins see the site in the same way as visitors.
    const isClient = viewer !== null && !viewer.isAdmin;
    if (isClient) {
      try {
        await Promise.all([
          queryClient.ensureQueryData(api.dashboard.welcome.queryOptions()),
          queryClient.fetchQuery({ ...api.requestThreads.unread.queryOptions(), staleTime: 0 }),
          queryClient.ensureQueryData(api.invoices.mine.queryOptions()),
          queryClient.ensureQueryData(api.proposals.mine.queryOptions()),
          queryClient.ensureQueryData(api.billing.mine.queryOptions()),
          PageWelcome.preload?.(),
          WaitingList.preload?.(),
        ]);
        return loaded;
      } catch (error) {
        // The user was signed out in another tab or on another device, and is treated as a visitor.
        if (!isSignedOut(error)) throw error;
        api.identity.viewer.setData(undefined, null);
      }
    }
    await Promise.all([
      queryClient.ensureQueryData(api.services.firstCards.queryOptions()),
      queryClient.ensureQueryData(api.portfolio.featuredCards.queryOptions()),
      queryClient.ensureQueryData(api.settings.formFields.queryOptions()),
      queryClient.ensureQueryData(api.testimonials.first.queryOptions()),
    ]);
    return loaded;
  },
  head: pageHead,
  component: PageRoot,
});
