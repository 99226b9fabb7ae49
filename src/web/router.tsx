import { createRouter } from '@tanstack/react-router';

import { LateQueryClient } from './lib/late-query-client';
import { type ApiCalls, createApi, createApiClient } from './lib/trpc';
import { routeTree } from './routeTree.gen';
import { PageFailed } from './shell/page-failed';
import { PageNotFound } from './shell/page-not-found';

/** Creates a router: one per page load in the browser, and one per request on the server. */
export function createAppRouter(options: { calls: ApiCalls; publicUrl: string }) {
  const queryClient = new LateQueryClient(() =>
    import('./lib/query-client').then((module) => module.createQueryClient),
  );
  const api = createApi(queryClient, options.calls);
  const client = createApiClient(options.calls);
  return createRouter({
    routeTree,
    context: { queryClient, api, client, publicUrl: options.publicUrl },
    defaultPreload: 'intent',
    // Sets these components as defaults of each route, so that errors are shown inside the layout
    // rather than in place of it.
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: PageNotFound,
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 400,
    defaultPendingMinMs: 300,
    // Browsers restore the scroll position of a reload themselves, so pages need no script for it.
    scrollRestoration: !import.meta.env.SSR,
    search: { strict: true },
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /**
     * Frame of the page. `own`: the screen has its own header and landmarks, outside the shared
     * layout. `client`: a page of the client area, with its navigation and a one-line footer.
     */
    frame?: 'own' | 'client';
  }
}
