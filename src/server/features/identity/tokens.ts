import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Returns random letters and digits with five bits each, without characters that look alike. */
export function randomId(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Creates HMACs with a key that is derived from the secret for a single purpose. */
export function createSigner(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const sign = (...parts: string[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  return {
    sign,
    verifies: (signature: string, ...parts: string[]): boolean => {
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(...parts))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
