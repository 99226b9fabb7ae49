import { createFileRoute, redirect } from '@tanstack/react-router';

import { PieceNotFound } from '~/web/features/portfolio/item-not-found';
import { PiecePending } from '~/web/features/portfolio/item-pending';
import { loadPiece } from '~/web/features/portfolio/load-item';
import { PagePiece } from '~/web/features/portfolio/page-item';
import { PortfolioFailed } from '~/web/features/portfolio/portfolio-failed';
import { loadedHead, pageHead } from '~/web/seo/head';
import { requirePage } from '~/web/seo/search-head';
import { breadcrumbData, pieceData } from '~/web/seo/structured-data';

export const Route = createFileRoute('/portfolio/$slug')({
  loader: async ({ context, params }) => {
    const { publicUrl } = context;
    const { piece, settings } = await loadPiece(context, params.slug);
    requirePage(settings, 'portfolio');
    if (piece.slug !== params.slug) {
      throw redirect({ to: '/portfolio/$slug', params: { slug: piece.slug }, statusCode: 301 });
    }
    const path = `/portfolio/${piece.slug}`;
    return loadedHead(
      {
        title: `${piece.title} | ${settings.brand.name}`,
        description: piece.description,
        path,
        siteName: settings.brand.name,
        type: 'article',
        share: { kind: 'portfolio', slug: piece.slug },
      },
      import.meta.env.SSR
        ? [
            pieceData(piece, settings, publicUrl),
            breadcrumbData(
              [
                { name: 'Portfolio', path: '/portfolio' },
                { name: piece.title, path },
              ],
              publicUrl,
            ),
          ]
        : [],
    );
  },
  head: (page) => (page.loaderData ? pageHead(page) : { meta: [{ title: 'Project Not Found' }] }),
  component: PagePiece,
  pendingComponent: PiecePending,
  notFoundComponent: PieceNotFound,
  errorComponent: PortfolioFailed,
});
