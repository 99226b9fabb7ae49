import { createFileRoute } from '@tanstack/react-router';

import { AboutPending } from '~/web/features/about/about-pending';
import { PageAbout } from '~/web/features/about/page-about';
import { pageHead } from '~/web/seo/head';
import { breadcrumbData } from '~/web/seo/structured-data';

export const Route = createFileRoute('/about')({
  loader: async ({ context: { api, queryClient } }) => {
    const [settings, about] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.settings.about.queryOptions()),
    ]);
    return { siteName: settings.brand.name, description: about.lead };
  },
  head: ({ loaderData, match }) =>
    loaderData
      ? pageHead({
          title: `About us | ${loaderData.siteName}`,
          description: loaderData.description,
          path: '/about',
          publicUrl: match.context.publicUrl,
          siteName: loaderData.siteName,
          structuredData: import.meta.env.SSR
            ? [breadcrumbData([{ name: 'About us', path: '/about' }], match.context.publicUrl)]
            : [],
        })
      : {},
  component: PageAbout,
  pendingComponent: AboutPending,
});
