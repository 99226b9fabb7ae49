import { createFileRoute, redirect } from '@tanstack/react-router';

import { pageHead } from '~/web/lib/head';
import { loadService } from '~/web/services/load-service';
import { PageService } from '~/web/services/page-service';
import { ServiceNotFound } from '~/web/services/service-not-found';
import { ServicePending } from '~/web/services/service-pending';

export const Route = createFileRoute('/services/$slug')({
  loader: async ({ context, params }) => {
    const { service, siteName } = await loadService(context, params.slug);
    if (service.slug !== params.slug) {
      throw redirect({ to: '/services/$slug', params: { slug: service.slug }, statusCode: 301 });
    }
    return { service, siteName };
  },
  head: ({ loaderData, match }) => {
    if (!loaderData) return { meta: [{ title: 'Service Not Found' }] };
    const { service, siteName } = loaderData;
    return pageHead({
      title: service.metaTitle || `${service.name} | ${siteName}`,
      description: service.metaDescription || service.description,
      path: `/services/${service.slug}`,
      publicUrl: match.context.publicUrl,
      siteName,
      type: 'product',
      imageUrl: service.imageUrl,
    });
  },
  component: PageService,
  pendingComponent: ServicePending,
  notFoundComponent: ServiceNotFound,
});
