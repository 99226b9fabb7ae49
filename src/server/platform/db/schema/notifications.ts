import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import { users } from './identity';
import { serviceRequests } from './requests';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Email notifications that a person wants. A person without a row gets all of them. */
export const notificationChoices = pgTable('notification_choices', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  messages: boolean().notNull().default(true),
  deliverables: boolean().notNull().default(true),
  status: boolean().notNull().default(true),
});

/**
 * Pending notifications about threads, one for each recipient and request. A notification includes all messages that
 * arrive until it is due.
 */
export const pendingNotifications = pgTable(
  'pending_notifications',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    requestId: integer('request_id')
      .notNull()
      .references(() => serviceRequests.id, { onDelete: 'cascade' }),
    /** True if the recipient is the client; otherwise it is the assignee, or else the agency's mailbox. */
    toClient: boolean('to_client').notNull(),
    /** Newest message before the first one to include. */
    afterMessageId: integer('after_message_id').notNull(),
    /** When the first message that is included arrived. */
    createdAt: at('created_at').notNull().defaultNow(),
    dueAt: at('due_at').notNull(),
  },
  (table) => [
    uniqueIndex('pending_notifications_one_idx').on(table.requestId, table.toClient),
    index('pending_notifications_due_idx').on(sql`due_at`),
  ],
);
