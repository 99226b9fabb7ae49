/**
 * Returns the From header of an email, such as `"Agency" <hello@agency.example>`.
 *
 * @param address if it contains a display name, this name is used instead of `name`
 */
export function senderOf(address: string, name: string): string {
  // Quotes and backslashes would end the quoted string, and line breaks the header.
  const plain = name.replace(/["\\<>\p{Cc}]/gu, ' ').trim();
  return address.includes('<') || !plain ? address : `"${plain}" <${address}>`;
}
