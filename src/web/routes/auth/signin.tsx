import { createFileRoute } from '@tanstack/react-router';

import { type AuthSearch, nextOf } from '~/web/features/identity/auth-search';
import { loadAuth } from '~/web/features/identity/load-auth';
import { PageSignIn } from '~/web/features/identity/page-sign-in';
import { loadedHead, pageHead } from '~/web/seo/head';

export const Route = createFileRoute('/auth/signin')({
  validateSearch: (search): AuthSearch => nextOf(search),
  loader: async ({ context }) => {
    const { siteName } = await loadAuth(context);
    return loadedHead({
      title: `Sign in | ${siteName}`,
      description: 'Sign in with a code sent to your email. There is no password to remember.',
      path: '/auth/signin',
      siteName,
    });
  },
  head: pageHead,
  component: PageSignIn,
});
