import { createFileRoute, redirect } from '@tanstack/react-router';

import { QuoteForm } from '~/web/features/quotes/quote-form';
import { loadService } from '~/web/features/services/load-service';
import { PageService } from '~/web/features/services/page-service';
import { ServiceNotFound } from '~/web/features/services/service-not-found';
import { ServicePending } from '~/web/features/services/service-pending';
import { pageHead } from '~/web/seo/head';
import { breadcrumbData, serviceData } from '~/web/seo/structured-data';

export const Route = createFileRoute('/services/$slug')({
  loader: async ({ context, params }) => {
    const { service, settings } = await loadService(context, params.slug);
    if (service.slug !== params.slug) {
      throw redirect({ to: '/services/$slug', params: { slug: service.slug }, statusCode: 301 });
    }
    return { service, settings };
  },
  head: ({ loaderData, match }) => {
    if (!loaderData) return { meta: [{ title: 'Service Not Found' }] };
    const { publicUrl } = match.context;
    const { service, settings } = loaderData;
    const path = `/services/${service.slug}`;
    return pageHead({
      title: service.metaTitle || `${service.name} | ${settings.brand.name}`,
      description: service.metaDescription || service.description,
      path,
      publicUrl,
      siteName: settings.brand.name,
      type: 'product',
      share: { kind: 'services', slug: service.slug },
      structuredData: import.meta.env.SSR
        ? [
            serviceData(service, settings, publicUrl),
            breadcrumbData(
              [
                { name: 'Services', path: '/services' },
                { name: service.name, path },
              ],
              publicUrl,
            ),
          ]
        : [],
    });
  },
  component: () => (
    <PageService quoteForm={(service) => <QuoteForm key={service.id} service={service} />} />
  ),
  pendingComponent: ServicePending,
  notFoundComponent: ServiceNotFound,
});
