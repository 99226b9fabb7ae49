import { createFileRoute, redirect } from '@tanstack/react-router';

import { type AuthSearch, nextOf } from '~/web/features/identity/auth-search';
import { PageAdminLogin } from '~/web/features/identity/page-admin-login';
import { privateHead } from '~/web/seo/head';
import { ScreenFailed } from '~/web/shell/page-failed';

export const Route = createFileRoute('/cplogin')({
  staticData: { frame: 'own' },
  validateSearch: (search): AuthSearch => nextOf(search),
  loader: async ({ context: { api, queryClient } }) => {
    const [settings, viewer] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.identity.viewer.queryOptions()),
    ]);
    if (viewer?.isAdmin || viewer?.clientView) throw redirect({ href: '/admin' });
    return { siteName: settings.brand.name };
  },
  head: ({ loaderData }) => privateHead('Admin login', loaderData?.siteName),
  component: PageAdminLogin,
  errorComponent: ScreenFailed,
});
