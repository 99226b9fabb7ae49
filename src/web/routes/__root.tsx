import {
  createRootRouteWithContext,
  lazyRouteComponent,
  Outlet,
  Scripts,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';

import '~/web/ui/tokens.css';
import '~/web/ui/base.css';

import { inlineBoot } from '~/web/lib/early-submit';
import type { RouterContext } from '~/web/lib/router-context';
import { HeadTags } from '~/web/seo/head-tags';
import { ClientViewNotice, hasClientViewNotice } from '~/web/shell/client-view-notice.lazy';
import { Layout } from '~/web/shell/layout';
import { PageFailed } from '~/web/shell/page-failed';
import { UserMenu } from '~/web/shell/user-menu.lazy';

/** Loaded lazily, because only few pages have blocks. */
const BlocksBelow = lazyRouteComponent(() => import('~/blocks/blocks-below'), 'BlocksBelow');

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context: { api, queryClient }, location }) => {
    const [{ links }, viewer] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.identity.viewer.queryOptions()),
    ]);
    const page = links.extended?.[location.pathname];
    // For clients, the path of the landing page shows a different page.
    if (!page || (page === 'home' && viewer && !viewer.isAdmin)) return { below: undefined };
    const [{ blocks }, { loadBlockViews }] = await Promise.all([
      queryClient.ensureQueryData(api.pageBlocks.below.queryOptions({ page })),
      import('~/blocks/block-views'),
      BlocksBelow.preload?.(),
    ]);
    return { below: { page, blockTypes: await loadBlockViews(blocks) } };
  },
  loader: async ({ context: { api, queryClient } }) => {
    const [settings, viewer] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.identity.viewer.queryOptions()),
    ]);
    if (viewer) await UserMenu.preload?.();
    if (viewer && hasClientViewNotice(viewer)) await ClientViewNotice.preload?.();
    return { siteName: settings.brand.name, tagline: settings.brand.tagline };
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

/** Blocks that the agency has added below the current page. */
function Extension() {
  const { below } = Route.useRouteContext();
  return below ? <BlocksBelow page={below.page} /> : null;
}

function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        {/* Runs before hydration, so that the browser's scripts do not contain its text. */}
        <script
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? inlineBoot() : '' }}
        />
        <meta name="theme-color" content="#fbf8f2" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#111316" media="(prefers-color-scheme: dark)" />
        <HeadTags />
      </head>
      <body>
        {children}
        {/* The server's data for hydration. */}
        {import.meta.env.SSR && <Scripts />}
      </body>
    </html>
  );
}
