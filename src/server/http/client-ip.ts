/**
 * The IP that a request comes from.
 *
 * @param trusted number of trusted proxies in front of the server; the last of them wrote the last entry
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

/** The network that a request comes from, for rate limits. */
export const clientNetwork = (...from: Parameters<typeof clientIp>): string =>
  networkOf(clientIp(...from));

/** A household usually has a whole /64 of IPv6 addresses, so that is counted as one network. */
export function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
