import {
  createRootRouteWithContext,
  HeadContent,
  lazyRouteComponent,
  Outlet,
  Scripts,
  useRouterState,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';

import '~/web/ui/tokens.css';
import '~/web/ui/base.css';
import { pageAt } from '~/contract/pages/page-paths';
import { inlineBoot } from '~/web/lib/early-submit';
import type { RouterContext } from '~/web/lib/router-context';
import { Layout } from '~/web/shell/layout';
import { PageFailed } from '~/web/shell/page-failed';
import { useSettings, useViewer } from '~/web/shell/settings';
import { hasViewNotice, ViewNotice } from '~/web/shell/view-notice.lazy';

/** Of the few pages that are extended. */
const BlocksBelow = lazyRouteComponent(() => import('~/blocks/blocks-below'), 'BlocksBelow');

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: async ({ context: { api, queryClient } }) => {
    const [settings, viewer] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.identity.viewer.queryOptions()),
    ]);
    const isView = viewer !== null && hasViewNotice(viewer);
    if (isView) await ViewNotice.preload?.();
    return { siteName: settings.brand.name, tagline: settings.brand.tagline, isView };
  },
  beforeLoad: async ({ context: { api, queryClient }, location }) => {
    const page = pageAt(location.pathname);
    if (!page) return {};
    const { links } = await queryClient.ensureQueryData(api.settings.public.queryOptions());
    if (!links.extended?.includes(page)) return {};
    const [{ blocks }, { loadBlockViews }] = await Promise.all([
      queryClient.ensureQueryData(api.pageBlocks.below.queryOptions({ page })),
      import('~/blocks/block-views'),
      BlocksBelow.preload?.(),
    ]);
    return { blocksBelow: await loadBlockViews(blocks) };
  },
  head: ({ loaderData }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { title: loaderData?.siteName ?? '' },
    ],
    links: [{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }],
  }),
  shellComponent: Document,
  component: () => (
    <Layout>
      <Outlet />
      <Extension />
    </Layout>
  ),
  errorComponent: PageFailed,
});

/** What the agency has added below the page that is shown. */
function Extension() {
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '' });
  const page = pageAt(path);
  const { links } = useSettings();
  const viewer = useViewer();
  // Clients have a page of their own in place of the landing page.
  const isWelcome = page === 'home' && viewer !== null && !viewer.isAdmin;
  if (!page || isWelcome || !links.extended?.includes(page)) return null;
  return <BlocksBelow page={page} />;
}

function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        {/* It has run before the page is hydrated, so that its text is left out of the browser's scripts. */}
        <script
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? inlineBoot : '' }}
        />
        <meta name="theme-color" content="#fbf8f2" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#111316" media="(prefers-color-scheme: dark)" />
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}
