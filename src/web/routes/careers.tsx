import { createFileRoute } from '@tanstack/react-router';

import { CareersPending } from '~/web/features/careers/careers-pending';
import { PageCareers } from '~/web/features/careers/page-careers';
import { pageHead } from '~/web/seo/head';
import { breadcrumbData } from '~/web/seo/structured-data';

export const Route = createFileRoute('/careers')({
  loader: async ({ context: { api, queryClient } }) => {
    const [settings] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.settings.careers.queryOptions()),
    ]);
    return { siteName: settings.brand.name };
  },
  head: ({ loaderData, match }) => {
    if (!loaderData) return {};
    const { publicUrl } = match.context;
    return pageHead({
      title: `Careers: open positions | ${loaderData.siteName}`,
      description: `Open positions at ${loaderData.siteName}, what the first month looks like, what is paid, and how applying goes. Where nothing is open, this page says so.`,
      path: '/careers',
      publicUrl,
      siteName: loaderData.siteName,
      structuredData: import.meta.env.SSR
        ? [breadcrumbData([{ name: 'Careers', path: '/careers' }], publicUrl)]
        : [],
    });
  },
  component: PageCareers,
  pendingComponent: CareersPending,
});
