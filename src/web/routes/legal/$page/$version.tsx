import { createFileRoute, notFound } from '@tanstack/react-router';

import { allLegalPages } from '~/contract/legal/legal';
import { LegalPending } from '~/web/features/legal/legal-pending';
import { loadLegalVersion } from '~/web/features/legal/load-legal';
import { PageLegalVersion } from '~/web/features/legal/page-legal';
import { privateHead } from '~/web/seo/head';

export const Route = createFileRoute('/legal/$page/$version')({
  loader: ({ context, params }) => {
    const page = allLegalPages.find((one) => one === params.page);
    if (!page || !/^[1-9]\d{0,3}$/.test(params.version)) throw notFound();
    return loadLegalVersion(context, page, Number(params.version));
  },
  // The page is not indexed, because search engines should find the current version.
  head: ({ loaderData }) => privateHead(loaderData?.title ?? '', loaderData?.siteName),
  component: PageLegalVersion,
  pendingComponent: LegalPending,
});
