import { notFound } from '@tanstack/react-router';

import type { PortfolioItem } from '~/contract/portfolio';
import { isNotFound } from '~/web/lib/api-error';
import type { RouterContext } from '~/web/router';

/** One piece of work and those beside it; the router's not-found where there is none. */
export async function loadPiece(
  { api, queryClient }: RouterContext,
  slug: string,
): Promise<{ piece: PortfolioItem; siteName: string }> {
  const orNotFound = (error: unknown) => {
    throw isNotFound(error) ? notFound() : error;
  };
  const [settings, piece] = await Promise.all([
    queryClient.ensureQueryData(api.settings.public.queryOptions()),
    queryClient.ensureQueryData(api.portfolio.get.queryOptions({ slug })).catch(orNotFound),
    queryClient.ensureQueryData(api.portfolio.neighbours.queryOptions({ slug })).catch(orNotFound),
  ]);
  return { piece, siteName: settings.brand.name };
}
