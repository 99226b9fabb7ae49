import { createFileRoute } from '@tanstack/react-router';

import { loadBlockViews } from '~/blocks/block-views';
import { CustomPage } from '~/blocks/custom-page';
import { DraftNotice } from '~/blocks/draft-notice';
import { orNotFound } from '~/web/lib/or-not-found';
import { useResult } from '~/web/lib/use-result';
import { privateLinkHead } from '~/web/seo/head';

/** Preview of a page that is not public yet, for people who have its private link. */
export const Route = createFileRoute('/pages/$token')({
  loader: async ({ context: { api, queryClient }, params: { token } }) => {
    const [settings, page] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient
        .fetchQuery({ ...api.pageDrafts.byLink.queryOptions({ token }), staleTime: 0 })
        .catch(orNotFound),
    ]);
    return {
      title: page.title,
      siteName: settings.brand.name,
      blockTypes: await loadBlockViews(page.blocks),
    };
  },
  head: ({ loaderData }) =>
    privateLinkHead(loaderData?.title ?? 'Page Not Found', loaderData?.siteName),
  component: PageDraft,
});

function PageDraft() {
  const { api } = Route.useRouteContext();
  const { token } = Route.useParams();
  const page = useResult(api.pageDrafts.byLink.queryOptions({ token }));
  return (
    <>
      <DraftNotice updatedAt={page.updatedAt} />
      <CustomPage page={page} />
    </>
  );
}
