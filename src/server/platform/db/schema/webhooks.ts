import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

import type { DeliveryStatus, WebhookEventType, WebhookKind } from '~/contract/webhooks/events';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Endpoints of other programs that receive events. */
export const webhooks = pgTable('webhooks', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  url: text().notNull(),
  /** Event types; only '*' to receive all of them. */
  events: text().array().$type<(WebhookEventType | '*')[]>().notNull(),
  enabled: boolean().notNull(),
  kind: text().$type<WebhookKind>().notNull(),
  /** Encrypted secret; empty only within the transaction that creates the row. */
  secret: text().notNull(),
  /** Encrypted previous secret. Until `previousSecretUntil`, deliveries are signed with both secrets. */
  previousSecret: text('previous_secret'),
  previousSecretUntil: at('previous_secret_until'),
  /** When the endpoint was disabled because the last retry of a delivery failed; null if an admin disabled it. */
  disabledAt: at('disabled_at'),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});

/** Events, written in the transaction of the change that they announce. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    type: text().notNull(),
    /** Kind and id of the record, such as 'quote:12'. */
    record: text().notNull(),
    /** Record as returned by the API at the time of the event. */
    data: jsonb().$type<object>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('webhook_events_created_idx').on(table.createdAt)],
);

/** Deliveries of events to endpoints, written together with the event. Resending adds a row. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    eventId: bigint('event_id', { mode: 'number' })
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    /** Record of the event. Deliveries of a record are sent in order. */
    record: text().notNull(),
    status: text().$type<DeliveryStatus>().notNull().default('pending'),
    attempts: integer().notNull().default(0),
    /** HTTP status of the last response; null if there was none. */
    code: integer(),
    /** Milliseconds until the last response or failure. */
    ms: integer(),
    /** Beginning of the last response, or the reason why there was none. */
    answer: text().notNull().default(''),
    /**
     * When the next attempt is due. While an instance delivers the event, the time at which another instance may claim it.
     */
    nextAttemptAt: at('next_attempt_at').notNull().defaultNow(),
    lastAttemptAt: at('last_attempt_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('webhook_deliveries_due_idx').on(table.nextAttemptAt).where(sql`status = 'pending'`),
    index('webhook_deliveries_order_idx')
      .on(table.webhookId, table.record, table.id)
      .where(sql`status = 'pending'`),
    index('webhook_deliveries_newest_idx').on(table.webhookId, table.createdAt, table.id),
    index('webhook_deliveries_event_idx').on(table.eventId),
  ],
);
