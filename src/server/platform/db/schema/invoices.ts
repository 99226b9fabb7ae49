import { type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import type {
  Buyer,
  BuyerOverrides,
  FrozenSeller,
  FrozenVatCheck,
  Printed,
} from '~/contract/documents/documents-schema';
import { documentEventKinds } from '~/contract/documents/event-kinds';
import type { Discount, TotalsInCents } from '~/contract/documents/money';
import type { ProposedTax } from '~/contract/documents/tax';
import type { InvoiceItem } from '~/contract/invoices/invoice-item';
import { invoiceStatuses } from '~/contract/invoices/invoices';
import { companies } from './companies';
import { users } from './identity';
import { proposals } from './proposals';
import { recurringInvoices } from './recurring-invoices';
import { serviceRequests } from './requests';
import { searchKeysIndex } from './search-keys';

const at = (name: string) => timestamp(name, { withTimezone: true });
const cents = (name: string) => bigint(name, { mode: 'number' }).notNull();

export const invoiceStatusEnum = pgEnum('invoice_status', invoiceStatuses);
export const documentEventKindEnum = pgEnum('document_event_kind', documentEventKinds);

export const invoices = pgTable(
  'invoices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Document number; null for a draft. */
    number: text().unique(),
    status: invoiceStatusEnum().notNull().default('draft'),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /**
     * Company that owns the record, if its client was a member. A trigger sets it, and it stays when the client leaves.
     */
    companyId: integer('company_id').references(() => companies.id),
    /** Member who owned the record before joining the company, and to whom it can be returned. */
    broughtById: text('brought_by_id').references(() => users.id, { onDelete: 'set null' }),
    requestId: integer('request_id').references(() => serviceRequests.id, { onDelete: 'set null' }),
    proposalId: integer('proposal_id').references(() => proposals.id),
    /** Index of the part in the proposal's payment schedule. */
    proposalPart: integer('proposal_part'),
    /** Recurring invoice that created the invoice, and the date for which it was created. */
    recurringInvoiceId: integer('recurring_invoice_id').references(() => recurringInvoices.id, {
      onDelete: 'set null',
    }),
    recurringDay: date('recurring_day', { mode: 'string' }),
    /**
     * Buyer, frozen at issue. In a draft for a client with an account, replaced by the stored billing data when that
     * changes.
     */
    buyer: jsonb().$type<Buyer>().notNull(),
    /** Fields of the buyer in which a draft deliberately differs from the stored billing data. */
    buyerOverrides: jsonb('buyer_overrides').$type<BuyerOverrides>().notNull().default({}),
    /** Tax that was proposed when the items were saved. Items with this tax change when the client's tax changes. */
    taxProposed: jsonb('tax_proposed').$type<ProposedTax>(),
    /** Seller, frozen at issue; null in a draft. */
    seller: jsonb().$type<FrozenSeller>(),
    items: jsonb().$type<InvoiceItem[]>().notNull(),
    /** Discount on all items; null if there is none. */
    discount: jsonb().$type<Discount>(),
    /** Totals in cents. In a draft, the totals of its items when the client accepted or an admin saved them. */
    totals: jsonb().$type<TotalsInCents>().notNull(),
    /** Total in cents. In a draft, computed with the client's current tax. */
    totalCents: cents('total_cents'),
    /** Received minus refunded amounts, updated with each change of a payment. */
    paidCents: cents('paid_cents').default(0),
    /**
     * Amount settled by the client's Stripe balance. Positive if this invoice used the balance, negative if a change to
     * a cheaper plan added to it. Included in `paidCents`, although it is not a payment.
     */
    balanceCents: cents('balance_cents').default(0),
    /** Sum of all credit notes for the invoice. */
    creditedCents: cents('credited_cents').default(0),
    currency: text().notNull(),
    issueDate: date('issue_date', { mode: 'string' }),
    dueDate: date('due_date', { mode: 'string' }),
    serviceDate: date('service_date', { mode: 'string' }),
    /** Service period, including both days, in place of a single date. */
    serviceFrom: date('service_from', { mode: 'string' }),
    serviceTo: date('service_to', { mode: 'string' }),
    /** Printed settings, frozen at issue; null in a draft. */
    printed: jsonb().$type<Printed>(),
    /**
     * Result of the VAT number check at issue or, if there was none, of a later check; null if there is no number to
     * check.
     */
    vatCheck: jsonb('vat_check').$type<FrozenVatCheck>(),
    /**
     * Subscription whose payment the invoice documents, and Stripe's own invoice. Each Stripe invoice has one document.
     */
    subscriptionId: integer('subscription_id'),
    stripeInvoiceId: text('stripe_invoice_id').unique(),
    note: text().notNull().default(''),
    /** Day on which a job issues the draft. */
    scheduledFor: date('scheduled_for', { mode: 'string' }),
    /** Reason why a draft was not issued automatically and waits for an admin; empty for other drafts. */
    heldFor: text('held_for').notNull().default(''),
    /** True if the draft is issued when its request is completed. */
    onCompletion: boolean('on_completion').notNull().default(false),
    /**
     * When the agency was notified that the draft will be issued automatically. Until the draft is issued, an admin can
     * stop it.
     */
    announcedAt: at('announced_at'),
    remindersOn: boolean('reminders_on').notNull().default(true),
    /** When the invoice was recorded as overdue. */
    overdueAt: at('overdue_at'),
    /** Email of the client, in lower case. */
    clientEmail: text('client_email').notNull(),
    clientName: text('client_name').notNull(),
    searchText: text('search_text').generatedAlwaysAs(
      (): SQL =>
        sql`lower(coalesce(number, '') || ' ' || client_name || ' ' || client_email || ' ' || note || ' ' ||
          coalesce(buyer->>'company', '') || ' ' || coalesce(buyer->>'vatNumber', ''))`,
    ),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    searchKeysIndex('invoices'),
    uniqueIndex('invoices_proposal_part_idx').on(table.proposalId, table.proposalPart),
    // Ensures that each date has one invoice, even if several instances create it at the same time.
    uniqueIndex('invoices_recurring_day_idx').on(table.recurringInvoiceId, table.recurringDay),
    index('invoices_newest_idx').on(
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('invoices_status_idx').on(table.status, table.dueDate),
    index('invoices_not_overdue_idx')
      .on(table.dueDate)
      .where(sql`status = 'open' and overdue_at is null`),
    index('invoices_user_idx').on(table.userId),
    index('invoices_brought_idx').on(table.broughtById).where(sql`brought_by_id is not null`),
    index('invoices_company_idx').on(table.companyId).where(sql`company_id is not null`),
    index('invoices_email_idx').on(table.clientEmail),
    index('invoices_request_idx').on(table.requestId),
    index('invoices_subscription_idx')
      .on(table.subscriptionId)
      .where(sql`subscription_id is not null`),
    index('invoices_vat_check_idx').on(table.id).where(sql`vat_check->>'status' = 'not_checked'`),
    index('invoices_search_idx').using('gin', table.searchText.op('gin_trgm_ops')),
    check(
      'invoices_issued_whole',
      sql`status = 'draft' or (number is not null and seller is not null and issue_date is not null and due_date is not null)`,
    ),
    check('invoices_credited_within', sql`credited_cents between 0 and total_cents`),
  ],
);

/** Payment intents of invoices. At most one intent of each invoice can be paid. */
export const invoiceIntents = pgTable(
  'invoice_intents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    invoiceId: integer('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    amountCents: cents('amount_cents'),
    currency: text().notNull(),
    /** Stripe mode and account. */
    stripeAccount: text('stripe_account').notNull(),
    /** Stripe's idempotency key. It is written before the call, so that a repeated call returns the same intent. */
    key: text().notNull().unique(),
    /** Stripe's id of the intent; null until Stripe has responded. */
    stripeId: text('stripe_id').unique(),
    /** When the intent was closed: replaced, canceled or paid. */
    closedAt: at('closed_at'),
    /** When the intent needed no further action at Stripe. */
    settledAt: at('settled_at'),
    syncedAt: at('synced_at').notNull().defaultNow(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('invoice_intents_one_open_idx').on(table.invoiceId).where(sql`closed_at is null`),
    index('invoice_intents_unsettled_idx').on(table.syncedAt).where(sql`settled_at is null`),
  ],
);

/** Reminders that were sent, so that no reminder is sent twice. */
export const invoiceReminders = pgTable(
  'invoice_reminders',
  {
    invoiceId: integer('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    /** Days after the due date; negative for days before it. */
    day: integer().notNull(),
    sentAt: at('sent_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.invoiceId, table.day] })],
);

/** Timelines of proposals and invoices. */
export const documentEvents = pgTable(
  'document_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    proposalId: integer('proposal_id').references(() => proposals.id, { onDelete: 'cascade' }),
    invoiceId: integer('invoice_id').references(() => invoices.id, { onDelete: 'cascade' }),
    kind: documentEventKindEnum().notNull(),
    text: text().notNull().default(''),
    /** Admin's name; empty for the client and the system. */
    author: text().notNull().default(''),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('document_events_proposal_idx').on(table.proposalId, table.id),
    index('document_events_invoice_idx').on(table.invoiceId, table.id),
  ],
);
