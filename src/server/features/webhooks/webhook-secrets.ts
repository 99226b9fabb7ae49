import { createEncryption } from '~/server/features/identity/encryption';
import type { webhooks } from '~/server/platform/db/schema/webhooks';

type Row = Pick<
  typeof webhooks.$inferSelect,
  'id' | 'secret' | 'previousSecret' | 'previousSecretUntil'
>;

/** Encrypts and decrypts the secrets with which deliveries are signed. */
export function createWebhookSecrets(secret: string) {
  const { encrypt, decrypt } = createEncryption(secret, 'webhook secrets');
  const ownerOf = (id: number) => `webhook:${id}`;
  return {
    encrypt: (id: number, plain: string): string => encrypt(plain, ownerOf(id)),

    /** Returns the secrets that sign a delivery. After a rotation, the previous secret also signs for a day. */
    signing(row: Row, now = new Date()): string[] {
      const isOverlapping = row.previousSecretUntil !== null && row.previousSecretUntil > now;
      const stored = [row.secret, ...(isOverlapping ? [row.previousSecret ?? ''] : [])];
      return stored.flatMap((one) => decrypt(one, ownerOf(row.id)) ?? []);
    },
  };
}

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>;
