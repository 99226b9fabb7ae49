import { otherSource } from '~/contract/leads/came-from';
import { utmMax, visitHostMax } from '~/contract/leads/came-from-schema';

const hostForm = /^[a-z0-9.:[\]-]+$/;

/** Normalizes a referring host to lower case; empty if there is none. An invalid host counts as 'other'. */
export function countedHost(host: string): string {
  const lower = host.trim().toLowerCase();
  if (!lower) return '';
  return lower.length <= visitHostMax && hostForm.test(lower) ? lower : otherSource;
}

/** Normalizes a `utm_source` to a single line in lower case, so that two spellings of a campaign are counted as one. */
function countedUtm(value: string): string {
  const line = value.slice(0, 4 * utmMax).replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ');
  return [...line.trim().toLowerCase()].slice(0, utmMax).join('').trim();
}

/** Returns the source of a visit: its campaign, or else the referring host; empty for a direct visit. */
export const sourceOf = (utmSource: string, host: string): string =>
  countedUtm(utmSource) || countedHost(host);

/** Returns the host in a `Referer` header; empty without one. */
export function hostOfReferrer(referrer: string | undefined): string {
  const host = referrer?.split('/', 3)[2];
  return host === undefined ? '' : countedHost(host);
}

/** Returns `utm_source` from the target of a request. Does not parse it as a URL, because this runs for every page view. */
export function utmSourceOf(target: string): string {
  const queryAt = target.indexOf('?');
  if (queryAt === -1 || !target.includes('utm_source=', queryAt)) return '';
  return countedUtm(new URLSearchParams(target.slice(queryAt)).get('utm_source') ?? '');
}
