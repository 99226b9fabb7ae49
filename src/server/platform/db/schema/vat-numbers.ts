import { index, integer, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import { vatCheckStatuses } from '~/contract/documents/vat-numbers';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const vatCheckStatusEnum = pgEnum('vat_check_status', vatCheckStatuses);

/** The last check of each VAT number of a buyer; documents keep what was known when they were issued. */
export const vatChecks = pgTable(
  'vat_checks',
  {
    /** In capitals, with the letters of its country. */
    number: text().primaryKey(),
    status: vatCheckStatusEnum().notNull().default('not_checked'),
    /** When the answer came; null until there is one. */
    checkedAt: at('checked_at'),
    /** The identifier that VIES gives an inquiry; empty where the seller has no VAT number. */
    consultationNumber: text('consultation_number').notNull().default(''),
    /** Since the last answer. */
    attempts: integer().notNull().default(0),
    /** When it is asked again; null where it need not be. */
    nextAttemptAt: at('next_attempt_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('vat_checks_waiting_idx').on(table.nextAttemptAt)],
);
