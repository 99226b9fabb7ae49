/**
 * Returns the From header of an email, such as `"Agency" <hello@agency.example>`.
 *
 * @param address with or without a display name, which is preserved
 */
export function senderOf(address: string, name: string): string {
  // Quotes and backslashes would end the quoted string, and line breaks the header.
  const plain = name.replace(/["\\<>\p{Cc}]/gu, ' ').trim();
  return address.includes('<') || !plain ? address : `"${plain}" <${address}>`;
}
