import { type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

import type { BuyerOverrides } from '~/contract/documents/documents-schema';
import type { Discount } from '~/contract/documents/money';
import type { ProposedTax } from '~/contract/documents/tax';
import type { InvoiceItem } from '~/contract/invoices/invoice-item';
import type { RecurringUnit } from '~/contract/recurring-invoices/recurrence';
import type { RecurringAction } from '~/contract/recurring-invoices/recurring-invoices';
import { companies } from './companies';
import { users } from './identity';
import { serviceRequests } from './requests';
import { searchKeysIndex } from './search-keys';

const at = (name: string) => timestamp(name, { withTimezone: true });
const day = (name: string) => date(name, { mode: 'string' });

export const recurringInvoices = pgTable(
  'recurring_invoices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /**
     * Company that owns the record, if its client was a member. A trigger sets it, and it stays when the client leaves.
     */
    companyId: integer('company_id').references(() => companies.id),
    /** Member who owned the record before joining the company, and to whom it is returned on leaving. */
    broughtById: text('brought_by_id').references(() => users.id, { onDelete: 'set null' }),
    /**
     * Billing data as entered. With an account, only the fields that differ from the account's record, because each
     * invoice reads the record again.
     */
    buyer: jsonb().$type<BuyerOverrides>(),
    clientName: text('client_name').notNull(),
    /** Email of the client, in lower case. */
    clientEmail: text('client_email').notNull(),
    requestId: integer('request_id').references(() => serviceRequests.id, { onDelete: 'set null' }),
    items: jsonb().$type<InvoiceItem[]>().notNull(),
    discount: jsonb().$type<Discount>(),
    totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
    currency: text().notNull(),
    note: text().notNull().default(''),
    unit: text().$type<RecurringUnit>().notNull(),
    count: integer().notNull(),
    startsOn: day('starts_on').notNull(),
    endsOn: day('ends_on'),
    action: text().$type<RecurringAction>().notNull(),
    /** Tax that was proposed when the items were saved. Items with this tax change when the client's tax changes. */
    taxProposed: jsonb('tax_proposed').$type<ProposedTax>(),
    /** Date of the next invoice; null once the schedule has ended. */
    nextOn: day('next_on'),
    /** Last date whose invoice was created or listed as missed. */
    handledOn: day('handled_on'),
    pausedAt: at('paused_at'),
    /** Reason why a job paused the recurring invoice; empty if an admin did. */
    pauseReason: text('pause_reason').notNull().default(''),
    searchText: text('search_text').generatedAlwaysAs(
      (): SQL =>
        sql`lower(client_name || ' ' || client_email || ' ' || note || ' ' || coalesce(items->0->>'description', '') || ' ' ||
          coalesce(buyer->>'company', ''))`,
    ),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    searchKeysIndex('recurring_invoices'),
    index('recurring_invoices_due_idx').on(table.nextOn).where(sql`paused_at is null`),
    index('recurring_invoices_user_idx').on(table.userId),
    index('recurring_invoices_company_idx').on(table.companyId).where(sql`company_id is not null`),
    index('recurring_invoices_brought_idx')
      .on(table.broughtById)
      .where(sql`brought_by_id is not null`),
    index('recurring_invoices_email_idx').on(table.clientEmail),
    check('recurring_invoices_count', sql`count > 0`),
  ],
);

/** Dates whose invoices were not created in time. A row is deleted when an admin creates or skips the invoice. */
export const missedInvoices = pgTable(
  'missed_invoices',
  {
    recurringInvoiceId: integer('recurring_invoice_id')
      .notNull()
      .references(() => recurringInvoices.id, { onDelete: 'cascade' }),
    day: day('day').notNull(),
    /** Last day of the period. A later change of the schedule does not affect it. */
    periodEnd: day('period_end').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.recurringInvoiceId, table.day] })],
);
