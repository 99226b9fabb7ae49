import { isLoopback } from '~/server/platform/loopback';

/**
 * Returns the IP from which a request comes.
 *
 * @param trusted number of trusted proxies in front of the server; the nearest one wrote the last entry
 */
export function clientIp(
  socketIp: string | undefined,
  forwardedFor: string | undefined,
  trusted: number,
): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
  const claimed = trusted > 0 ? hops.at(-trusted) : undefined;
  return claimed || socketIp || 'unknown';
}

/** Returns the network from which a request comes, for rate limits. */
export const clientNetwork = (...from: Parameters<typeof clientIp>): string =>
  networkOf(clientIp(...from));

/**
 * Returns the network to which limits on the use of the server apply: an IPv6 /48, because a sender may have thousands
 * of /64s. Undefined for a program on this machine, because it can be an untrusted proxy through which all visitors
 * come.
 */
export function visitorNetwork(...from: Parameters<typeof clientIp>): string | undefined {
  const ip = clientIp(...from).replace(/^::ffff:(?=\d+\.)/i, '');
  return isLoopback(ip) ? undefined : networkOf(ip, 48);
}

/**
 * Returns the network of an address. An IPv6 /64 counts as one network, because a household usually has a whole /64.
 *
 * @param bits length of the network part of an IPv6 address
 */
export function networkOf(ip: string, bits: 48 | 64 = 64): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return `${groups.slice(0, bits / 16).join(':')}::/${bits}`;
}
