import { type AnyLegalPage, type LegalPageName, legalPath } from '~/contract/legal/legal';
import { orNotFound } from '~/web/lib/or-not-found';
import type { RouterContext } from '~/web/lib/router-context';
import { loadedHead } from '~/web/seo/head';
import { breadcrumbData } from '~/web/seo/structured-data';

const descriptions: Record<LegalPageName, (siteName: string) => string> = {
  privacy: (siteName) =>
    `What ${siteName} keeps about visitors and clients, why, for how long and who else sees it, with the cookie policy and how to have it shown or deleted.`,
  terms: (siteName) =>
    `The terms under which ${siteName} works: accounts, acceptable use, payment, liability, governing law, cancellation and refunds, service by service.`,
  cookies: (siteName) =>
    `Everything the site of ${siteName} keeps in a browser, by name, with what it is for and how long it stays. There are no tracking cookies among it.`,
};

/** A legal page's text, with the agency's own details in it. */
export async function loadLegal(
  { api, queryClient, publicUrl }: RouterContext,
  page: LegalPageName,
) {
  const [settings, { title }] = await Promise.all([
    queryClient.ensureQueryData(api.settings.public.queryOptions()),
    queryClient.ensureQueryData(api.legal.text.queryOptions({ page })),
  ]);
  const siteName = settings.brand.name;
  const path = `/${page}`;
  return loadedHead(
    { title: `${title} | ${siteName}`, description: descriptions[page](siteName), path, siteName },
    import.meta.env.SSR ? [breadcrumbData([{ name: title, path }], publicUrl)] : [],
  );
}

/** A page that not every site has. */
export async function loadMoreLegal(
  { api, queryClient, publicUrl }: RouterContext,
  page: AnyLegalPage,
) {
  const [settings, { title, lead }] = await Promise.all([
    queryClient.ensureQueryData(api.settings.public.queryOptions()),
    queryClient.ensureQueryData(api.legal.text.queryOptions({ page })).catch(orNotFound),
  ]);
  const siteName = settings.brand.name;
  const path = legalPath(page);
  return loadedHead(
    { title: `${title} | ${siteName}`, description: lead, path, siteName },
    import.meta.env.SSR ? [breadcrumbData([{ name: title, path }], publicUrl)] : [],
  );
}

/** One version of any legal page. */
export async function loadLegalVersion(
  { api, queryClient }: RouterContext,
  page: AnyLegalPage,
  version: number,
) {
  const [settings, { title }] = await Promise.all([
    queryClient.ensureQueryData(api.settings.public.queryOptions()),
    queryClient
      .ensureQueryData(api.legal.version.queryOptions({ page, version }))
      .catch(orNotFound),
  ]);
  return { title: `${title}, version ${version}.0`, siteName: settings.brand.name };
}
