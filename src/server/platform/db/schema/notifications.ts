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

/** Which mails a person wants; all of them where there is no row. */
export const notificationChoices = pgTable('notification_choices', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  messages: boolean().notNull().default(true),
  deliverables: boolean().notNull().default(true),
  status: boolean().notNull().default(true),
});

/** Mails about threads that are to be written, one for each recipient and request: what comes until they are due is part of them. */
export const pendingNotifications = pgTable(
  'pending_notifications',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    requestId: integer('request_id')
      .notNull()
      .references(() => serviceRequests.id, { onDelete: 'cascade' }),
    /** Whether it goes to the client; otherwise to the assignee, or to the agency's mailbox. */
    toClient: boolean('to_client').notNull(),
    /** The newest message before the burst. */
    afterMessageId: integer('after_message_id').notNull(),
    /** When the burst began. */
    createdAt: at('created_at').notNull().defaultNow(),
    dueAt: at('due_at').notNull(),
  },
  (table) => [
    uniqueIndex('pending_notifications_one_idx').on(table.requestId, table.toClient),
    index('pending_notifications_due_idx').on(sql`due_at`),
  ],
);
