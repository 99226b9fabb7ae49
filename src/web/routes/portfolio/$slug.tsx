import { createFileRoute, redirect } from '@tanstack/react-router';

import { pageHead } from '~/web/lib/head';
import { loadPiece } from '~/web/portfolio/load-piece';
import { PagePiece } from '~/web/portfolio/page-piece';
import { PieceNotFound } from '~/web/portfolio/piece-not-found';
import { PiecePending } from '~/web/portfolio/piece-pending';
import { PortfolioFailed } from '~/web/portfolio/portfolio-failed';

export const Route = createFileRoute('/portfolio/$slug')({
  loader: async ({ context, params }) => {
    const { piece, siteName } = await loadPiece(context, params.slug);
    if (piece.slug !== params.slug) {
      throw redirect({ to: '/portfolio/$slug', params: { slug: piece.slug }, statusCode: 301 });
    }
    return { piece, siteName };
  },
  head: ({ loaderData, match }) => {
    if (!loaderData) return { meta: [{ title: 'Project Not Found' }] };
    const { piece, siteName } = loaderData;
    return pageHead({
      title: `${piece.title} | ${siteName}`,
      description: piece.description,
      path: `/portfolio/${piece.slug}`,
      publicUrl: match.context.publicUrl,
      siteName,
      type: 'article',
      imageUrl: piece.images[0] ?? null,
    });
  },
  component: PagePiece,
  pendingComponent: PiecePending,
  notFoundComponent: PieceNotFound,
  errorComponent: PortfolioFailed,
});
