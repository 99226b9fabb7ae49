import { createFileRoute } from '@tanstack/react-router';

import { legalHead } from '~/web/features/legal/legal-meta';
import { LegalPending } from '~/web/features/legal/legal-pending';
import { loadLegal } from '~/web/features/legal/load-legal';
import { PagePrivacy } from '~/web/features/legal/page-privacy';

export const Route = createFileRoute('/privacy')({
  loader: ({ context }) => loadLegal(context, 'privacy'),
  head: ({ loaderData, match }) =>
    loaderData ? legalHead(loaderData, 'privacy', match.context.publicUrl) : {},
  component: PagePrivacy,
  pendingComponent: LegalPending,
});
