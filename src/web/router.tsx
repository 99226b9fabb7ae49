import { createRouter } from '@tanstack/react-router';

import { LateQueryClient } from './lib/late-query-client';
import { type ApiCalls, createApi, createApiClient } from './lib/trpc';
import { routeTree } from './routeTree.gen';
import { PageFailed } from './shell/page-failed';
import { PageNotFound } from './shell/page-not-found';

/** One router a page view in the browser, one a request on the server. */
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
    // At each route, so that what fails stands inside of the layout and not in place of it.
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: PageNotFound,
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 400,
    defaultPendingMinMs: 300,
    scrollRestoration: true,
    search: { strict: true },
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /**
     * `own`: the screen brings its own header and landmarks, outside of the shared layout. `client`: a tool of clients, with a navigation
     * of its own and a footer of one line.
     */
    frame?: 'own' | 'client';
  }
}
