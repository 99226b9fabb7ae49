import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** What the sandbox keeps in demo mode in place of Stripe; empty anywhere else. */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    id: text().primaryKey(),
    /** Stripe's own name for its kind, such as 'invoice'. */
    object: text().notNull(),
    /** Objects of a kind in the order in which they were made. */
    position: integer().generatedAlwaysAsIdentity(),
    customer: text(),
    body: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index('sandbox_objects_kind_idx').on(table.object, table.position),
    index('sandbox_objects_customer_idx').on(table.customer),
  ],
);
