import { isLoopback } from '~/server/platform/loopback';

/** Whether an `Origin` header names this site. A site on the loopback has several names; the `Host` header proves nothing. */
export function ownOriginOf(publicOrigin: string): (origin: string) => boolean {
  const own = new URL(publicOrigin);
  return (origin) => {
    if (origin === publicOrigin) return true;
    if (!isLoopback(own.hostname) || !URL.canParse(origin)) return false;
    const { protocol, hostname, port } = new URL(origin);
    return isLoopback(hostname) && protocol === own.protocol && port === own.port;
  };
}
