import { otherSource } from '~/contract/leads/came-from';
import { utmMax, visitHostMax } from '~/contract/leads/came-from-schema';

const hostForm = /^[a-z0-9.:[\]-]+$/;

/** A referring host as it is counted: in lower case, empty for none; what can be none is counted with the rest. */
export function countedHost(host: string): string {
  const lower = host.trim().toLowerCase();
  if (!lower) return '';
  return lower.length <= visitHostMax && hostForm.test(lower) ? lower : otherSource;
}

/** A `utm_source` as it is counted: of one line and in lower case, so that a campaign typed in two ways is one. */
function countedUtm(value: string): string {
  const line = value.slice(0, 4 * utmMax).replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ');
  return [...line.trim().toLowerCase()].slice(0, utmMax).join('').trim();
}

/** The source of a visit: its campaign's, else the referring host, else empty for a direct visit. */
export const sourceOf = (utmSource: string, host: string): string =>
  countedUtm(utmSource) || countedHost(host);

/** The host in a `Referer` header; empty where there is none. */
export function hostOfReferrer(referrer: string | undefined): string {
  const host = referrer?.split('/', 3)[2];
  return host === undefined ? '' : countedHost(host);
}

/** `utm_source` in the query of a request's target, without building a URL: this runs on every view of a page. */
export function utmSourceOf(target: string): string {
  const queryAt = target.indexOf('?');
  if (queryAt === -1 || !target.includes('utm_source=', queryAt)) return '';
  return countedUtm(new URLSearchParams(target.slice(queryAt)).get('utm_source') ?? '');
}
