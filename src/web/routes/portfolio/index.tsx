import { createFileRoute } from '@tanstack/react-router';

import { PagePortfolio } from '~/web/features/portfolio/page-portfolio';
import { PortfolioFailed } from '~/web/features/portfolio/portfolio-failed';
import { PortfolioPending } from '~/web/features/portfolio/portfolio-pending';
import { loadedHead, pageHead } from '~/web/seo/head';
import { requirePage, searchHead } from '~/web/seo/search-head';
import { breadcrumbData } from '~/web/seo/structured-data';

export const Route = createFileRoute('/portfolio/')({
  loader: async ({ context: { api, queryClient, publicUrl } }) => {
    const [settings] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.portfolio.cards.queryOptions()),
    ]);
    requirePage(settings, 'portfolio');
    return loadedHead(
      searchHead(settings, 'portfolio'),
      import.meta.env.SSR
        ? [breadcrumbData([{ name: 'Portfolio', path: '/portfolio' }], publicUrl)]
        : [],
    );
  },
  head: pageHead,
  component: PagePortfolio,
  pendingComponent: PortfolioPending,
  errorComponent: PortfolioFailed,
});
