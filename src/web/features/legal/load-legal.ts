import { type AnyLegalPage, type LegalPageName, legalPath } from '~/contract/legal/legal';
import { orNotFound } from '~/web/lib/or-not-found';
import type { RouterContext } from '~/web/lib/router-context';
import { loadedHead } from '~/web/seo/head';
import { breadcrumbData } from '~/web/seo/structured-data';

const descriptions: Record<LegalPageName, (siteName: string) => string> = {
  privacy: (siteName) =>
    `What data ${siteName} stores about visitors and clients, why, for how long and who else sees it, with the cookie policy and how to access or delete your data.`,
  terms: (siteName) =>
    `The terms of service of ${siteName}: accounts, acceptable use, payment, liability, governing law, cancellation and refunds, with terms for each service.`,
  cookies: (siteName) =>
    `Everything the ${siteName} site stores in your browser, by name, purpose and lifetime. No tracking cookies.`,
};

/** Loads the text of a legal page, with the agency's data filled in. */
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

/** Loads an optional legal page. */
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

/** Loads one version of any legal page. */
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
