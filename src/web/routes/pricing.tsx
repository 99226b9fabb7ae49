import { createFileRoute } from '@tanstack/react-router';

import { type BillingCycle, billingCycles } from '~/contract/plans/plans';
import { PagePricing } from '~/web/features/pricing/page-pricing';
import { PricingFailed } from '~/web/features/pricing/pricing-failed';
import { PricingPending } from '~/web/features/pricing/pricing-pending';
import { oneOf } from '~/web/lib/search';
import { loadedHead, pageHead } from '~/web/seo/head';
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
    const siteName = settings.brand.name;
    return loadedHead(
      {
        title: `Pricing: plans by the month or the year | ${siteName}`,
        description:
          'Plans that keep a site running after its launch: hours of work, updates, watch and reports, paid by the month or by the year. Cancel when you like.',
        path: '/pricing',
        siteName,
      },
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
