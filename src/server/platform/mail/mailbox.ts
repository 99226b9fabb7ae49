/** Providers that ignore dots in the local part. */
const dotless = new Set(['gmail.com', 'googlemail.com']);

/**
 * Names the mailbox that an address delivers to, for counting mails: in lower case, without the sub-address after a plus sign. Never used
 * to send to, since some servers take these parts literally.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const base = local.split('+')[0] || local;
  return dotless.has(domain) ? `${base.replaceAll('.', '')}@gmail.com` : `${base}@${domain}`;
}
