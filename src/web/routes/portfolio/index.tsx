import { createFileRoute } from '@tanstack/react-router';

import { pageHead } from '~/web/lib/head';
import { breadcrumbData } from '~/web/lib/structured-data';
import { PagePortfolio } from '~/web/portfolio/page-portfolio';
import { PortfolioFailed } from '~/web/portfolio/portfolio-failed';
import { PortfolioPending } from '~/web/portfolio/portfolio-pending';

export const Route = createFileRoute('/portfolio/')({
  loader: async ({ context: { api, queryClient } }) => {
    const [settings] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.portfolio.cards.queryOptions()),
    ]);
    return { siteName: settings.brand.name };
  },
  head: ({ loaderData, match }) =>
    loaderData
      ? pageHead({
          title: `Portfolio: work and what came of it | ${loaderData.siteName}`,
          description:
            'Websites, shops, campaigns and identities as case studies: what did not work, what was done about it, and what changed, in figures.',
          path: '/portfolio',
          publicUrl: match.context.publicUrl,
          siteName: loaderData.siteName,
          structuredData: import.meta.env.SSR
            ? [breadcrumbData([{ name: 'Portfolio', path: '/portfolio' }], match.context.publicUrl)]
            : [],
        })
      : {},
  component: PagePortfolio,
  pendingComponent: PortfolioPending,
  errorComponent: PortfolioFailed,
});
