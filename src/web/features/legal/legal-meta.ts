import type { LegalPageName } from '~/contract/legal/legal';
import { pageHead } from '~/web/seo/head';
import { breadcrumbData } from '~/web/seo/structured-data';

const descriptions: Record<LegalPageName, (siteName: string) => string> = {
  privacy: (siteName) =>
    `What ${siteName} keeps about visitors and clients, why, for how long and who else sees it, with the cookie policy and how to have it shown or deleted.`,
  terms: (siteName) =>
    `The terms under which ${siteName} works: accounts, acceptable use, payment, liability, governing law, cancellation and refunds, service by service.`,
  cookies: (siteName) =>
    `Everything the site of ${siteName} keeps in a browser, by name, with what it is for and how long it stays. There are no tracking cookies among it.`,
};

export function legalHead(
  { siteName, title }: { siteName: string; title: string },
  page: LegalPageName,
  publicUrl: string,
) {
  const path = `/${page}`;
  return pageHead({
    title: `${title} | ${siteName}`,
    description: descriptions[page](siteName),
    path,
    publicUrl,
    siteName,
    structuredData: import.meta.env.SSR ? [breadcrumbData([{ name: title, path }], publicUrl)] : [],
  });
}
