/** Returns whether a text can be `INBOUND_ADDRESS`. Its local part must be short enough to append a token. */
export const isInboundAddress = (text: string): boolean =>
  /^(\*|[\w.!#$%&'/=?^`{|}~-]{1,30})@[a-z\d-]+(\.[a-z\d-]+)+$/i.test(text);

/**
 * Returns the parts before and after the token. The address is either a mailbox with sub-addresses, or means all
 * addresses of a domain.
 */
export function partsOf(address: string): { local: string | undefined; domain: string } {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).toLowerCase();
  return { local: local === '*' ? undefined : local, domain: address.slice(at + 1).toLowerCase() };
}
