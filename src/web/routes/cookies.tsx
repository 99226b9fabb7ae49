import { createFileRoute } from '@tanstack/react-router';

import { LegalPending } from '~/web/features/legal/legal-pending';
import { loadLegal } from '~/web/features/legal/load-legal';
import { PageCookies } from '~/web/features/legal/page-cookies';
import { pageHead } from '~/web/seo/head';

export const Route = createFileRoute('/cookies')({
  loader: async ({ context }) => {
    const [loaded] = await Promise.all([
      loadLegal(context, 'cookies'),
      context.queryClient.ensureQueryData(context.api.legal.cookies.queryOptions()),
    ]);
    return loaded;
  },
  head: pageHead,
  component: PageCookies,
  pendingComponent: LegalPending,
});
