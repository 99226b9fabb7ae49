import type { LegalPageName } from '~/contract/legal/legal';
import type { RouterContext } from '~/web/lib/router-context';

/** A legal page's text, with the agency's own details in it. */
export async function loadLegal({ api, queryClient }: RouterContext, page: LegalPageName) {
  const [settings, text] = await Promise.all([
    queryClient.ensureQueryData(api.settings.public.queryOptions()),
    queryClient.ensureQueryData(api.legal.text.queryOptions({ page })),
  ]);
  return { siteName: settings.brand.name, title: text.title };
}
