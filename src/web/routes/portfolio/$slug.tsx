import { createFileRoute, redirect } from '@tanstack/react-router';

import { loadPiece } from '~/web/features/portfolio/load-piece';
import { PagePiece } from '~/web/features/portfolio/page-piece';
import { PieceNotFound } from '~/web/features/portfolio/piece-not-found';
import { PiecePending } from '~/web/features/portfolio/piece-pending';
import { PortfolioFailed } from '~/web/features/portfolio/portfolio-failed';
import { pageHead } from '~/web/seo/head';
import { breadcrumbData, pieceData } from '~/web/seo/structured-data';

export const Route = createFileRoute('/portfolio/$slug')({
  loader: async ({ context, params }) => {
    const { piece, settings } = await loadPiece(context, params.slug);
    if (piece.slug !== params.slug) {
      throw redirect({ to: '/portfolio/$slug', params: { slug: piece.slug }, statusCode: 301 });
    }
    return { piece, settings };
  },
  head: ({ loaderData, match }) => {
    if (!loaderData) return { meta: [{ title: 'Project Not Found' }] };
    const { publicUrl } = match.context;
    const { piece, settings } = loaderData;
    const path = `/portfolio/${piece.slug}`;
    return pageHead({
      title: `${piece.title} | ${settings.brand.name}`,
      description: piece.description,
      path,
      publicUrl,
      siteName: settings.brand.name,
      type: 'article',
      share: { kind: 'portfolio', slug: piece.slug },
      structuredData: import.meta.env.SSR
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
    });
  },
  component: PagePiece,
  pendingComponent: PiecePending,
  notFoundComponent: PieceNotFound,
  errorComponent: PortfolioFailed,
});
