/** Returns whether a text can be `INBOUND_ADDRESS`; its local part leaves room for a token. */
export const isInboundAddress = (text: string): boolean =>
  /^(\*|[\w.!#$%&'/=?^`{|}~-]{1,30})@[a-z\d-]+(\.[a-z\d-]+)+$/i.test(text);

/** Splits the address: a mailbox with sub-addresses, or all addresses of a domain. */
export function partsOf(address: string): { local: string | undefined; domain: string } {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).toLowerCase();
  return { local: local === '*' ? undefined : local, domain: address.slice(at + 1).toLowerCase() };
}
