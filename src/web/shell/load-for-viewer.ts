import type { CurrentUser } from '~/contract/identity/identity-schema';
import { isSignedOut } from '~/web/lib/api-error';
import type { RouterContext } from '~/web/lib/router-context';

/** Milliseconds during which counts are reused, so that quick navigation reads them only once. */
const freshMs = 5_000;

/**
 * Reads the counts in the navigation of the client area. Reads them again for each page, because
 * the agency can change them.
 */
async function countWaiting({ api, queryClient }: Pick<RouterContext, 'api' | 'queryClient'>) {
  const counts = { ...api.dashboard.waiting.queryOptions(), staleTime: freshMs };
  // The page works without the counts if they cannot be read.
  await queryClient.fetchQuery(counts).catch(() => {});
}

/**
 * Loads the data of a screen for signed-in users. Loads nothing for visitors, or for users who were
 * signed out in another tab or on another device. The screen redirects them to sign-in.
 *
 * @param options.isClientArea true if the page has the navigation of the client area. Other pages
 * can be the same for all clients
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
    // Only the server waits for the counts. In the browser, the navigation shows them once they
    // arrive.
    if (import.meta.env.SSR) await counting;
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    api.identity.viewer.setData(undefined, null);
  }
  return { siteName: settings.brand.name };
}
