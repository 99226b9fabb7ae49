import { createFileRoute, redirect } from '@tanstack/react-router';

import { ItemNotFound } from '~/web/features/portfolio/item-not-found';
import { ItemPending } from '~/web/features/portfolio/item-pending';
import { loadItem } from '~/web/features/portfolio/load-item';
import { PageItem } from '~/web/features/portfolio/page-item';
import { PortfolioFailed } from '~/web/features/portfolio/portfolio-failed';
import { loadedHead, pageHead } from '~/web/seo/head';
import { requirePage } from '~/web/seo/search-head';
import { breadcrumbData, portfolioItemData } from '~/web/seo/structured-data';

export const Route = createFileRoute('/portfolio/$slug')({
  loader: async ({ context, params }) => {
    const { publicUrl } = context;
    const { item, settings } = await loadItem(context, params.slug);
    requirePage(settings, 'portfolio');
    if (item.slug !== params.slug) {
      throw redirect({ to: '/portfolio/$slug', params: { slug: item.slug }, statusCode: 301 });
    }
    const path = `/portfolio/${item.slug}`;
    const head = loadedHead(
      {
        title: `${item.title} | ${settings.brand.name}`,
        description: item.description,
        path,
        siteName: settings.brand.name,
        type: 'article',
        share: { kind: 'portfolio', slug: item.slug },
      },
      import.meta.env.SSR
        ? [
            portfolioItemData(item, settings, publicUrl),
            breadcrumbData(
              [
                { name: 'Portfolio', path: '/portfolio' },
                { name: item.title, path },
              ],
              publicUrl,
            ),
          ]
        : [],
    );
    return { ...head, hasExhibits: item.exhibits.length > 0 };
  },
  head: (page) => (page.loaderData ? pageHead(page) : { meta: [{ title: 'Project Not Found' }] }),
  component: PageItem,
  pendingComponent: ItemPending,
  notFoundComponent: ItemNotFound,
  errorComponent: PortfolioFailed,
});
