import { createFileRoute, notFound, redirect } from '@tanstack/react-router';

import { loadBlockViews } from '~/blocks/block-views';
import { CustomPage } from '~/blocks/custom-page';
import { isPageSlug } from '~/contract/custom-pages/page-slugs';
import { orNotFound } from '~/web/lib/or-not-found';
import { useResult } from '~/web/lib/use-result';
import { loadedHead, pageHead } from '~/web/seo/head';
import { breadcrumbData } from '~/web/seo/structured-data';

/**
 * Matches every URL without a route, which is either a custom page or a missing page. Without this
 * route, a URL below a page (`/about/nothing`) would get the head of that page.
 */
export const Route = createFileRoute('/$')({
  // Reads the site's name before the loader runs, because the loader's data is lost when the loader
  // throws.
  beforeLoad: async ({ context: { api, queryClient } }) => {
    const { brand } = await queryClient.ensureQueryData(api.settings.public.queryOptions());
    return { siteName: brand.name };
  },
  loader: async ({ context: { api, queryClient, publicUrl, siteName }, params }) => {
    const slug = params._splat ?? '';
    if (!isPageSlug(slug)) throw notFound();
    const page = await queryClient
      .ensureQueryData(api.customPages.get.queryOptions({ slug }))
      .catch(orNotFound);
    if (page.slug !== slug) {
      throw redirect({ to: '/$', params: { _splat: page.slug }, statusCode: 301 });
    }
    const path = `/${page.slug}`;
    const head = {
      title: page.metaTitle || `${page.title} | ${siteName}`,
      description: page.metaDescription,
      path,
      siteName,
    };
    return {
      ...loadedHead(
        head,
        import.meta.env.SSR ? [breadcrumbData([{ name: page.title, path }], publicUrl)] : [],
      ),
      blockTypes: await loadBlockViews(page.blocks),
    };
  },
  head: (page) =>
    page.loaderData
      ? pageHead(page)
      : { meta: [{ title: `Page Not Found | ${page.match.context.siteName}` }] },
  component: PageOwn,
});

function PageOwn() {
  const { api } = Route.useRouteContext();
  const { _splat: slug = '' } = Route.useParams();
  return <CustomPage page={useResult(api.customPages.get.queryOptions({ slug }))} />;
}
