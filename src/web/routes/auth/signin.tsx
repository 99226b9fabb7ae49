import { createFileRoute } from '@tanstack/react-router';

import { type AuthSearch, nextOf } from '~/web/features/identity/auth-search';
import { loadAuth } from '~/web/features/identity/load-auth';
import { PageSignIn } from '~/web/features/identity/page-sign-in';
import { pageHead } from '~/web/seo/head';

export const Route = createFileRoute('/auth/signin')({
  validateSearch: (search): AuthSearch => nextOf(search),
  loader: ({ context }) => loadAuth(context),
  head: ({ loaderData, match }) =>
    loaderData
      ? pageHead({
          title: `Sign in | ${loaderData.siteName}`,
          description:
            'Sign in with a code that is sent to your e-mail address. There is no password to remember.',
          path: '/auth/signin',
          publicUrl: match.context.publicUrl,
          siteName: loaderData.siteName,
        })
      : {},
  component: PageSignIn,
});
