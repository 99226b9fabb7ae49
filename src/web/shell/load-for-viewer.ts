import type { CurrentUser } from '~/contract/identity/identity-schema';
import { isSignedOut } from '~/web/lib/api-error';
import type { RouterContext } from '~/web/lib/router-context';

/** Counts read within this time are shown again, so that a quick look around reads them once. */
const freshMs = 5_000;

/** Reads what the navigation of the client area counts, anew for each page: what waits changes without the client's doing. */
async function countWaiting({ api, queryClient }: Pick<RouterContext, 'api' | 'queryClient'>) {
  const counts = { ...api.dashboard.waiting.queryOptions(), staleTime: freshMs };
  // It does without them where they cannot be read.
  await queryClient.fetchQuery(counts).catch(() => {});
}

/**
 * Loads what a screen for the signed-in shows. For everybody else there is nothing to load, nor for
 * users signed out meanwhile, in another tab or from elsewhere: the screen redirects them to sign-in.
 *
 * @param options.isClientArea whether the page has the navigation of the client area; one without it can be the same for all clients
 * @returns the name of the site, for the page's title
 */
export async function loadForViewer(
  { api, queryClient }: RouterContext,
  load: (viewer: CurrentUser) => Promise<unknown>,
  { isClientArea = true } = {},
): Promise<{ siteName: string }> {
  const [settings, viewer] = await Promise.all([
    queryClient.ensureQueryData(api.settings.public.queryOptions()),
    queryClient.ensureQueryData(api.identity.viewer.queryOptions()),
  ]);
  const counting =
    isClientArea && viewer && !viewer.isAdmin ? countWaiting({ api, queryClient }) : undefined;
  try {
    if (viewer) await load(viewer);
    // In the browser, the navigation shows its counts when they are there.
    if (import.meta.env.SSR) await counting;
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    api.identity.viewer.setData(undefined, null);
  }
  return { siteName: settings.brand.name };
}
