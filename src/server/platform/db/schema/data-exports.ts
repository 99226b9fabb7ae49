import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

import { users } from './identity';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** The ZIP files of all that is kept of a client. A deleted row takes its content with it: a trigger deletes the chunks. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The admin who has asked for it; empty for the client. */
    requestedBy: text('requested_by').notNull().default(''),
    /** The name that its content is stored under, in `file_chunks`; another one for each attempt. Empty before the first. */
    key: text().notNull().default(''),
    size: bigint({ mode: 'number' }).notNull().default(0),
    attempts: integer().notNull().default(0),
    /** An instance writes it until then; another one may begin anew after. */
    claimedUntil: at('claimed_until'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Null until it is whole. */
    readyAt: at('ready_at'),
    /** When it is deleted; null until it is whole. */
    expiresAt: at('expires_at'),
    /** Given up after many attempts. */
    failedAt: at('failed_at'),
  },
  (table) => [
    index('data_exports_user_idx').on(table.userId, table.id.desc()),
    // One at a time for each client, also under concurrent requests.
    uniqueIndex('data_exports_waiting_idx')
      .on(table.userId)
      .where(sql`ready_at is null and failed_at is null`),
    index('data_exports_expires_idx').on(table.expiresAt),
  ],
);
