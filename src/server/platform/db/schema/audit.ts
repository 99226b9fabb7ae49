import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import { users } from './identity';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Audit log: one row for every change by an admin. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null for changes by the system, and if the admin was deleted. */
    actorId: text('actor_id').references(() => users.id, { onDelete: 'set null' }),
    actorName: text('actor_name').notNull(),
    /** Action, such as 'service.updated'. */
    action: text().notNull(),
    /** Record that was changed, such as 'service:12'. */
    about: text().notNull(),
    /** Sentence for the list of recent activity. */
    description: text().notNull(),
    /** Changed fields with their values before and after. */
    before: jsonb().$type<object>(),
    after: jsonb().$type<object>(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('audit_log_newest_idx').on(
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('audit_log_about_idx').on(table.about, table.id.desc().nullsFirst()),
  ],
);

/** Admins' internal notes on a lead or a client. */
export const notes = pgTable(
  'notes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Record of the note, such as 'quote:12'. */
    about: text().notNull(),
    text: text().notNull(),
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    authorName: text('author_name').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('notes_about_idx').on(table.about, table.id)],
);

/** Last run and result of each background job. Only one instance at a time runs a job. */
export const jobRuns = pgTable('job_runs', {
  name: text().primaryKey(),
  startedAt: at('started_at').notNull(),
  finishedAt: at('finished_at'),
  /** Result as text, or the reason of a failure. */
  result: text().notNull().default(''),
  failed: integer().notNull().default(0),
});
