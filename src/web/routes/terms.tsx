import { createFileRoute } from '@tanstack/react-router';
import { legalHead } from '~/web/legal/legal-meta';
import { LegalPending } from '~/web/legal/legal-pending';
import { loadLegal } from '~/web/legal/load-legal';
import { PageTerms } from '~/web/legal/page-terms';

export const Route = createFileRoute('/terms')({
  loader: ({ context }) => loadLegal(context, 'terms'),
  head: ({ loaderData, match }) =>
    loaderData ? legalHead(loaderData, 'terms', match.context.publicUrl) : {},
  component: PageTerms,
  pendingComponent: LegalPending,
});
