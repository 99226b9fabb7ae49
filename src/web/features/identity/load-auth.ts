import { redirect } from '@tanstack/react-router';

import type { RouterContext } from '~/web/lib/router-context';

/** Loads a sign-in page, which redirects signed-in users. */
export async function loadAuth({ api, queryClient }: RouterContext) {
  const [settings, viewer] = await Promise.all([
    queryClient.ensureQueryData(api.settings.public.queryOptions()),
    queryClient.ensureQueryData(api.identity.viewer.queryOptions()),
    queryClient.ensureQueryData(api.identity.providers.queryOptions()),
  ]);
  if (viewer) throw redirect({ href: '/dashboard' });
  return { siteName: settings.brand.name };
}
