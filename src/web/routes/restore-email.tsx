import { createFileRoute } from '@tanstack/react-router';

import { PageRestoreEmail } from '~/web/features/identity/page-restore-email';
import { privateLinkHead } from '~/web/seo/head';

export const Route = createFileRoute('/restore-email')({
  loader: async ({ context: { api, queryClient } }) => {
    const settings = await queryClient.ensureQueryData(api.settings.public.queryOptions());
    return { siteName: settings.brand.name };
  },
  head: ({ loaderData }) => privateLinkHead('Restore your email', loaderData?.siteName),
  component: PageRestoreEmail,
});
