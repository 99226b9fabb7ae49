import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import { users } from './identity';

const at = (name: string) => timestamp(name, { withTimezone: true });
const owner = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Invitations of admins that have not been accepted yet. The emailed link contains the token. */
export const adminInvitations = pgTable('admin_invitations', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** SHA-256 of the token, in hex. */
  tokenHash: text('token_hash').notNull().unique(),
  expiresAt: at('expires_at').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
});

/** Sign-ins with a correct password that wait for a second factor. They have no session yet. */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    /** SHA-256 of the cookie's token, in hex. */
    tokenHash: text('token_hash').primaryKey(),
    userId: owner(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [
    index('pending_sign_ins_user_idx').on(table.userId),
    index('pending_sign_ins_expires_idx').on(table.expiresAt),
  ],
);

/** Secrets of authenticator apps. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Secret, encrypted with a key that is derived from the server's secret. */
  sealedSecret: text('sealed_secret').notNull(),
  /** When the setup was completed; null until then. */
  confirmedAt: at('confirmed_at'),
  /** Time step of the last accepted code. Codes of this time step and earlier ones are rejected. */
  lastUsedStep: bigint('last_used_step', { mode: 'number' }).notNull().default(0),
  createdAt: at('created_at').notNull().defaultNow(),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: owner(),
    /** HMAC of user and code. */
    codeHmac: text('code_hmac').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [index('recovery_codes_user_idx').on(table.userId)],
);

export const passkeys = pgTable(
  'passkeys',
  {
    /** Credential id, in base64url. */
    id: text().primaryKey(),
    userId: owner(),
    name: text().notNull(),
    /** COSE key, in base64url. */
    publicKey: text('public_key').notNull(),
    /** Signature counter of the authenticator; 0 for authenticators that do not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    lastUsedAt: at('last_used_at'),
  },
  (table) => [index('passkeys_user_idx').on(table.userId)],
);

/** Challenges for passkeys to sign. Each can be used once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    userId: owner(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('passkey_challenges_expires_idx').on(table.expiresAt)],
);
