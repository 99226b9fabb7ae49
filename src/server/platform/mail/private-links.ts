/**
 * Placeholder in a stored email for the token of its private link. Sending inserts the token, so that a copy of the
 * outbox opens nothing.
 */
export const tokenPlaceholder = '{private-link-token}';

/** Returns the URL with a numbered placeholder for its token, for an email with several links. */
export const numbered = (url: string, at: number): string =>
  url.replace(tokenPlaceholder, `{private-link-token:${at}}`);

const placeholders = /\{private-link-token(?::(\d+))?\}/g;

/** Joins the nonces of an email with several links, which are stored in one column. */
export const joinNonces = (nonces: readonly string[]): string => nonces.join(' ');
const splitNonces = (linkNonce: string): string[] => linkNonce.split(' ');

/** Derives the token of a link from its nonce. */
export type TokenOf = (nonce: string) => string;

/** Returns the bodies of an email with the tokens inserted, as they are sent. */
export function withToken<Mail extends { html: string; text: string; linkNonce: string | null }>(
  mail: Mail,
  tokenOf: TokenOf | undefined,
): Mail {
  const { linkNonce } = mail;
  if (!linkNonce || !tokenOf) return mail;
  const nonces = splitNonces(linkNonce);
  const filled = (body: string) =>
    body.replaceAll(placeholders, (_, at?: string) => tokenOf(nonces[Number(at ?? 0)] ?? ''));
  return { ...mail, html: filled(mail.html), text: filled(mail.text) };
}
