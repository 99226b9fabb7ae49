import { createFileRoute } from '@tanstack/react-router';

import { PageTestimonial } from '~/web/features/testimonials/page-testimonial';
import { TestimonialNotFound } from '~/web/features/testimonials/testimonial-not-found';
import { orNotFound } from '~/web/lib/or-not-found';
import { privateLinkHead } from '~/web/seo/head';
import { ScreenFailed } from '~/web/shell/page-failed';

/** Page where a client writes a testimonial, opened by an emailed link. */
export const Route = createFileRoute('/testimonials/$token')({
  staticData: { frame: 'own' },
  loader: async ({ context: { api, queryClient }, params: { token } }) => {
    const [settings] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient
        .fetchQuery({ ...api.testimonialLinks.get.queryOptions({ token }), staleTime: 0 })
        .catch(orNotFound),
    ]);
    return { siteName: settings.brand.name };
  },
  head: ({ loaderData }) => privateLinkHead('Your words', loaderData?.siteName),
  component: PageTestimonial,
  errorComponent: ScreenFailed,
  notFoundComponent: TestimonialNotFound,
});
