/**
 * Placeholder in a stored email for the token of its private link. The token is filled in when sending, so that a copy of the
 * outbox opens nothing.
 */
export const tokenPlaceholder = '{private-link-token}';

/** Derives a link's token from its nonce. */
export type TokenOf = (nonce: string) => string;

/** Returns the bodies of an email as they are sent. */
export function withToken<Mail extends { html: string; text: string; linkNonce: string | null }>(
  mail: Mail,
  tokenOf: TokenOf | undefined,
): Mail {
  const { linkNonce } = mail;
  if (!linkNonce || !tokenOf) return mail;
  const filled = (body: string) => body.replaceAll(tokenPlaceholder, tokenOf(linkNonce));
  return { ...mail, html: filled(mail.html), text: filled(mail.text) };
}
