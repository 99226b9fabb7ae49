import { createFileRoute } from '@tanstack/react-router';

import { legalHead } from '~/web/features/legal/legal-meta';
import { LegalPending } from '~/web/features/legal/legal-pending';
import { loadLegal } from '~/web/features/legal/load-legal';
import { PageTerms } from '~/web/features/legal/page-terms';

export const Route = createFileRoute('/terms')({
  loader: ({ context }) => loadLegal(context, 'terms'),
  head: ({ loaderData, match }) =>
    loaderData ? legalHead(loaderData, 'terms', match.context.publicUrl) : {},
  component: PageTerms,
  pendingComponent: LegalPending,
});
