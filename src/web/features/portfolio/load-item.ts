import type { PortfolioItem } from '~/contract/portfolio/portfolio-schema';
import type { PublicSettings } from '~/contract/settings/settings-schema';
import { loadExhibits } from '~/web/content/exhibits/exhibits';
import { orNotFound } from '~/web/lib/or-not-found';
import type { RouterContext } from '~/web/lib/router-context';

/**
 * Loads a portfolio item and its neighbors. Throws the router's not-found if the item does not
 * exist.
 */
export async function loadItem(
  { api, queryClient }: RouterContext,
  slug: string,
): Promise<{ item: PortfolioItem; settings: PublicSettings }> {
  const [settings, item] = await Promise.all([
    queryClient.ensureQueryData(api.settings.public.queryOptions()),
    queryClient.ensureQueryData(api.portfolio.get.queryOptions({ slug })).catch(orNotFound),
  ]);
  // The following queries start only after the item was loaded. If the page does not exist, a query that is still
  // pending would be passed on to the browser, and fail there.
  await Promise.all([
    loadExhibits(item.exhibits),
    queryClient.ensureQueryData(api.portfolio.neighbours.queryOptions({ slug })),
    queryClient.ensureQueryData(api.testimonials.ofWork.queryOptions({ slug })),
  ]);
  return { item, settings };
}
