import { createFileRoute } from '@tanstack/react-router';

import { PageHome } from '~/web/home/page-home';
import { pageHead } from '~/web/lib/head';

export const Route = createFileRoute('/')({
  loader: async ({ context: { api, queryClient } }) => {
    const [settings] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.services.cards.queryOptions()),
      queryClient.ensureQueryData(api.portfolio.featuredCards.queryOptions()),
    ]);
    return { brand: settings.brand };
  },
  head: ({ loaderData, match }) =>
    loaderData
      ? pageHead({
          title: `${loaderData.brand.name}: ${loaderData.brand.tagline}`,
          description: loaderData.brand.description,
          path: '/',
          publicUrl: match.context.publicUrl,
          siteName: loaderData.brand.name,
        })
      : {},
  component: PageHome,
});
