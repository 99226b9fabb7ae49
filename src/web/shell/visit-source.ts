import { type UtmField, utmParams } from '~/contract/leads/came-from';
import type { ApiInputs } from '~/web/lib/trpc';

type CameFrom = ApiInputs['quotes']['submit']['cameFrom'];

/** Returns the source of the visit in this tab, for leads; undefined if unknown. */
export function readCameFrom(): CameFrom {
  let kept: string | null = null;
  try {
    kept = sessionStorage.getItem('visit');
  } catch {
    // The browser blocks storage.
  }
  if (!kept) return undefined;
  const [page = '', host = '', ...campaign] = kept.split(',');
  const params = new URLSearchParams(campaign.join('&'));
  const utm = Object.entries(utmParams).flatMap(([field, name]) => {
    const value = params.get(name);
    return value ? [[field, value]] : [];
  });
  return {
    page,
    // Leaves out this site as the host. Such a page was opened in a new tab, which does not know
    // the original source.
    host: host === location.host ? '' : host,
    ...(Object.fromEntries(utm) as Partial<Record<UtmField, string>>),
  };
}
