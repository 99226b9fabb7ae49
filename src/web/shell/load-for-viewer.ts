import type { CurrentUser } from '~/contract/identity/identity-schema';
import { isSignedOut } from '~/web/lib/api-error';
import type { RouterContext } from '~/web/lib/router-context';

/**
 * Loads what a screen for the signed-in shows. For everybody else there is nothing to load, nor for
 * users signed out meanwhile, in another tab or from elsewhere: the screen redirects them to sign-in.
 *
 * @returns the name of the site, for the page's title
 */
export async function loadForViewer(
  { api, queryClient }: RouterContext,
  load: (viewer: CurrentUser) => Promise<unknown>,
): Promise<{ siteName: string }> {
  const [settings, viewer] = await Promise.all([
    queryClient.ensureQueryData(api.settings.public.queryOptions()),
    queryClient.ensureQueryData(api.identity.viewer.queryOptions()),
  ]);
  try {
    if (viewer) await load(viewer);
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    api.identity.viewer.setData(undefined, null);
  }
  return { siteName: settings.brand.name };
}
