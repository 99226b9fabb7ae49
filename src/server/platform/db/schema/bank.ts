import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import type { EntryState, StatementFormat } from '~/contract/bank/bank';
import type { CsvMapping } from '~/contract/bank/csv-mapping-schema';
import { payments } from './billing';
import { users } from './identity';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Bank accounts of the agency with the column mapping of their last imported file. */
export const bankAccounts = pgTable('bank_accounts', {
  /** IBAN, or else the account number or name in the bank's file. */
  account: text().primaryKey(),
  mapping: jsonb().$type<CsvMapping>().notNull(),
  /** Column names of the last file. If they differ, an admin maps the columns again. */
  columns: text().array().notNull(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});

/** Imported bank files. Their content is not stored. */
export const bankStatements = pgTable(
  'bank_statements',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    fileName: text('file_name').notNull(),
    /** SHA-256 of the file, in hex. */
    hash: text().notNull().unique(),
    format: text().$type<StatementFormat>().notNull(),
    accounts: text().array().notNull(),
    /** Number of entries in the file, and number of new ones. */
    entryCount: integer('entry_count').notNull(),
    newCount: integer('new_count').notNull(),
    /** Sentences about entries that were not imported. */
    notes: text().array().notNull().default([]),
    importedById: text('imported_by_id').references(() => users.id, { onDelete: 'set null' }),
    importedByName: text('imported_by_name').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('bank_statements_newest_idx').on(table.id.desc())],
);

/** Credits and debits of bank accounts. */
export const bankEntries = pgTable(
  'bank_entries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** First imported statement that contained the entry. */
    statementId: integer('statement_id')
      .notNull()
      .references(() => bankStatements.id, { onDelete: 'cascade' }),
    account: text().notNull(),
    /** Fingerprint, which is the same in every statement that contains the entry. */
    fingerprint: text().notNull(),
    bookedOn: date('booked_on', { mode: 'string' }).notNull(),
    valueOn: date('value_on', { mode: 'string' }).notNull(),
    /** Amount of the entry, positive for both credits and debits. */
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    currency: text().notNull(),
    isCredit: boolean('is_credit').notNull(),
    /** True if the bank marks the entry as a return of an earlier one. */
    isReturn: boolean('is_return').notNull().default(false),
    returnReason: text('return_reason').notNull().default(''),
    /** Name of the other party. */
    name: text().notNull().default(''),
    iban: text().notNull().default(''),
    reference: text().notNull().default(''),
    endToEndId: text('end_to_end_id').notNull().default(''),
    bankReference: text('bank_reference').notNull().default(''),
    state: text().$type<EntryState>().notNull(),
    /** Entry whose payments were reversed, if this one was booked as a return. */
    returnsId: integer('returns_id')
      .unique()
      .references((): AnyPgColumn => bankEntries.id, { onDelete: 'set null' }),
    /** True if the entry had an unambiguous match when it was imported, so that it will be booked automatically. */
    bookAtOnce: boolean('book_at_once').notNull().default(false),
    /** When an admin last decided about the entry. */
    handledAt: at('handled_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    searchText: text('search_text').generatedAlwaysAs(
      (): SQL => sql`lower(name || ' ' || iban || ' ' || reference || ' ' || end_to_end_id)`,
    ),
  },
  (table) => [
    uniqueIndex('bank_entries_fingerprint_idx').on(table.account, table.fingerprint),
    index('bank_entries_state_idx').on(table.state, table.bookedOn.desc(), table.id.desc()),
    index('bank_entries_statement_idx').on(table.statementId),
    index('bank_entries_amount_idx').on(table.account, table.amountCents).where(sql`is_credit`),
    index('bank_entries_at_once_idx').on(table.id).where(sql`book_at_once`),
    index('bank_entries_search_idx').using('gin', table.searchText.op('gin_trgm_ops')),
    check('bank_entries_amount', sql`amount_cents > 0`),
    check('bank_entries_state', sql`state in ('proposed', 'booked', 'ignored')`),
    check('bank_entries_returns', sql`returns_id is null or (not is_credit and state = 'booked')`),
  ],
);

/** Payments that were booked from an entry. If a payment is reversed, its row is deleted. */
export const bankBookings = pgTable(
  'bank_bookings',
  {
    paymentId: integer('payment_id')
      .primaryKey()
      .references(() => payments.id, { onDelete: 'cascade' }),
    entryId: integer('entry_id')
      .notNull()
      .references(() => bankEntries.id, { onDelete: 'cascade' }),
  },
  (table) => [index('bank_bookings_entry_idx').on(table.entryId)],
);
