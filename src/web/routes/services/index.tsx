import { createFileRoute } from '@tanstack/react-router';

import { type Category, categories } from '~/contract/services/categories';
import { PageServices } from '~/web/features/services/page-services';
import { ServicesFailed } from '~/web/features/services/services-failed';
import { ServicesPending } from '~/web/features/services/services-pending';
import { loadedHead, pageHead } from '~/web/seo/head';
import { searchHead } from '~/web/seo/search-head';
import { breadcrumbData } from '~/web/seo/structured-data';

interface ServicesSearch {
  category?: Category;
}

export const Route = createFileRoute('/services/')({
  validateSearch: (search): ServicesSearch => {
    const category = categories.find((one) => one === search.category);
    return category ? { category } : {};
  },
  loader: async ({ context: { api, queryClient, publicUrl } }) => {
    const [settings] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.services.cards.queryOptions()),
    ]);
    return loadedHead(
      searchHead(settings, 'services'),
      import.meta.env.SSR
        ? [breadcrumbData([{ name: 'Services', path: '/services' }], publicUrl)]
        : [],
    );
  },
  head: pageHead,
  component: PageServices,
  pendingComponent: ServicesPending,
  errorComponent: ServicesFailed,
});
