import { createFileRoute, notFound } from '@tanstack/react-router';

/** Every URL without a route: without this one, a URL below a page (`/about/nothing`) would get that page's head. */
export const Route = createFileRoute('/$')({
  // Not in the loader, whose data is lost with what it throws.
  beforeLoad: async ({ context: { api, queryClient } }) => {
    const { brand } = await queryClient.ensureQueryData(api.settings.public.queryOptions());
    return { siteName: brand.name };
  },
  loader: () => {
    throw notFound();
  },
  head: ({ match }) => ({ meta: [{ title: `Page Not Found | ${match.context.siteName}` }] }),
});
