import { index, integer, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import { vatCheckStatuses } from '~/contract/documents/vat-numbers';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const vatCheckStatusEnum = pgEnum('vat_check_status', vatCheckStatuses);

/** Latest check of each buyer's VAT number. Documents contain the result with which they were issued. */
export const vatChecks = pgTable(
  'vat_checks',
  {
    /** VAT number in capitals, with the country code. */
    number: text().primaryKey(),
    status: vatCheckStatusEnum().notNull().default('not_checked'),
    /** When the response arrived; null until then. */
    checkedAt: at('checked_at'),
    /** Identifier that VIES assigned to the request; empty if the seller has no VAT number. */
    consultationNumber: text('consultation_number').notNull().default(''),
    /** Number of attempts since the last response. */
    attempts: integer().notNull().default(0),
    /** When the next attempt is due; null if none is needed. */
    nextAttemptAt: at('next_attempt_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('vat_checks_waiting_idx').on(table.nextAttemptAt)],
);
