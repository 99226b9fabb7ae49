import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import type { Permission } from '~/contract/identity/permissions';
import type { Preview } from '~/contract/proposed-changes/proposed-changes-schema';
import { apiKeys } from './api-keys';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Changes that programs proposed and that wait for a person's decision. They are deleted with their API key. */
export const proposedChanges = pgTable(
  'proposed_changes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    apiKeyId: integer('api_key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** Author, such as 'key Zapier of Ada Lovelace'. */
    proposedBy: text('proposed_by').notNull(),
    /** Full name of the procedure, such as 'admin.invoices.issue'. */
    procedure: text().notNull(),
    input: jsonb().$type<object>().notNull(),
    /** Permission of the procedure, which the key's creator must still have. */
    permission: text().$type<Permission>().notNull(),
    /** Record that the change affects, such as 'admin.invoices.get 12'; empty if there is none. */
    record: text().notNull(),
    /** Preview for the person who confirms the change. Includes the state of the record. */
    preview: jsonb().$type<Preview>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    /** When a confirmation in progress began. Until it ends, no other confirmation can apply the change. */
    claimedAt: at('claimed_at'),
  },
  (table) => [
    index('proposed_changes_api_key_idx').on(table.apiKeyId),
    index('proposed_changes_expires_idx').on(table.expiresAt),
  ],
);
