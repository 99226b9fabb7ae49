import { createFileRoute } from '@tanstack/react-router';

import { type AuthSearch, nextOf } from '~/web/features/identity/auth-search';
import { loadAuth } from '~/web/features/identity/load-auth';
import { PageSignUp } from '~/web/features/identity/page-sign-up';
import { loadedHead, pageHead } from '~/web/seo/head';

export const Route = createFileRoute('/auth/signup')({
  validateSearch: (search): AuthSearch => nextOf(search),
  loader: async ({ context }) => {
    const { siteName } = await loadAuth(context);
    return loadedHead({
      title: `Sign up | ${siteName}`,
      description:
        'Create an account to follow your projects and payments. All you need is a name and an email address.',
      path: '/auth/signup',
      siteName,
    });
  },
  head: pageHead,
  component: PageSignUp,
});
