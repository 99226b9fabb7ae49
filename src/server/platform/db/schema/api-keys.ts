import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import type { Permission } from '~/contract/identity/permissions';
import { users } from './identity';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** API keys of admins. A revoked key is deleted. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    /** SHA-256 of the key, in hex, so that a copy of the table cannot be used to call the API. */
    keyHash: text('key_hash').notNull().unique(),
    /** First characters of the key, by which people recognize it. */
    start: text().notNull(),
    /** Creator of the key. The key's permissions are limited to those that the creator has now. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    permissions: text().array().$type<Permission[]>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Null for a key without an expiry. */
    expiresAt: at('expires_at'),
    /** When the email about the expiry was written, or was found to be unnecessary. */
    warnedAt: at('warned_at'),
    /** Time of the last use, to the minute. */
    lastUsedAt: at('last_used_at'),
    lastUsedFrom: text('last_used_from'),
  },
  (table) => [
    index('api_keys_user_idx').on(table.userId),
    index('api_keys_expires_idx').on(table.expiresAt),
  ],
);
