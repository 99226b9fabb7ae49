import { createFileRoute } from '@tanstack/react-router';

import { type BillingCycle, billingCycles } from '~/contract/plans/plans';
import { PagePricing } from '~/web/features/pricing/page-pricing';
import { PricingFailed } from '~/web/features/pricing/pricing-failed';
import { PricingPending } from '~/web/features/pricing/pricing-pending';
import { oneOf } from '~/web/lib/search';
import { loadedHead, pageHead } from '~/web/seo/head';
import { requirePage, searchHead } from '~/web/seo/search-head';
import { breadcrumbData, questionsData } from '~/web/seo/structured-data';

interface PricingSearch {
  cycle?: BillingCycle;
}

export const Route = createFileRoute('/pricing')({
  validateSearch: (search): PricingSearch => {
    const cycle = oneOf(billingCycles, search.cycle);
    return cycle ? { cycle } : {};
  },
  loader: async ({ context: { api, queryClient, publicUrl } }) => {
    const [settings, questions] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.settings.questions.queryOptions()),
      queryClient.ensureQueryData(api.plans.list.queryOptions()),
      queryClient.ensureQueryData(api.billing.provider.queryOptions()),
    ]);
    requirePage(settings, 'pricing');
    return loadedHead(
      searchHead(settings, 'pricing'),
      import.meta.env.SSR
        ? [
            breadcrumbData([{ name: 'Pricing', path: '/pricing' }], publicUrl),
            ...(questions.length > 0 ? [questionsData(questions)] : []),
          ]
        : [],
    );
  },
  head: pageHead,
  component: PagePricing,
  pendingComponent: PricingPending,
  errorComponent: PricingFailed,
});
