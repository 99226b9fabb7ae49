import { createFileRoute } from '@tanstack/react-router';

import { CareersPending } from '~/web/features/careers/careers-pending';
import { PageCareers } from '~/web/features/careers/page-careers';
import { loadedHead, pageHead } from '~/web/seo/head';
import { requirePage, searchHead } from '~/web/seo/search-head';
import { breadcrumbData } from '~/web/seo/structured-data';

export const Route = createFileRoute('/careers')({
  loader: async ({ context: { api, queryClient, publicUrl } }) => {
    const [settings] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.settings.careers.queryOptions()),
    ]);
    requirePage(settings, 'careers');
    return loadedHead(
      searchHead(settings, 'careers'),
      import.meta.env.SSR
        ? [breadcrumbData([{ name: 'Careers', path: '/careers' }], publicUrl)]
        : [],
    );
  },
  head: pageHead,
  component: PageCareers,
  pendingComponent: CareersPending,
});
