import { createFileRoute, redirect } from '@tanstack/react-router';

import { QuoteBrief } from '~/web/features/forms/quote-brief.lazy';
import { QuoteForm } from '~/web/features/quotes/quote-form';
import { loadService } from '~/web/features/services/load-service';
import { PageService } from '~/web/features/services/page-service';
import { ServiceNotFound } from '~/web/features/services/service-not-found';
import { ServicePending } from '~/web/features/services/service-pending';
import { loadedHead, pageHead } from '~/web/seo/head';
import { breadcrumbData, serviceData } from '~/web/seo/structured-data';

export const Route = createFileRoute('/services/$slug')({
  loader: async ({ context, params }) => {
    const { publicUrl } = context;
    const { service, settings } = await loadService(context, params.slug);
    if (service.slug !== params.slug) {
      throw redirect({ to: '/services/$slug', params: { slug: service.slug }, statusCode: 301 });
    }
    const path = `/services/${service.slug}`;
    return loadedHead(
      {
        title: service.metaTitle || `${service.name} | ${settings.brand.name}`,
        description: service.metaDescription || service.description,
        path,
        siteName: settings.brand.name,
        type: 'product',
        share: { kind: 'services', slug: service.slug },
      },
      import.meta.env.SSR
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
    );
  },
  head: (page) => (page.loaderData ? pageHead(page) : { meta: [{ title: 'Service Not Found' }] }),
  component: () => (
    <PageService
      quoteForm={(service) => (
        <QuoteForm
          key={service.id}
          service={service}
          brief={(quoteKey) =>
            service.briefFormId !== null && (
              <QuoteBrief formId={service.briefFormId} quoteKey={quoteKey} />
            )
          }
        />
      )}
    />
  ),
  pendingComponent: ServicePending,
  notFoundComponent: ServiceNotFound,
});
