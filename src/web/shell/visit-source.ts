import { type UtmField, utmParams } from '~/contract/leads/came-from';
import type { ApiInputs } from '~/web/lib/trpc';

type CameFrom = ApiInputs['quotes']['submit']['cameFrom'];

/** Where the visit of this tab began, as leads carry it; undefined where that is not known. */
export function readCameFrom(): CameFrom {
  let kept: string | null = null;
  try {
    kept = sessionStorage.getItem('visit');
  } catch {
    // Storage is switched off.
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
    // A page of this site that was opened in a new tab: where its visit began is not known to that tab.
    host: host === location.host ? '' : host,
    ...(Object.fromEntries(utm) as Partial<Record<UtmField, string>>),
  };
}
