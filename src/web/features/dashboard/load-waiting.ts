import type { RouterContext } from '~/web/lib/router-context';

/** Counts read within this time are shown again, so that a quick look around reads them once. */
const freshMs = 5_000;

/**
 * Reads what the navigation of the client area counts: what waits changes without the client's doing, and is read again on each
 * page. Only the server waits for it. A failure leaves the counts out.
 */
export async function loadWaiting({ api, queryClient }: RouterContext): Promise<void> {
  const read = async () => {
    const viewer = await queryClient.ensureQueryData(api.identity.viewer.queryOptions());
    if (!viewer || viewer.isAdmin) return;
    await queryClient.fetchQuery({ ...api.dashboard.waiting.queryOptions(), staleTime: freshMs });
  };
  const reading = read().catch(() => {});
  if (import.meta.env.SSR) await reading;
}
