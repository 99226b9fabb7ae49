import { createFileRoute } from '@tanstack/react-router';

import { AboutPending } from '~/web/features/about/about-pending';
import { PageAbout } from '~/web/features/about/page-about';
import { loadedHead, pageHead } from '~/web/seo/head';
import { requirePage, searchHead } from '~/web/seo/search-head';
import { breadcrumbData } from '~/web/seo/structured-data';

export const Route = createFileRoute('/about')({
  loader: async ({ context: { api, queryClient, publicUrl } }) => {
    const [settings, about] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.settings.about.queryOptions()),
    ]);
    requirePage(settings, 'about');
    return loadedHead(
      searchHead(settings, 'about', about.lead),
      import.meta.env.SSR
        ? [breadcrumbData([{ name: 'About us', path: '/about' }], publicUrl)]
        : [],
    );
  },
  head: pageHead,
  component: PageAbout,
  pendingComponent: AboutPending,
});
