import { createFileRoute, notFound } from '@tanstack/react-router';

import { moreLegalPages } from '~/contract/legal/legal';
import { LegalPending } from '~/web/features/legal/legal-pending';
import { loadMoreLegal } from '~/web/features/legal/load-legal';
import { PageLegal } from '~/web/features/legal/page-legal';
import { pageHead } from '~/web/seo/head';

export const Route = createFileRoute('/legal/$page/')({
  loader: ({ context, params }) => {
    const page = moreLegalPages.find((one) => one === params.page);
    if (!page) throw notFound();
    return loadMoreLegal(context, page);
  },
  head: pageHead,
  component: PageLegal,
  pendingComponent: LegalPending,
});
