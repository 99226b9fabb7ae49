import { createFileRoute } from '@tanstack/react-router';

import { PageQuote } from '~/web/features/quotes/page-quote';
import { QuoteNotFound } from '~/web/features/quotes/quote-not-found';
import { orNotFound } from '~/web/lib/or-not-found';
import { privateLinkHead } from '~/web/seo/head';
import { ScreenFailed } from '~/web/shell/page-failed';

export const Route = createFileRoute('/quotes/$token')({
  staticData: { frame: 'own' },
  loader: async ({ context: { api, queryClient }, params: { token } }) => {
    const [settings] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient
        .fetchQuery({ ...api.quotes.byLink.queryOptions({ token }), staleTime: 0 })
        .catch(orNotFound),
    ]);
    return { siteName: settings.brand.name };
  },
  head: ({ loaderData }) => privateLinkHead('Your quote request', loaderData?.siteName),
  component: PageQuote,
  errorComponent: ScreenFailed,
  notFoundComponent: QuoteNotFound,
});
