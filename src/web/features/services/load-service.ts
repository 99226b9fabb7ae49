import type { Service } from '~/contract/services/services-schema';
import type { PublicSettings } from '~/contract/settings/settings-schema';
import { orNotFound } from '~/web/lib/or-not-found';
import type { RouterContext } from '~/web/lib/router-context';

/**
 * Loads a service and other services of its category. Throws the router's not-found if the service
 * does not exist.
 */
export async function loadService(
  { api, queryClient }: RouterContext,
  slug: string,
): Promise<{ service: Service; settings: PublicSettings }> {
  const [settings, service] = await Promise.all([
    queryClient.ensureQueryData(api.settings.public.queryOptions()),
    queryClient.ensureQueryData(api.services.get.queryOptions({ slug })).catch(orNotFound),
  ]);
  await Promise.all([
    queryClient.ensureQueryData(
      api.services.related.queryOptions({ category: service.category, slug: service.slug }),
    ),
    queryClient.ensureQueryData(api.settings.formFields.queryOptions()),
  ]);
  return { service, settings };
}
