import { isPrivateLink } from '~/contract/documents/documents';
import { type UtmField, utmFields } from '~/contract/leads/came-from';
import type { CameFrom } from '~/contract/leads/came-from-schema';
import { countedHost, sourceOf } from '~/server/features/traffic/sources';
import { loggedPath } from '~/server/platform/log';

/** Returns the columns of a lead's source. Columns without a value keep their defaults. */
export function leadSourceOf(cameFrom: CameFrom) {
  if (!cameFrom) return {};
  const { page = '', host = '', utmSource = '' } = cameFrom;
  const utm = Object.fromEntries(utmFields.map((name) => [name, cameFrom[name] ?? '']));
  return {
    ...(utm as Record<UtmField, string>),
    leadSource: sourceOf(utmSource, host),
    referringHost: countedHost(host),
    firstPage: firstPageOf(page),
  };
}

/** Returns the path without its query and without the token of a private link. */
function firstPageOf(page: string): string {
  const path = page.split(/[?#]/, 1)[0] ?? '';
  if (!/^\/(?!\/)/.test(path)) return '';
  return isPrivateLink(path) ? path.split('/', 2).join('/') : loggedPath(path);
}
