import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import '~/web/ui/tokens.css';
import '~/web/ui/base.css';
import { inlineBoot } from '~/web/lib/early-submit';
import type { RouterContext } from '~/web/lib/router-context';
import { Layout } from '~/web/shell/layout';
import { PageFailed } from '~/web/shell/page-failed';

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: async ({ context: { api, queryClient } }) => {
    const [settings] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.identity.viewer.queryOptions()),
    ]);
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
    </Layout>
  ),
  errorComponent: PageFailed,
});

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
