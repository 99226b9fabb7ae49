import { notFound } from '@tanstack/react-router';

import type { Service } from '~/contract/services';
import { isNotFound } from '~/web/lib/api-error';
import type { RouterContext } from '~/web/router';

/** One service and the others of its kind; the router's not-found where there is none. */
export async function loadService(
  { api, queryClient }: RouterContext,
  slug: string,
): Promise<{ service: Service; siteName: string }> {
  const [settings, service] = await Promise.all([
    queryClient.ensureQueryData(api.settings.public.queryOptions()),
    queryClient.ensureQueryData(api.services.get.queryOptions({ slug })).catch((error: unknown) => {
      throw isNotFound(error) ? notFound() : error;
    }),
  ]);
  await queryClient.ensureQueryData(
    api.services.related.queryOptions({ category: service.category, slug: service.slug }),
  );
  return { service, siteName: settings.brand.name };
}
