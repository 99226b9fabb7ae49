/** Providers that ignore dots in the local part. */
const dotless = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns the mailbox to which an email address delivers, for rate limits: in lower case, without the sub-address after
 * a plus sign. Must not be used as a recipient, because on some servers these parts distinguish mailboxes.
 */
export function mailboxOf(email: string): string {
  const normal = email.trim().toLowerCase();
  const at = normal.lastIndexOf('@');
  const [local, domain] = [normal.slice(0, at), normal.slice(at + 1)];
  const base = local.split('+')[0] || local;
  return dotless.has(domain) ? `${base.replaceAll('.', '')}@gmail.com` : `${base}@${domain}`;
}
