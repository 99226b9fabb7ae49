import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

import { users } from './identity';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** ZIP exports of a client's personal data. A trigger deletes the chunks with the row. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Admin who requested it; empty if the client did. */
    requestedBy: text('requested_by').notNull().default(''),
    /** Key of the content in `file_chunks`, which is new for each attempt. Empty before the first attempt. */
    key: text().notNull().default(''),
    size: bigint({ mode: 'number' }).notNull().default(0),
    attempts: integer().notNull().default(0),
    /** Until when the instance that writes the export has claimed it. Afterwards, another instance may start over. */
    claimedUntil: at('claimed_until'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When the export was complete; null until then. */
    readyAt: at('ready_at'),
    /** When the export will be deleted; null until it is complete. */
    expiresAt: at('expires_at'),
    /** When the export was abandoned after several attempts. */
    failedAt: at('failed_at'),
  },
  (table) => [
    index('data_exports_user_idx').on(table.userId, table.id.desc()),
    // Each client has at most one waiting export, even with concurrent requests.
    uniqueIndex('data_exports_waiting_idx')
      .on(table.userId)
      .where(sql`ready_at is null and failed_at is null`),
    index('data_exports_expires_idx').on(table.expiresAt),
  ],
);
