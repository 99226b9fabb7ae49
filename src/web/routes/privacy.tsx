import { createFileRoute } from '@tanstack/react-router';
import { legalHead } from '~/web/legal/legal-meta';
import { LegalPending } from '~/web/legal/legal-pending';
import { loadLegal } from '~/web/legal/load-legal';
import { PagePrivacy } from '~/web/legal/page-privacy';

export const Route = createFileRoute('/privacy')({
  loader: ({ context }) => loadLegal(context, 'privacy'),
  head: ({ loaderData, match }) =>
    loaderData ? legalHead(loaderData, 'privacy', match.context.publicUrl) : {},
  component: PagePrivacy,
  pendingComponent: LegalPending,
});
