import { createFileRoute } from '@tanstack/react-router';

import { type AuthSearch, nextOf } from '~/web/features/identity/auth-search';
import { loadAuth } from '~/web/features/identity/load-auth';
import { PageSignUp } from '~/web/features/identity/page-sign-up';
import { pageHead } from '~/web/seo/head';

export const Route = createFileRoute('/auth/signup')({
  validateSearch: (search): AuthSearch => nextOf(search),
  loader: ({ context }) => loadAuth(context),
  head: ({ loaderData, match }) =>
    loaderData
      ? pageHead({
          title: `Sign up | ${loaderData.siteName}`,
          description:
            'Make an account to follow your projects and payments. A name and an e-mail address are all it takes.',
          path: '/auth/signup',
          publicUrl: match.context.publicUrl,
          siteName: loaderData.siteName,
        })
      : {},
  component: PageSignUp,
});
