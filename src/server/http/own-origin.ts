import { isIP } from 'node:net';

import { isLoopback } from '~/server/platform/loopback';

/**
 * Returns the site's host with `www.` added or removed, since people and old links use both. Undefined for addresses and local
 * names.
 */
export function twinHostOf(publicUrl: string): string | undefined {
  const { hostname, host } = new URL(publicUrl);
  if (isLoopback(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  if (!hostname.includes('.')) return undefined;
  return host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`;
}

/**
 * Returns a check whether an `Origin` header names this site. A site on the loopback has several names; the `Host` header proves
 * nothing.
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
