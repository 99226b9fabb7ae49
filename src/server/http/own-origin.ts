import { isIP } from 'node:net';

import { isLoopback } from '~/server/platform/loopback';

/**
 * Returns the site's host with `www.` added or removed, because people and old links use both. Undefined for IP addresses
 * and local names.
 */
export function twinHostOf(publicUrl: string): string | undefined {
  const { hostname, host } = new URL(publicUrl);
  if (isLoopback(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  if (!hostname.includes('.')) return undefined;
  return host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`;
}

/**
 * Returns a function that checks whether an `Origin` header names this site. A site on the loopback interface has several
 * names, so the `Host` header proves nothing.
 */
export function ownOriginOf(publicOrigin: string): (origin: string) => boolean {
  const own = new URL(publicOrigin);
  return (origin) => {
    if (origin === publicOrigin) return true;
    if (!isLoopback(own.hostname) || !URL.canParse(origin)) return false;
    const { protocol, hostname, port } = new URL(origin);
    return isLoopback(hostname) && protocol === own.protocol && port === own.port;
  };
}
