import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** Objects of the payment sandbox in demo mode. Empty outside of demo mode. */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    id: text().primaryKey(),
    /** Stripe's name of the object type, such as 'invoice'. */
    object: text().notNull(),
    /** Creation order within a type. */
    position: integer().generatedAlwaysAsIdentity(),
    customer: text(),
    body: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index('sandbox_objects_kind_idx').on(table.object, table.position),
    index('sandbox_objects_customer_idx').on(table.customer),
  ],
);
