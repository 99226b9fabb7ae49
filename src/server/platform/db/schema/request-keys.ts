import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

import { users } from './identity';

/** Admin requests with an Idempotency-Key, and their responses. */
export const requestKeys = pgTable(
  'request_keys',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the key, in hex. */
    keyHash: text('key_hash').notNull(),
    /** SHA-256 of path and input, in hex. */
    digest: text().notNull(),
    /** Response as JSON, encrypted because some responses contain private links; null while the request runs. */
    sealedAnswer: text('sealed_answer'),
    claimedAt: timestamp('claimed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.keyHash] }),
    index('request_keys_claimed_idx').on(table.claimedAt),
  ],
);
