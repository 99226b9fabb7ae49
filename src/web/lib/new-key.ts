/**
 * Returns a key that makes a repeated submission return the first response. Not `crypto.randomUUID`, which plain http pages do
 * not have.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
