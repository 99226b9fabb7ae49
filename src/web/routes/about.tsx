import { createFileRoute } from '@tanstack/react-router';

import { AboutPending } from '~/web/about/about-pending';
import { PageAbout } from '~/web/about/page-about';
import { pageHead } from '~/web/lib/head';
import { PageFailed } from '~/web/shell/page-failed';

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
        })
      : {},
  component: PageAbout,
  pendingComponent: AboutPending,
  errorComponent: PageFailed,
});
