import { createFileRoute } from '@tanstack/react-router';

import { CareersPending } from '~/web/features/careers/careers-pending';
import { PageCareers } from '~/web/features/careers/page-careers';
import { loadedHead, pageHead } from '~/web/seo/head';
import { breadcrumbData } from '~/web/seo/structured-data';

export const Route = createFileRoute('/careers')({
  loader: async ({ context: { api, queryClient, publicUrl } }) => {
    const [settings] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.settings.careers.queryOptions()),
    ]);
    const siteName = settings.brand.name;
    return loadedHead(
      {
        title: `Careers: open positions | ${siteName}`,
        description: `Open positions at ${siteName}, what the first month looks like, what is paid, and how applying goes. Where nothing is open, this page says so.`,
        path: '/careers',
        siteName,
      },
      import.meta.env.SSR
        ? [breadcrumbData([{ name: 'Careers', path: '/careers' }], publicUrl)]
        : [],
    );
  },
  head: pageHead,
  component: PageCareers,
  pendingComponent: CareersPending,
});
