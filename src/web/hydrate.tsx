import { RouterProvider } from '@tanstack/react-router';
import { hydrate as hydrateRouter } from '@tanstack/react-router/ssr/client';
import { startTransition } from 'react';
import type { hydrateRoot as HydrateRoot } from 'react-dom/client';

import { importOnline, watchImports } from './lib/failed-imports';
import { lateCalls } from './lib/late-calls';
import { readQueries } from './lib/page-data';
import { createAppRouter } from './router';
import { rememberVisit, reportPageView } from './shell/visit';
import { loadFlightDrawings } from './ui/flight-mark-svg';

/** Hydrates the server's HTML. */
export async function hydrate(hydrateRoot: typeof HydrateRoot): Promise<void> {
  watchImports();
  const calls = lateCalls(() =>
    importOnline(() => import('./shell/transport').then((module) => module.calls)),
  );
  const router = createAppRouter({ calls, publicUrl: window.location.origin });
  const { queryClient } = router.options.context;
  readQueries(queryClient);
  // On navigation, loads shared code in parallel with the code of the page.
  router.subscribe('onBeforeNavigate', ({ hrefChanged, pathChanged, toLocation }) => {
    if (!hrefChanged) return;
    if (pathChanged) reportPageView(toLocation.pathname);
    // Only preloads. Ignores a failure: the first use loads the code again and shows the error.
    void queryClient.load().catch(() => {});
    void loadFlightDrawings().catch(() => {});
  });
  const unsubscribe = router.subscribe('onBeforeRouteMount', ({ pathChanged }) => {
    if (!pathChanged) return;
    unsubscribe();
    // Fonts with `font-display: optional` that arrived after the first paint stay hidden until
    // their rules are added again.
    const fonts = document.getElementById('web-fonts');
    fonts?.replaceWith(fonts.cloneNode(true));
  });
  rememberVisit();
  // Renders the router like `RouterClient`, but without its code for a loading state.
  await hydrateRouter(router).finally(() => window.$_TSR?.h());
  // Hydrates as a transition, which yields to the visitor every few milliseconds.
  startTransition(() => {
    hydrateRoot(document, <RouterProvider router={router} />);
  });
}
