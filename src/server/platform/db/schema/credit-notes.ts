import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

import type { FrozenSeller, Printed } from '~/contract/documents/documents-schema';
import type { TotalsInCents } from '~/contract/documents/money';
import type { InvoiceItem } from '~/contract/invoices/invoice-item';
import { payments } from './billing';
import { invoices } from './invoices';
import { searchKeysIndex } from './search-keys';

/** Credit notes for issued invoices, with their own number series. */
export const creditNotes = pgTable(
  'credit_notes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    number: text().notNull().unique(),
    invoiceId: integer('invoice_id')
      .notNull()
      .references(() => invoices.id),
    /** Payment whose refund the credit note documents. */
    paymentId: integer('payment_id').references(() => payments.id),
    reason: text().notNull(),
    items: jsonb().$type<InvoiceItem[]>().notNull(),
    totals: jsonb().$type<TotalsInCents>().notNull(),
    totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
    /** Seller, frozen as on the invoice. */
    seller: jsonb().$type<FrozenSeller>().notNull(),
    /** Printed settings, as in `invoices`. */
    printed: jsonb().$type<Printed>(),
    issueDate: date('issue_date', { mode: 'string' }).notNull(),
    submissionKey: text('submission_key').unique(),
    /** SHA-256 of the request with the submission key. Another request with the same key is an error. */
    submissionDigest: text('submission_digest'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    searchKeysIndex('credit_notes'),
    index('credit_notes_invoice_idx').on(table.invoiceId),
    check('credit_notes_not_negative', sql`total_cents >= 0`),
  ],
);
