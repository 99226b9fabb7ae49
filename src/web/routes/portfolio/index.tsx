import { createFileRoute } from '@tanstack/react-router';

import { PagePortfolio } from '~/web/features/portfolio/page-portfolio';
import { PortfolioFailed } from '~/web/features/portfolio/portfolio-failed';
import { PortfolioPending } from '~/web/features/portfolio/portfolio-pending';
import { loadedHead, pageHead } from '~/web/seo/head';
import { breadcrumbData } from '~/web/seo/structured-data';

export const Route = createFileRoute('/portfolio/')({
  loader: async ({ context: { api, queryClient, publicUrl } }) => {
    const [settings] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.portfolio.cards.queryOptions()),
    ]);
    const siteName = settings.brand.name;
    return loadedHead(
      {
        title: `Portfolio: work and what came of it | ${siteName}`,
        description:
          'Websites, shops, campaigns and identities as case studies: what did not work, what was done about it, and what changed, in figures.',
        path: '/portfolio',
        siteName,
      },
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
