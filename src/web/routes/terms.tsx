import { createFileRoute } from '@tanstack/react-router';

import { LegalPending } from '~/web/features/legal/legal-pending';
import { loadLegal } from '~/web/features/legal/load-legal';
import { PageTerms } from '~/web/features/legal/page-terms';
import { pageHead } from '~/web/seo/head';

export const Route = createFileRoute('/terms')({
  loader: ({ context }) => loadLegal(context, 'terms'),
  head: pageHead,
  component: PageTerms,
  pendingComponent: LegalPending,
});
