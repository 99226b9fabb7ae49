import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** Creates functions that encrypt and decrypt, with a key derived from the secret for a single purpose. */
export function createEncryption(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    /** Encrypts a text. @param owner row that the text belongs to; a copy in another row cannot be decrypted */
    encrypt(text: string, owner: string): string {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
    },

    /** Decrypts a text. @returns undefined for text that was encrypted with another secret, or for another owner */
    decrypt(stored: string, owner: string): string | undefined {
      const bytes = Buffer.from(stored, 'base64');
      const [iv, tag] = [
        bytes.subarray(0, ivLength),
        bytes.subarray(ivLength, ivLength + tagLength),
      ];
      try {
        const decipher = createDecipheriv(algorithm, key, iv)
          .setAAD(Buffer.from(owner))
          .setAuthTag(tag);
        const text = decipher.update(bytes.subarray(ivLength + tagLength));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        // The text was encrypted with another secret or for another owner, or it was modified. Callers handle the
        // missing value.
        return undefined;
      }
    },
  };
}
