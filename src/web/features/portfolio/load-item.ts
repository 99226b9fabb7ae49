import type { PortfolioItem } from '~/contract/portfolio/portfolio-schema';
import type { PublicSettings } from '~/contract/settings/settings-schema';
import { loadExhibits } from '~/web/documents/exhibits/exhibits';
import { orNotFound } from '~/web/lib/or-not-found';
import type { RouterContext } from '~/web/lib/router-context';

/** One portfolio item and those beside it; the router's not-found where there is none. */
export async function loadItem(
  { api, queryClient }: RouterContext,
  slug: string,
): Promise<{ item: PortfolioItem; settings: PublicSettings }> {
  const [settings, item] = await Promise.all([
    queryClient.ensureQueryData(api.settings.public.queryOptions()),
    queryClient.ensureQueryData(api.portfolio.get.queryOptions({ slug })).catch(orNotFound),
  ]);
  // Asked for only once the item is there: a query that is still underway when its page turns out not
  // to exist would travel on to the browser, and fail there.
  await Promise.all([
    loadExhibits(item.exhibits),
    queryClient.ensureQueryData(api.portfolio.neighbours.queryOptions({ slug })),
    queryClient.ensureQueryData(api.testimonials.ofWork.queryOptions({ slug })),
  ]);
  return { item, settings };
}
