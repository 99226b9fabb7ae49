import { createFileRoute } from '@tanstack/react-router';

import { LegalPending } from '~/web/features/legal/legal-pending';
import { loadLegal } from '~/web/features/legal/load-legal';
import { PagePrivacy } from '~/web/features/legal/page-privacy';
import { pageHead } from '~/web/seo/head';

export const Route = createFileRoute('/privacy')({
  loader: ({ context }) => loadLegal(context, 'privacy'),
  head: pageHead,
  component: PagePrivacy,
  pendingComponent: LegalPending,
});
